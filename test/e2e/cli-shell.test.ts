import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { complete } from '../../src/cli/shell/run-shell.ts';
import type { LoopbackSite } from '../support/loopback-site.ts';
import { callCli, runCli, type CliEnd } from '../support/run-cli.ts';
import { startTestSite } from '../support/test-site.ts';

const PROSE =
  'The kettle boils a litre of water in three minutes, and it switches itself off when it is done.';
const PAGE = `<!doctype html><title>Kettles</title><nav class="menu"><a href="/a">Home</a> <a href="/b">All kettles</a></nav>
  <main><h1>Kettles</h1><p>${PROSE}</p><div class="newsletter">Subscribe to our letter</div>
  <p class="second">${PROSE.replace('litre', 'pint')} <a href="/c">More</a></p></main><footer>Imprint</footer>`;

describe('the shell', () => {
  let site: LoopbackSite;
  const asked: string[] = [];

  before(async () => {
    site = await startTestSite({
      '/kettles': (request, response) => {
        asked.push(request.headers['user-agent'] ?? '');
        response.setHeader('content-type', 'text/html').end(PAGE);
      },
      '/app': `<!doctype html><title>App</title><main><h1>Shop</h1><p>${PROSE}</p><p id="late"></p></main>
        <script>late.textContent = 'Written by a script, with prices and places.'</script>`,
      '/gone': (_request, response) => response.destroy(),
    });
  });

  after(() => site?.[Symbol.asyncDispose]());

  /** In the process that such calls share, unless another one is named: where it does not matter how one ends. */
  const type = (
    path: string,
    lines: readonly string[],
    { args = [], run = callCli }: { args?: readonly string[]; run?: typeof runCli } = {},
  ): Promise<CliEnd> =>
    run(
      ['shell', `${site.origin}${path}`, ...args],
      { DECANT_ALLOW_ADDRESSES: '127.0.0.0/8' },
      { input: lines.map((line) => `${line}\n`).join('') },
    );

  test('tries selectors and formats on a page that is fetched once', async () => {
    const { code, stdout, stderr } = await type('/kettles', [
      'parts',
      'keep .menu',
      'drop .second',
      'diff',
      'md',
      'undo',
      'links',
      'html',
      'ask How long does the kettle take to boil a litre of water?',
      'json title',
      'curl',
      '# a remark',
      'exit',
      'md',
    ]);
    assert.equal(code, 0, stderr);
    assert.equal(asked.length, 1);
    assert.match(stderr, /^status 200 {2}Kettles\n\d+ characters of Markdown, 3 parts removed; help tells/);
    assert.match(stdout, /^ {2}\d\.\d % {2}navigation \(sure\) {2}\.menu\n {9}Home All kettles\n/);
    assert.match(stdout, /\nkeep \.menu {2}\+ \d+ characters\ndrop \.second {2}- \d+ characters\n/);
    assert.match(
      stdout,
      /\n--- as it was fetched\n\+\+\+ now\n[^]*\n\+\[Home\][^]*\n-The kettle boils a pint/,
    );
    assert.match(stdout, /\n\[Home\][^\n]*\n\n# Kettles\n\nThe kettle boils a litre[^\n]*\n\d+ characters\n/);
    assert.match(stdout, new RegExp(`\n${site.origin}/c\n`));
    assert.match(stdout, /<nav class="menu">/);
    assert.match(stdout, /three minutes/);
    assert.match(stdout, /"title": "Kettles"/);
    const [, body = ''] = / -d '(.*)'\n$/.exec(stdout) ?? [];
    assert.deepEqual(JSON.parse(body), {
      url: `${site.origin}/kettles`,
      includeTags: ['main', '.menu'],
      excludeTags: ['.newsletter'],
    });
    assert.doesNotMatch(stdout + stderr, /\u001b/);
  });

  test('says what it does not understand, and goes on', async () => {
    const { code, stdout, stderr } = await type(
      '/kettles',
      ['nope', 'keep', 'keep [[', 'undo', 'diff', 'help'],
      { args: ['--only-main-content=false'], run: runCli },
    );
    assert.equal(code, 1);
    assert.match(
      stderr,
      /There is no nope here[^]*keep takes a selector[^]*The selector "\[\[" is not valid[^]*nothing to undo/,
    );
    assert.match(stdout, /^nothing changed\n {2}keep SELECTOR/);
  });

  test('fetches the page once more in a browser, and takes that back', async () => {
    const { code, stdout, stderr } = await type('/app', ['md', 'browser', 'md', 'curl', 'undo', 'curl']);
    assert.equal(code, 0, stderr);
    const [plain = '', rendered = ''] = stdout.split(/^browser {2}\+ \d+ characters$/m);
    assert.doesNotMatch(plain, /Written by a script/);
    assert.match(rendered, /Written by a script[^]*"waitFor":1\}'\n\d+ characters\ncurl [^]*\/app"\}'\n$/);
  });

  test('ends with the error of a page that does not come', async () => {
    const { code, stdout, stderr } = await type('/gone', ['md']);
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, /SCRAPE_SITE_ERROR|closed|connection/i);
  });

  test('completes commands, and selectors of the page behind keep and drop', () => {
    const shell = {
      selectors: (command: string) => (command === 'keep' ? ['.menu', 'footer'] : ['.second']),
    };
    assert.deepEqual(complete('d', shell), [['drop', 'diff'], 'd']);
    assert.deepEqual(complete('keep .', shell), [['.menu'], '.']);
    assert.deepEqual(complete('drop ', shell), [['.second'], '']);
    assert.deepEqual(complete('md ', shell), [[], '']);
  });
});
