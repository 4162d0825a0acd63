import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { shareTestCode, type TestCode } from '../../test/support/share-test-code.ts';
import { startTestSite } from '../../test/support/test-site.ts';
import type { LoopbackSite } from '../../test/support/loopback-site.ts';

const FORM = `<!doctype html><title>Form</title><input id=name><input type=file id=file onchange="read(this)"><p id=said></p>
<button onclick="document.title = document.querySelector('#name').value">Go</button>
<script>async function read(input) { said.textContent = input.files[0].name + ': ' + await input.files[0].text(); }</script>`;

describe('code of a session in node', { timeout: 300_000 }, () => {
  const open = new AsyncDisposableStack();
  let code: TestCode | undefined;
  let site: LoopbackSite;

  before(async () => {
    code = await shareTestCode();
    if (code) open.use(code);
    site = open.use(await startTestSite({ '/form': FORM }));
  });
  after(() => open.disposeAsync());

  const codeTest = (name: string, run: (code: TestCode) => Promise<void>): void =>
    void test(name, (context) => (code ? run(code) : context.skip('no browser, or no cage')));

  codeTest('the page, its context and its browser are there', async ({ value, session }) => {
    const url = `${site.origin}/form`;
    assert.equal(await value('node', `await page.goto('${url}'); await page.title()`), 'Form');
    assert.equal(await value('node', 'page.title()'), 'Form', 'a promise that nobody awaits');
    assert.equal(await value('node', `await page.fill('#name', 'Ada'); await page.click('text=Go')`), '');
    assert.equal(await value('node', `await page.textContent('title')`), 'Ada');
    assert.equal(await value('node', 'context.pages().length + browser.contexts().length'), '2');
    assert.equal(session.tabs()[0]?.url, url);
  });

  codeTest(
    'what code declares at its top is there for the next call, and may be declared anew',
    async ({ value }) => {
      await value(
        'node',
        'const a = 1; let { b, c: [d] } = { b: 2, c: [3] }; var e; class F {}; async function g() { return a + b + d; }',
      );
      assert.equal(
        await value('node', `[await g(), typeof e, new F().constructor.name].join()`),
        '6,undefined,F',
      );
      assert.equal(await value('node', 'const a = 10; await g()'), '15');
      assert.equal(await value('node', 'for (var i = 0; i < 3; i++) { var last = i } '), '');
      assert.equal(await value('node', 'i + last'), '5');
      assert.equal(await value('node', `import { join } from 'node:path'; join('a', 'b')`), 'a/b');
      assert.equal(await value('node', `const URL = 'x'; await page.goto('${site.origin}/form'); URL`), 'x');
      assert.equal(
        await value('node', 'page = page; const other = await context.newPage(); page = other; 1'),
        '1',
      );
      assert.equal(await value('node', `const same = page === other; await other.close(); same`), 'true');
      assert.equal(await value('node', 'page.isClosed()'), 'false');
    },
  );

  codeTest('the last value is the result, as text', async ({ value }) => {
    assert.equal(await value('node', `({ a: [1, null], b: 'x' })`), '{"a":[1,null],"b":"x"}');
    assert.equal(await value('node', `Buffer.from('abc')`), 'YWJj');
    assert.equal(await value('node', 'new Map([[1, 2]])'), 'Map(1) { 1 => 2 }');
    assert.equal(await value('node', 'null'), 'null');
    assert.equal(await value('node', 'undefined'), '');
    assert.equal(await value('node', `try { 'tried' } catch { 'caught' }`), 'tried');
    assert.equal(await value('node', `if (true) { (1, 2) } // why`), '2');
    assert.equal(await value('node', 'return 7'), '7');
    assert.match(await value('node', 'page.locator("a")'), /locator\('a'\)/);
  });

  codeTest(
    'errors are told with the lines of the code, and leave its variables alone',
    async ({ run, value }) => {
      const thrown = await run(
        'node',
        'const kept = 5;\nfunction f() {\n  throw new TypeError("no");\n}\nf();',
      );
      assert.equal(thrown.stderr, 'TypeError: no\n    at f (code.js:3:9)\n    at code.js:5:25\n');
      assert.deepEqual([thrown.exitCode, thrown.result, thrown.isKilled], [1, '', false]);
      assert.equal(await value('node', 'kept'), '5');
      assert.match((await run('node', 'const (')).stderr, /^SyntaxError: Unexpected token \(1:6\)\n$/);
      assert.match((await run('node', 'document.title')).stderr, /page\.evaluate\(\(\) => document\.title\)/);
      assert.match((await run('node', 'throw "text"')).stderr, /^Uncaught 'text'\n$/);
      const late = await run(
        'node',
        'setTimeout(() => { throw new Error("late") }, 1); await page.waitForTimeout(50); 3',
      );
      assert.deepEqual([late.exitCode, late.result], [1, '3']);
      assert.match(late.stderr, /^Error: late\n/);
      assert.match((await run('node', `require('undici')`)).stderr, /Cannot find module 'undici'/);
    },
  );

  codeTest('all that code writes comes, in its order', async ({ run }) => {
    const written = await run(
      'node',
      `console.log('a'); process.stdout.write('b\\n'); require('fs').writeSync(1, 'c\\n'); console.error('d')`,
    );
    assert.deepEqual([written.stdout, written.stderr], ['a\nb\nc\n', 'd\n']);
    const much = await run('node', `console.log('é'.repeat(1_000_000)); 0`);
    assert.equal(much.stdout.length, 1_000_001);
  });

  codeTest(
    'files are written and read in /tmp, and given to the page by their contents',
    async ({ value }) => {
      await value('node', `await page.goto('${site.origin}/form'); const folder = process.env.TMPDIR`);
      const bytes = await value(
        'node',
        `await page.screenshot({ path: folder + '/a.png' }); require('fs').readFileSync(folder + '/a.png').subarray(1, 4).toString()`,
      );
      assert.equal(bytes, 'PNG');
      await value('node', `require('fs').writeFileSync(folder + '/up.txt', 'contents')`);
      for (const [at, act] of [
        `page.setInputFiles('#file', folder + '/up.txt')`,
        `page.locator('#file').setInputFiles([folder + '/up.txt'])`,
        `(await page.$('#file')).setInputFiles(folder + '/up.txt')`,
        `Promise.all([page.waitForEvent('filechooser').then(async (chooser) => chooser.setFiles(folder + '/up.txt')), page.click('#file')])`,
      ].entries()) {
        await value(
          'node',
          `await page.evaluate(() => { said.textContent = '' }); await ${act}; await page.locator('text=contents').waitFor()`,
        );
        assert.equal(await value('node', `page.textContent('#said')`), 'up.txt: contents', `${at}`);
      }
    },
  );

  codeTest(
    'scripts for Playwright find the browser of the session, which survives their end',
    async ({ value }) => {
      const title = await value(
        'node',
        `const { chromium } = require('playwright');
       const own = await chromium.launch({ headless: true });
       const fresh = await own.newPage();
       await fresh.goto('${site.origin}/form');
       const said = await fresh.title();
       await fresh.context().close();
       await own.close();
       said`,
      );
      assert.equal(title, 'Form');
      assert.equal(
        await value('node', 'await browser.close(); await context.close(); await page.title()'),
        'Form',
      );
    },
  );

  codeTest(
    'code has no environment, no other programs, no network and no files of the machine',
    async ({ value }) => {
      const names = JSON.parse(await value('node', 'Object.keys(process.env).sort()')) as string[];
      assert.deepEqual(names, ['HOME', 'OPENSSL_CONF', 'TMPDIR']);
      const fails = (act: string): Promise<string> =>
        value(
          'node',
          `await (async () => { try { await (${act}); return 'done' } catch (error) { return 'failed' } })()`,
        );
      assert.equal(await fails(`require('child_process').execFileSync('/bin/true')`), 'failed');
      assert.equal(await fails(`fetch('${site.origin}/form')`), 'failed');
      assert.equal(await fails(`require('fs').readFileSync('/etc/passwd')`), 'failed');
      assert.equal(await fails(`require('fs').writeFileSync('${import.meta.filename}', '')`), 'failed');
    },
  );

  codeTest('process.exit ends the runner with its code; the page stays', async ({ run, value }) => {
    await value(
      'node',
      `await page.goto('${site.origin}/form'); await page.fill('#name', 'typed'); var lost = 1`,
    );
    const ended = await run('node', `console.log('bye'); process.exit(3)`);
    assert.deepEqual(ended, { stdout: 'bye\n', stderr: '', result: '', exitCode: 3, isKilled: false });
    assert.equal(await value('node', `await page.inputValue('#name') + typeof lost`), 'typedundefined');
  });

  codeTest('code that takes too long is killed; the page and its cookies stay', async ({ run, value }) => {
    await value(
      'node',
      `await page.goto('${site.origin}/form'); await context.addCookies([{ name: 'n', value: 'v', url: page.url() }])`,
    );
    const loop = await run('node', `console.log('before'); for (;;);`, 500);
    assert.deepEqual([loop.exitCode, loop.isKilled, loop.stdout], [137, true, 'before\n']);
    assert.match(loop.stderr, /ended after 0\.5 s\. Its variables are lost; the page stays as it is\.\n$/);
    assert.equal(
      await value('node', '(await context.cookies())[0].value + page.url()'),
      `v${site.origin}/form`,
    );
    const held = await run('node', `await page.evaluate(() => { for (;;); })`, 500);
    assert.equal(held.isKilled, true);
    assert.equal(
      await value('node', 'page.title()'),
      'Form',
      'a script of the page that never ends is stopped',
    );
  });

  codeTest('a caller that leaves ends the code', async ({ runner, value }) => {
    const leaving = new AbortController();
    const call = runner.run({
      language: 'node',
      code: 'await new Promise(() => {})',
      timeoutMs: 60_000,
      signal: leaving.signal,
    });
    leaving.abort(new Error('gone'));
    await assert.rejects(call, { message: 'gone' });
    assert.equal(await value('node', '1'), '1');
  });
});
