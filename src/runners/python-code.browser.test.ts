import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { shareTestCode, type TestCode } from '../../test/support/share-test-code.ts';
import { startTestSite } from '../../test/support/test-site.ts';
import type { LoopbackSite } from '../../test/support/loopback-site.ts';

const SHOP = `<!doctype html><title>Shop</title><h1>Coats</h1>
<input id=name placeholder=Search><select id=size><option value=s>Small</option><option value=l>Large</option></select>
<button onclick="console.log('searched', document.querySelector('#name').value); out.textContent = document.querySelector('#name').value">Go</button>
<button id=pop onclick="window.open('/next')">Pop</button><input type=file id=file><input type=checkbox id=agree>
<p id=out class="item big"></p><ul><li class=item>one</li><li class=item>two</li></ul><a href="/next">next page</a>`;
const NEXT = '<!doctype html><title>Next</title><p>next page';

describe('code of a session in Python', { timeout: 300_000 }, () => {
  const open = new AsyncDisposableStack();
  let code: TestCode | undefined;
  let site: LoopbackSite;
  let whyNot = 'no browser, or no cage';

  before(async () => {
    site = open.use(await startTestSite({ '/shop': SHOP, '/next': NEXT }));
    code = await shareTestCode();
    if (!code) return;
    open.use(code);
    whyNot = (await code.runners.problem('python')) ?? '';
    await code.value('node', `await page.goto('${site.origin}/shop')`);
  });
  after(() => open.disposeAsync());

  const codeTest = (name: string, run: (code: TestCode) => Promise<void>): void =>
    void test(name, (context) => (code && whyNot === '' ? run(code) : context.skip(whyNot)));

  codeTest('plain code drives the page that node drives, and keeps its variables', async ({ value }) => {
    assert.equal(
      await value(
        'python',
        `page.goto("${site.origin}/shop", wait_until="load")\ntitle = page.title()\ntitle`,
      ),
      'Shop',
    );
    assert.equal(
      await value('python', 'import json\njson.dumps([title, page.url[-5:]])'),
      '["Shop", "/shop"]',
    );
    assert.equal(await value('node', 'page.url()'), `${site.origin}/shop`);
    assert.equal(
      await value('python', 'page.fill("#name", "coat")\npage.click("text=Go")\npage.inner_text("#out")'),
      'coat',
    );
    assert.equal(
      await value('python', 'page.select_option("#size", label="Large")\npage.input_value("#size")'),
      'l',
    );
    assert.equal(await value('python', 'page.get_by_placeholder("Search").first.input_value()'), 'coat');
    assert.equal(
      await value('python', `[item.text_content() for item in page.query_selector_all("li.item")]`),
      '["one", "two"]',
    );
    assert.equal(
      await value('python', 'page.locator("li").nth(1).inner_text() + str(page.locator("li").count())'),
      'two2',
    );
    assert.equal(
      await value('python', 'page.get_by_text("next", exact=False).get_attribute("href")'),
      '/next',
    );
    assert.equal(
      await value('python', 'page.check("#agree")\npage.query_selector("#agree").is_checked()'),
      'True',
    );
  });

  codeTest('both styles of asyncio work, with nothing said beforehand', async ({ value }) => {
    assert.equal(await value('python', `await page.goto("${site.origin}/shop")\nawait page.title()`), 'Shop');
    const main = `
import asyncio
async def run():
    await page.goto("${site.origin}/shop")
    await page.get_by_placeholder("Search").fill("hat")
    titles = await asyncio.gather(page.title(), page.locator("h1").inner_text())
    task = asyncio.create_task(page.input_value("#name"))
    return titles + [await task, page.url[-5:]]
`;
    assert.equal(await value('python', `${main}asyncio.run(run())`), '["Shop", "Coats", "hat", "/shop"]');
    assert.equal(await value('python', `${main}await run()`), '["Shop", "Coats", "hat", "/shop"]');
    assert.equal(await value('python', `${main}run()`), '["Shop", "Coats", "hat", "/shop"]');
    const within = `
async with page.expect_console_message() as info:
    await page.click("text=Go")
(await info.value).text`;
    assert.equal(await value('python', within), 'searched hat');
  });

  codeTest('scripts are evaluated by the rule of Python: a function is called', async ({ value }) => {
    assert.equal(await value('python', 'page.evaluate("document.title")'), 'Shop');
    assert.equal(await value('python', 'page.evaluate("() => document.title")'), 'Shop');
    assert.equal(await value('python', 'page.evaluate("([a, b]) => a + b", [1, 2])'), '3');
    assert.equal(
      await value('python', 'page.evaluate("async function (x) { return {y: x} }", {"z": None})'),
      '{"y": {"z": null}}',
    );
    assert.equal(await value('python', `page.eval_on_selector("h1", "e => e.textContent")`), 'Coats');
    assert.equal(await value('python', `page.eval_on_selector_all("li", "all => all.length")`), '2');
    assert.equal(
      await value('python', 'page.locator("li").evaluate_all("(all, by) => all.length * by", 10)'),
      '20',
    );
    assert.equal(
      await value('python', 'page.wait_for_function("() => document.title", timeout=2000).json_value()'),
      'Shop',
    );
  });

  codeTest('events, requests and new pages', async ({ run, value }) => {
    const said = await run(
      'python',
      `page.on("console", lambda message: print("said:", message.text, message.type))
page.fill("#name", "cap")
page.click("text=Go")
with page.expect_popup() as popup:
    page.click("#pop")
popup.value.wait_for_load_state()
print(popup.value.title(), len(page.context.pages))
popup.value.close()
with page.expect_response(lambda response: response.url.endswith("/next")) as caught:
    page.evaluate("fetch('/next')")
print(caught.value.status, caught.value.text()[-9:])`,
    );
    assert.equal(said.stderr, '');
    assert.equal(said.stdout, 'said: searched cap log\nNext 2\n200 next page\n');
    const routed = `
def handle(route, request):
    print(request.method, request.url[-5:])
    route.fulfill(status=201, body="<title>mock</title>", content_type="text/html")
page.route("**/mock", handle)
answer = page.goto("${site.origin}/mock")
page.unroute("**/mock", handle)
[answer.status, answer.ok, page.title(), answer.headers["content-type"]]`;
    assert.equal(await value('python', routed), '[201, true, "mock", "text/html"]');
    assert.equal(await value('python', `page.goto("${site.origin}/mock").status`), '404');
    const exposed = `
page.expose_function("twice", lambda x: x * 2)
page.goto("${site.origin}/shop")
page.evaluate("twice(21)")`;
    assert.equal(await value('python', exposed), '42');
  });

  codeTest('modules of Playwright hand out the session, and its assertions', async ({ value }) => {
    const script = `
import re
from playwright.sync_api import Page, sync_playwright, expect, TimeoutError as PlaywrightTimeoutError
seen = []
with sync_playwright() as p:
    browser = p.chromium.launch(headless=True)
    own = browser.new_page()
    own.goto("${site.origin}/shop")
    expect(own).to_have_title(re.compile("SHOP", re.I))
    expect(own.locator("li")).to_have_text(["one", "two"])
    expect(own.locator("#out")).to_have_class("item big")
    expect(own.locator("#gone")).not_to_be_visible()
    expect(own.get_by_role("heading", name="Coats")).to_be_visible()
    try:
        expect(own.locator("h1")).to_have_text("Hats", timeout=100)
    except AssertionError as error:
        seen.append(str(error).splitlines()[-1])
    try:
        own.wait_for_selector("#gone", timeout=100)
    except PlaywrightTimeoutError as error:
        seen.append(str(error).splitlines()[0])
    seen.append(isinstance(own, Page))
    own.close()
    browser.close()
seen`;
    assert.equal(
      await value('python', script),
      '["Actual value: Coats", "Page.wait_for_selector: Timeout 100ms exceeded.", true]',
    );
    const later = `
from playwright.async_api import async_playwright
async with async_playwright() as p:
    browser = await p.chromium.connect_over_cdp("http://localhost:9222")
    found = browser.contexts[0].pages[0]
    said = await found.title()
said`;
    assert.equal(await value('python', later), 'Shop');
  });

  codeTest('files: screenshots, uploads, bytes', async ({ value }) => {
    const shot =
      'import os, tempfile\npath = os.path.join(tempfile.gettempdir(), "a.png")\npage.screenshot(path=path, full_page=True)\nopen(path, "rb").read(4)';
    assert.equal(await value('python', shot), Buffer.from('\x89PNG', 'latin1').toString('base64'));
    assert.match(await value('python', 'page.screenshot(type="jpeg")'), /^\/9j\//);
    const upload =
      'open("up.txt", "w").write("contents")\npage.set_input_files("#file", "up.txt")\npage.evaluate("document.querySelector(\'#file\').files[0].text()")';
    assert.equal(await value('python', upload), 'contents');
    assert.equal(
      await value(
        'python',
        'page.context.add_cookies([{"name": "a", "value": "b", "url": page.url}])\n[c["value"] for c in page.context.cookies()]',
      ),
      '["b"]',
    );
  });

  codeTest('errors are those of Python, with its lines', async ({ run }) => {
    const thrown = await run('python', 'def f():\n    raise ValueError("no")\nf()');
    assert.deepEqual([thrown.exitCode, thrown.result], [1, '']);
    assert.match(
      thrown.stderr,
      /^Traceback \(most recent call last\):\n {2}File "code\.py", line 3, in <module>\n {4}f\(\)\n/,
    );
    assert.match(thrown.stderr, /\nValueError: no\n$/);
    assert.match((await run('python', 'x = (')).stderr, /^ {2}File "code\.py", line 1\n[^]*SyntaxError/);
    const late = await run('python', 'page.click("#gone", timeout=100)');
    assert.match(late.stderr, /line 1, in <module>[^]*TimeoutError: Page\.click: Timeout 100ms exceeded/);
    assert.match(
      (await run('python', 'page.nope()')).stderr,
      /AttributeError: 'Page' object has no attribute 'nope'/,
    );
    const caught = await run(
      'python',
      'try:\n    page.click("#gone", timeout=100)\nexcept:\n    pass\nprint("é")',
    );
    assert.deepEqual([caught.exitCode, caught.stdout, caught.stderr], [0, 'é\n', '']);
    assert.equal((await run('python', 'import sys\nsys.exit(4)')).exitCode, 4);
    assert.equal((await run('python', 'import os\nprint("bye", flush=True)\nos._exit(5)')).exitCode, 5);
  });

  codeTest('code has no other programs, no network and no files of the machine', async ({ value }) => {
    const tries = `
import os, socket, subprocess
def fails(act):
    try:
        return act() is None
    except OSError:
        return True
[fails(lambda: subprocess.run(["/bin/true"])), fails(socket.socket), fails(lambda: open("/etc/passwd")), sorted(os.environ)]`;
    assert.equal(
      await value('python', tries),
      '[true, true, true, ["HOME", "LC_CTYPE", "OPENSSL_CONF", "TMPDIR"]]',
    );
  });

  codeTest(
    'code that takes too long is killed; the page and the variables of node stay',
    async ({ run, value }) => {
      await value('node', 'var kept = 1');
      const loop = await run('python', 'print("before", flush=True)\nwhile True: pass', 500);
      assert.deepEqual([loop.exitCode, loop.isKilled, loop.stdout], [137, true, 'before\n']);
      const waiting = await run('python', 'page.wait_for_selector("#gone")', 500);
      assert.equal(waiting.isKilled, true);
      assert.equal(await value('python', 'page.title()'), 'Shop');
      assert.equal(await value('node', 'kept'), '1');
    },
  );
});
