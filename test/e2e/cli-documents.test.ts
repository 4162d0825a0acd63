import assert from 'node:assert/strict';
import { mkdtempDisposable, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { LoopbackSite } from '../support/loopback-site.ts';
import { runCli } from '../support/run-cli.ts';
import { runOnTerminal } from '../support/run-on-terminal.ts';
import { shareTestService } from '../support/share-test-service.ts';
import { startTestSite } from '../support/test-site.ts';

const PROSE = 'Some prose that is long enough to be seen as the content.';
const PAGE = `<title>A "page": one</title><main><h1>Hello</h1><p>${PROSE}</p><h2>More</h2><p>And <a href="/other">a link</a>.</p></main>`;

describe('documents on the command line', { concurrency: 3 }, () => {
  let site: LoopbackSite;
  let folder: Awaited<ReturnType<typeof mkdtempDisposable>>;
  let environment: Record<string, string>;

  before(async () => {
    folder = await mkdtempDisposable(path.join(tmpdir(), 'decant-cli-documents-'));
    site = await startTestSite({ '/': PAGE, '/a/b': PAGE, '/never': () => undefined });
    environment = {
      DECANT_ALLOW_ADDRESSES: `127.0.0.1:${site.port}`,
      DECANT_DATA_DIR: path.join(folder.path, 'none'),
    };
  });

  after(async () => {
    await site?.[Symbol.asyncDispose]();
    await folder?.remove();
  });

  const run = (args: readonly string[], input = '') => runCli(args, environment, { input, cwd: folder.path });

  test('--front-matter and --chunks', async () => {
    const titled = await run(['scrape', site.origin, '--front-matter']);
    assert.ok(
      titled.stdout.startsWith(
        `---\ntitle: "A \\"page\\": one"\nurl: "${site.origin}/"\nsourceURL: "${site.origin}"\nstatusCode: 200\n---\n\n# Hello\n`,
      ),
      titled.stdout,
    );
    const { stdout } = await run(['scrape', site.origin, '--chunks', '13']);
    const pieces = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.deepEqual(
      pieces.map(({ index, headings, words }) => [index, headings, words]),
      [
        [0, ['Hello'], 13],
        [1, ['Hello', 'More'], 8],
      ],
    );
    for (const args of [
      ['--front-matter', '--json'],
      ['--chunks', '5', '--format', 'html'],
      ['--chunks', 'x'],
      ['--front-matter', '--chunks', '5'],
    ]) {
      const { code, stderr } = await run(['scrape', site.origin, ...args]);
      assert.deepEqual([code, stderr.startsWith('decant: --')], [2, true], stderr);
    }
  });

  test('a list of URLs becomes lines of JSON, in its order; failures are told and are the exit code', async () => {
    const list = path.join(folder.path, 'urls.txt');
    const urls = [`${site.origin}/a/b`, '', '# a remark', `${site.origin}/missing`, 'no URL', site.origin];
    await writeFile(list, `\ufeff${urls.join('\r\n')}`);
    for (const [args, input] of [
      [['--input', list], ''],
      [['--input', '-'], urls.join('\n')],
      [['-'], urls.join('\n')],
    ] as const) {
      const { code, stdout, stderr } = await run(['scrape', ...args, '--format', 'markdown,links'], input);
      assert.equal(code, 1, stderr);
      const documents = stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      assert.deepEqual(
        documents.map(({ metadata }) => [metadata.url, metadata.statusCode]),
        [
          [`${site.origin}/a/b`, 200],
          [`${site.origin}/missing`, 404],
          [`${site.origin}/`, 200],
        ],
      );
      assert.deepEqual(documents[0].links, [`${site.origin}/other`]);
      assert.match(
        stderr,
        /^failed: no URL: [^\n]+\n2 pages printed, 1 answered with an error \(1×404\), 1 failed\n$/,
      );
    }
    assert.equal((await run(['scrape', '--input', 'nowhere.txt'])).code, 2);
    assert.match((await run(['scrape', '-'], '\n# nothing\n')).stderr, /There is no URL in standard input/);
  });

  test('with --output a list becomes a folder, which is a new one', async () => {
    const args = ['scrape', '-', '-o', 'pages', '--front-matter', '--chunks', '50'];
    const { code, stdout, stderr } = await run(args, `${site.origin}/a/b\n${site.origin}\n`);
    assert.deepEqual([code, stdout, stderr], [0, '', '2 pages in pages/\n']);
    const host = `127.0.0.1-${site.port}`;
    const pages = path.join(folder.path, 'pages');
    assert.deepEqual((await readdir(pages)).toSorted(), [host, 'index.jsonl']);
    assert.match(
      await readFile(path.join(pages, host, 'a/b.md'), 'utf8'),
      /^---\ntitle: .*\n[^]*\n# Hello\n/,
    );
    assert.match(await readFile(path.join(pages, host, 'index.chunks.jsonl'), 'utf8'), /^{"url":/);
    const index = (await readFile(path.join(pages, 'index.jsonl'), 'utf8')).trimEnd().split('\n');
    assert.deepEqual(
      index.map((line) => JSON.parse(line).file),
      [`${host}/a/b.md`, `${host}/index.md`],
    );
    assert.match((await run(args, site.origin)).stderr, /pages is not empty/);
  });

  test('parse reads standard input when it is told what that is, and resolves links', async () => {
    const base = ['--base-url', 'https://docs.example/guide/'];
    const expected = new RegExp(`^# Hello\n\n${PROSE}[^]*\\[a link\\]\\(https://docs\\.example/other\\)`);
    for (const kind of [
      ['--type', 'html'],
      ['--type', 'text/html'],
      ['--name', 'page.html'],
    ])
      assert.match((await run(['parse', '-', ...kind, ...base], PAGE)).stdout, expected);
    const untold = await run(['parse', '-'], PAGE);
    assert.deepEqual([untold.code, untold.stderr.includes('--type pdf')], [2, true]);
    const file = path.join(folder.path, 'page.html');
    await writeFile(file, PAGE);
    assert.match((await run(['parse', file, ...base])).stdout, expected);
    assert.match((await run(['scrape', file])).stderr, /is a file.*decant parse/);
    assert.match((await run(['parse', site.origin])).stderr, /is a URL.*decant scrape/);
  });

  test('a running service does the work when it is named, and what it refuses is told', async () => {
    const service = await shareTestService();
    const asks = (args: readonly string[], settings: Record<string, string>, input = '') =>
      runCli(args, { DECANT_DATA_DIR: path.join(folder.path, 'none'), ...settings }, { input });
    const named = { DECANT_URL: service.url, DECANT_API_KEY: service.key };
    // The addresses are allowed there, not here.
    const scraped = await asks(['scrape', `${site.origin}/a/b`], named);
    assert.match(scraped.stdout, new RegExp(`^# Hello\n\n${PROSE}`), scraped.stderr);
    const flag = await asks(
      ['scrape', '-', '--service', `${service.url}/`],
      { DECANT_API_KEY: service.key },
      site.origin,
    );
    assert.equal(JSON.parse(flag.stdout).metadata.url, `${site.origin}/`);
    const parsed = await asks(['parse', '-', '--name', 'x.html'], named, PAGE);
    assert.match(parsed.stdout, /^# Hello/, parsed.stderr);
    const mapped = await asks(['map', site.origin], named);
    assert.ok(mapped.stdout.split('\n').includes(`${site.origin}/`), mapped.stderr);

    for (const [args, settings, code, text] of [
      [[], { DECANT_URL: service.url }, 1, /asks for a key: set DECANT_API_KEY/],
      [[], { ...named, DECANT_API_KEY: 'fc-wrong-key' }, 1, /does not know the key in DECANT_API_KEY/],
      [['--timeout', '1000'], named, 1, /\(SCRAPE_TIMEOUT\)\n$/],
      [['--explain'], named, 2, /--explain tells of work that is done here/],
      [['--service', 'nowhere'], {}, 2, /--service takes a URL/],
      [
        ['--service', 'http://127.0.0.1:9'],
        {},
        1,
        /No service answers at http:\/\/127\.0\.0\.1:9: .*serve" starts one/,
      ],
      [['--service', site.origin], {}, 1, /is no Decant: status 404/],
    ] as const) {
      const refused = await asks(['scrape', `${site.origin}/never`, ...args], settings);
      assert.equal(refused.code, code, refused.stderr);
      assert.match(refused.stderr, text);
      assert.equal(refused.stderr.trimEnd().split('\n').length, 1, refused.stderr);
    }
  });

  test('on a terminal a line tells what is being done; a pipe gets none', async (context) => {
    const args = (name: string) => [name, `${site.origin}/never`, '--timeout', '2000'];
    for (const name of ['scrape', 'map']) {
      assert.doesNotMatch((await run(args(name))).stderr, /\r/);
      const shown = await runOnTerminal(args(name), environment, { mayFail: true });
      if (shown === undefined) return context.skip('no script(1)');
      assert.match(shown, new RegExp(`\r. \\d s {2}[a-z ]+ ${site.origin}`, 'u'));
      // The line goes before the end is told.
      assert.match(shown, /\r\u001b\[Kdecant: /);
    }
  });

  test('a picture is a file: on a terminal one with a name, in a pipe its bytes', async (context) => {
    const service = await shareTestService();
    const png = Buffer.from('89504e470d0a1a0a', 'hex');
    const page = `${site.origin}/a/b`;
    await run(['scrape', page, '--format', 'screenshot', '-o', 'shot.png']);
    assert.deepEqual((await readFile(path.join(folder.path, 'shot.png'))).subarray(0, 8), png);
    const named = { ...environment, DECANT_URL: service.url, DECANT_API_KEY: service.key };
    const name = `127.0.0.1-${site.port}-a-b.screenshot`;
    for (const [settings, file] of [
      [environment, `${name}.png`],
      [named, `${name}-2.png`],
    ] as const) {
      const args = ['scrape', page, '--format', 'markdown,screenshot'];
      const shown = await runOnTerminal(args, settings, { cwd: folder.path });
      if (shown === undefined) return context.skip('no script(1)');
      assert.ok(shown.includes(`"screenshot": "${file}"`), shown);
      assert.deepEqual((await readFile(path.join(folder.path, file))).subarray(0, 8), png);
    }
  });
});
