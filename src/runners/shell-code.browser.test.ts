import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { shareTestCode, type TestCode } from '../../test/support/share-test-code.ts';
import { startTestSite } from '../../test/support/test-site.ts';
import type { LoopbackSite } from '../../test/support/loopback-site.ts';

const SHOP = `<!doctype html><title>Shop</title><main><h1>Coats</h1><div><div>
<label>Name <input id=name placeholder=Search></label><select id=size><option>Small</option><option value=l>Large</option></select>
<button onclick="console.log('searched'); document.querySelector('#out').textContent = document.querySelector('#name').value">Go</button>
<input type=checkbox id=agree aria-label=Agree disabled><input type=checkbox id=news aria-label=News>
<p id=out data-kind=result></p></div></div><a href="/next" target=_blank>Next page</a><button hidden>Hidden</button></main>
<iframe srcdoc="<button>Inside</button>"></iframe>`;
const NEXT = '<!doctype html><title>Next</title><p>next page';

describe('code of a session in bash', { timeout: 300_000 }, () => {
  const open = new AsyncDisposableStack();
  let code: TestCode | undefined;
  let site: LoopbackSite;

  before(async () => {
    site = open.use(await startTestSite({ '/shop': SHOP, '/next': NEXT }));
    code = await shareTestCode();
    if (code) open.use(code);
  });
  after(() => open.disposeAsync());

  const codeTest = (name: string, run: (say: Say, code: TestCode) => Promise<void>): void =>
    void test(name, (context) => {
      if (!code) return context.skip('no browser, or no cage');
      const { run: runCode } = code;
      return run(async (line) => {
        const { stdout, stderr, exitCode } = await runCode('bash', line);
        return exitCode === 0 && stderr === '' ? stdout : `${stdout}${stderr}[${exitCode}]`;
      }, code);
    });

  codeTest('pages are opened, read and acted on by references', async (say) => {
    const url = `${site.origin}/shop`;
    assert.equal(await say(`agent-browser open ${url}`), `✓ Shop\n  ${url}\n`);
    const lines = (await say('agent-browser snapshot -i')).trimEnd().split('\n');
    const roles = lines.map((line) => line.replace(/ref=\w+/, 'ref'));
    assert.deepEqual(roles, [
      '- textbox "Name" [ref]',
      '- combobox [ref]',
      '- option "Small" [selected]',
      '- option "Large"',
      '- button "Go" [ref]',
      '- checkbox "Agree" [disabled, ref]',
      '- checkbox "News" [ref]',
      '- link "Next page" [ref]',
      '- button "Inside" [ref]',
    ]);
    const ref = (name: string): string => /ref=(\w+)/.exec(lines.find((line) => line.includes(name))!)![1]!;
    assert.equal(
      await say(`agent-browser fill @${ref('"Name"')} 'it'"'"'s' && agent-browser click @${ref('"Go"')}`),
      '✓ Done\n✓ Done\n',
    );
    assert.equal(await say('agent-browser get text "#out"'), "it's\n");
    assert.equal(await say(`agent-browser click @${ref('"Inside"')}`), '✓ Done\n');
    assert.equal(await say('agent-browser click @e999'), '✗ Unknown ref: e999\n[1]');
    assert.match(await say('agent-browser click "#nope"'), /^✗ Element not found: #nope\. .*\n\[1\]$/);
    assert.equal(await say('agent-browser nonsense'), 'Unknown command: nonsense\n[1]');
  });

  codeTest('a snapshot can be whole, compact, cut and of a part', async (say) => {
    assert.match(
      await say('agent-browser snapshot'),
      /^- (?:generic|main)[^]*- heading "Coats" \[level=1, ref=\w+\]\n/,
    );
    assert.match(await say('agent-browser snapshot -c'), /^- main \[ref=\w+\]\n {2}- heading "Coats"/);
    assert.doesNotMatch(await say('agent-browser snapshot -c'), /generic \[ref=\w+\]\n/);
    assert.equal((await say('agent-browser snapshot -d 1')).split('\n').length < 5, true);
    assert.doesNotMatch(await say('agent-browser snapshot -s label'), /Coats/);
    const { success, data } = JSON.parse(await say('agent-browser snapshot -i --json')) as Answered;
    assert.equal(success, true);
    assert.ok(Object.values(data.refs).some(({ role, name }) => role === 'button' && name === 'Go'));
    await say('agent-browser check "#news"');
    assert.match(
      await say('agent-browser diff snapshot -i'),
      /^- - checkbox "News" [^]*\n\+ - checkbox "News" \[checked/,
    );
  });

  codeTest('commands work without the name before them', async (say) => {
    assert.match(await say('snapshot -i'), /button "Go"/);
    assert.equal(await say('fill "#name" "two words"'), '✓ Done\n');
    assert.equal(await say('wait 10'), '✓ Done\n');
    assert.equal(await say('get value "#name"'), 'two words\n');
    assert.equal(await say('type "#name" !'), '✓ Done\n');
    assert.equal(await say('agent-browser get value "#name" | tr a-z A-Z'), 'TWO WORDS!\n');
    assert.equal(
      await say('get title | cat && get value "#name" > /tmp/name; cat /tmp/name; rm /tmp/name'),
      'Shop\ntwo words!\n',
    );
    assert.match(await say('snapshot -i | grep -c button'), /^\d+\n$/);
    assert.equal(
      await say('echo a > /tmp/x && find /tmp -name x | cat; rm /tmp/x'),
      '/tmp/x\n',
      'programs of the shell stay',
    );
  });

  codeTest('all that is asked of a page', async (say) => {
    assert.equal(await say('agent-browser get title'), 'Shop\n');
    assert.equal(
      await say('agent-browser get title --json'),
      '{"success":true,"data":{"title":"Shop"},"error":null}\n',
    );
    assert.equal(await say('agent-browser get url'), `${site.origin}/shop\n`);
    assert.equal(await say('agent-browser get count option'), '2\n');
    assert.equal(await say('agent-browser get attr "#out" data-kind'), 'result\n');
    assert.equal(await say('agent-browser get html h1'), 'Coats\n');
    assert.match(
      await say('agent-browser get box h1'),
      /^x: {6}[\d.]+\ny: {6}[\d.]+\nwidth: {2}[\d.]+\nheight: [\d.]+\n$/,
    );
    assert.match(await say('agent-browser get styles h1'), /^font-family: .*\nfont-size: 32px\n/);
    assert.equal(
      await say(
        'agent-browser is visible h1; agent-browser is visible "[hidden]"; agent-browser is enabled "#agree"',
      ),
      'true\nfalse\nfalse\n',
    );
    assert.equal(
      await say('agent-browser uncheck "#news" && agent-browser is checked "#news"'),
      '✓ Done\nfalse\n',
    );
    assert.equal(
      await say('agent-browser select "#size" l && agent-browser get value "#size"'),
      '✓ Done\nl\n',
    );
    assert.equal(await say(`agent-browser eval '({a: [1]})'`), '{\n  "a": [\n    1\n  ]\n}\n');
    assert.equal(await say(`agent-browser eval --stdin <<'EOF'\ndocument.title\nEOF`), '"Shop"\n');
    assert.equal(await say(`agent-browser eval -b ${btoa('1 + 1')}`), '2\n');
    assert.equal(await say('agent-browser scrape'), '# Shop\n');
  });

  codeTest('elements are found by what they say', async (say) => {
    assert.equal(await say('agent-browser find label Name fill cap'), '✓ Done\n');
    assert.equal(await say('agent-browser find role button click --name Go'), '✓ Done\n');
    assert.equal(
      await say('agent-browser find placeholder Search type s && agent-browser press Enter'),
      '✓ Done\n✓ Done\n',
    );
    assert.equal(await say('agent-browser get value "#name"'), 'caps\n');
    assert.equal(
      await say('agent-browser find text Coats text; agent-browser find nth 1 option text'),
      'Coats\nLarge\n',
    );
    assert.equal(
      await say(
        'agent-browser find first button hover; agent-browser focus "#name"; agent-browser keyboard inserttext x',
      ),
      '✓ Done\n✓ Done\n✓ Done\n',
    );
    assert.equal(
      await say(
        'agent-browser scroll down 10; agent-browser scrollintoview "#out"; agent-browser hover h1; agent-browser dblclick h1',
      ),
      '✓ Done\n'.repeat(4),
    );
  });

  codeTest('waiting, moving, tabs', async (say) => {
    assert.equal(
      await say(
        `agent-browser wait --load networkidle; agent-browser wait --text Coats; agent-browser wait "#out"`,
      ),
      '✓ Done\n'.repeat(3),
    );
    assert.equal(
      await say('agent-browser click a && agent-browser wait --url "**/next" && agent-browser get title'),
      '✓ Done\n✓ Done\nNext\n',
    );
    assert.equal(
      await say('agent-browser tab'),
      `  [t1] Shop - ${site.origin}/shop\n→ [t2] Next - ${site.origin}/next\n`,
    );
    assert.equal(await say('agent-browser tab 1'), `✓ Shop\n  ${site.origin}/shop\n`);
    assert.equal(await say('agent-browser tab close t2'), '✓ Tab closed\n');
    assert.equal(
      await say(
        `agent-browser tab new ${site.origin}/next && agent-browser tab close && agent-browser get title`,
      ),
      `✓ Next\n  ${site.origin}/next\n✓ Tab closed\nShop\n`,
    );
    assert.equal(
      await say(
        `agent-browser open ${site.origin}/next; agent-browser back; agent-browser forward; agent-browser reload`,
      ),
      `✓ Next\n  ${site.origin}/next\n${site.origin}/shop\n${site.origin}/next\n${site.origin}/next\n`,
    );
    assert.match(await say('agent-browser tab 9'), /^✗ No tab 9; there are 1/);
  });

  codeTest('cookies, storage, requests, console, settings', async (say) => {
    await say(`agent-browser open ${site.origin}/shop`);
    assert.equal(
      await say('agent-browser cookies; agent-browser cookies set a b; agent-browser cookies'),
      'No cookies\n✓ Cookie set\na=b\n',
    );
    assert.equal(
      await say(
        'agent-browser storage local set k v; agent-browser storage local; agent-browser storage local k; agent-browser storage session',
      ),
      '✓ Done\nk: v\nk: v\nNo storage entries\n',
    );
    assert.match(
      await say('agent-browser network requests --filter /shop'),
      /^GET \S+\/shop \(document\) 200\n/,
    );
    await say('agent-browser console --clear');
    await say('agent-browser find role button click --name Go');
    assert.equal(await say('agent-browser console'), '[log] searched\n');
    assert.equal(
      await say('agent-browser set viewport 640 480; agent-browser eval innerWidth'),
      '✓ Done\n640\n',
    );
    assert.equal(
      await say(
        `agent-browser network route '**/next' --body '{"x":1}' && agent-browser open ${site.origin}/next && agent-browser get text body; agent-browser network unroute`,
      ),
      `✓ Done\n✓ \n  ${site.origin}/next\n{"x":1}\n✓ Done\n`,
    );
    assert.equal(
      await say('agent-browser batch "get url" "get title --json"'),
      `${site.origin}/next\n{"success":true,"data":{"title":""},"error":null}\n`,
    );
    assert.equal(await say('agent-browser close'), '✓ Browser closed\n');
    assert.match(await say('agent-browser connect 9222'), /^✗ connect is not for a session/);
  });

  codeTest('it is a shell: files last, variables do not', async (say, { value }) => {
    assert.equal(await say('x=1; echo "$x" > /tmp/kept; { echo a; echo b; } | grep b; exit 86'), 'b\n[86]');
    // Not all files: where this checkout lies below /tmp, the folder that leads to it is there too.
    assert.equal(await say('echo "[$x]"; cat /tmp/kept; printf "%s\\n" kep*'), '[]\n1\nkept\n');
    assert.equal(
      await say('for i in 1 2; do agent-browser get title >/dev/null || exit 9; done; echo $?'),
      '0\n',
    );
    assert.equal(
      await say('node -p "6 * 7"; echo \'{"a":"é"}\' | jq -r .a; sleep 0.01; echo "${HOME}"'),
      '42\né\n/tmp\n',
    );
    assert.match(
      await say('agent-browser screenshot /tmp/shot.png && head -c 4 /tmp/shot.png | tail -c 3'),
      /^✓ Screenshot saved to \/tmp\/shot\.png\nPNG$/,
    );
    assert.match(
      await say('agent-browser screenshot'),
      /^✓ Screenshot saved to \/tmp\/screenshot-\d+\.png\n$/,
    );
    assert.equal(
      await value('node', `require('fs').readFileSync(process.env.TMPDIR + '/kept', 'utf8')`),
      '1\n',
    );
    assert.match(await say('nonsense-command'), /command not found\n\[127\]$/);
    assert.equal(
      await say('cat /etc/passwd; ls /'),
      'dev\ntmp\ncat: /etc/passwd: No such file or directory\n[0]',
    );
  });
});

type Say = (line: string) => Promise<string>;

interface Answered {
  success: boolean;
  data: { refs: Record<string, { role: string; name: string }> };
}
