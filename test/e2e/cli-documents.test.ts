import assert from 'node:assert/strict';
import { mkdtempDisposable, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { LoopbackSite } from '../support/loopback-site.ts';
import { callCli, runCli, runCliCalls, type CliCall } from '../support/run-cli.ts';
import { runOnTerminal } from '../support/run-on-terminal.ts';
import { shareTestService } from '../support/share-test-service.ts';
import { startTestSite } from '../support/test-site.ts';

const PROSE = 'Some prose that is long enough to be seen as the content.';
const PAGE = `<title>A "page": one</title><main><h1>Hello</h1><p>${PROSE}</p><h2>More</h2><p>And <a href="/other">a link</a>.</p></main>`;
const KETTLE = `<title>Copper kettle</title><main><h1>Copper kettle</h1>
  <p>The copper kettle from Acme holds two litres of water and boils them within four minutes on any stove.</p>
  <p>We deliver it within three working days to every address in the country, free of charge above fifty euros.</p>
  <table><tr><th>Weight</th><td>1.2 kg</td></tr></table></main>`;

describe('documents on the command line', { concurrency: 3 }, () => {
  let site: LoopbackSite;
  let folder: Awaited<ReturnType<typeof mkdtempDisposable>>;
  let environment: Record<string, string>;

  before(async () => {
    folder = await mkdtempDisposable(path.join(tmpdir(), 'decant-cli-documents-'));
    site = await startTestSite({ '/': PAGE, '/a/b': PAGE, '/kettle': KETTLE, '/never': () => undefined });
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
  /** The input is for the one of them that reads it. */
  const runCalls = (calls: ReadonlyArray<string[] | CliCall>, input = '') =>
    runCliCalls(calls, environment, { input, cwd: folder.path });

  test('a file and the pages of a crawl answer questions too', async () => {
    await writeFile(path.join(folder.path, 'kettle.html'), KETTLE);
    const [parsed, data, found] = await runCalls([
      ['parse', 'kettle.html', '--question', 'How long does delivery take?'],
      ['parse', 'kettle.html', '--schema', 'name, weight'],
      ['parse', 'kettle.html', '--highlights', 'weight'],
    ]);
    assert.match(parsed!.stdout, /within three working days/, parsed!.stderr);
    assert.deepEqual(JSON.parse(data!.stdout), { name: 'Copper kettle', weight: '1.2 kg' });
    assert.match(found!.stdout, /1\.2 kg/);
    const asking = ['--question', 'How long does delivery take?', '--schema', 'name, weight'];
    const crawled = await callCli(['crawl', `${site.origin}/kettle`, '--json', ...asking], {
      DECANT_ALLOW_ADDRESSES: '127.0.0.0/8',
      DECANT_DATA_DIR: (await shareTestService()).dataDir,
    });
    const document = JSON.parse(crawled.stdout) as Record<string, unknown>;
    assert.match(String(document['answer']), /within three working days/, crawled.stderr);
    assert.deepEqual(document['json'], { name: 'Copper kettle', weight: '1.2 kg' });
  });

  test('--front-matter and --chunks', async () => {
    const [titled, chunked, ...refused] = await runCalls(
      [
        ['--front-matter'],
        ['--chunks', '13'],
        ['--front-matter', '--json'],
        ['--chunks', '5', '--format', 'html'],
        ['--chunks', 'x'],
        ['--front-matter', '--chunks', '5'],
      ].map((args) => ['scrape', site.origin, ...args]),
    );
    assert.ok(
      titled!.stdout.startsWith(
        `---\ntitle: "A \\"page\\": one"\nurl: "${site.origin}/"\nsourceURL: "${site.origin}"\nstatusCode: 200\n---\n\n# Hello\n`,
      ),
      titled!.stdout,
    );
    const pieces = chunked!.stdout
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
    for (const { code, stderr } of refused)
      assert.deepEqual([code, stderr.startsWith('decant: --')], [2, true], stderr);
  });

  test('a list of URLs becomes lines of JSON, in its order; failures are told and are the exit code', async () => {
    const list = path.join(folder.path, 'urls.txt');
    const urls = [`${site.origin}/a/b`, '', '# a remark', `${site.origin}/missing`, 'no URL', site.origin];
    await writeFile(list, `\ufeff${urls.join('\r\n')}`);
    const formats = ['--format', 'markdown,links'];
    const [ofFile, ofInput, nowhere, ofDash, empty] = await runCalls(
      [
        ['scrape', '--input', list, ...formats],
        ['scrape', '--input', '-', ...formats],
        ['scrape', '--input', 'nowhere.txt'],
        { args: ['scrape', '-', ...formats], input: urls.join('\n') },
        { args: ['scrape', '-'], input: '\n# nothing\n' },
      ],
      urls.join('\n'),
    );
    for (const { code, stdout, stderr } of [ofFile!, ofInput!, ofDash!]) {
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
    assert.equal(nowhere!.code, 2);
    assert.match(empty!.stderr, /There is no URL in standard input/);
  });

  test('with --output a list becomes a folder, which is a new one', async () => {
    const args = ['scrape', '-', '-o', 'pages', '--front-matter', '--chunks', '50'];
    const [written, again] = await runCalls([
      { args, input: `${site.origin}/a/b\n${site.origin}\n` },
      { args, input: site.origin },
    ]);
    assert.deepEqual(written, { code: 0, stdout: '', stderr: '2 pages in pages/\n' });
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
    assert.match(again!.stderr, /pages is not empty/);
  });

  test('parse reads standard input when it is told what that is, and resolves links', async () => {
    const base = ['--base-url', 'https://docs.example/guide/'];
    const expected = new RegExp(`^# Hello\n\n${PROSE}[^]*\\[a link\\]\\(https://docs\\.example/other\\)`);
    const file = path.join(folder.path, 'page.html');
    await writeFile(file, PAGE);
    // The bytes of a real pipe, and of what stands for one.
    const piped = await run(['parse', '-', '--type', 'html', ...base], PAGE);
    assert.match(piped.stdout, expected);
    const [told, named, untold, parsed, ofFile, ofUrl] = await runCalls([
      { args: ['parse', '-', '--type', 'text/html', ...base], input: PAGE },
      { args: ['parse', '-', '--name', 'page.html', ...base], input: PAGE },
      { args: ['parse', '-'], input: PAGE },
      ['parse', file, ...base],
      ['scrape', file],
      ['parse', site.origin],
    ]);
    for (const { stdout } of [told!, named!]) assert.match(stdout, expected);
    assert.deepEqual([untold!.code, untold!.stderr.includes('--type pdf')], [2, true]);
    assert.match(parsed!.stdout, expected);
    assert.match(ofFile!.stderr, /is a file.*decant parse/);
    assert.match(ofUrl!.stderr, /is a URL.*decant scrape/);
  });

  test('a running service does the work when it is named, and what it refuses is told', async () => {
    const service = await shareTestService();
    const asks = (calls: ReadonlyArray<CliCall>) =>
      runCliCalls(calls, { DECANT_DATA_DIR: path.join(folder.path, 'none') });
    const named = { DECANT_URL: service.url, DECANT_API_KEY: service.key };
    // The addresses are allowed there, not here.
    const flags = ['scrape', '-', '--service', `${service.url}/`];
    const [scraped, parsed, mapped, flag] = await asks([
      { args: ['scrape', `${site.origin}/a/b`], environment: named },
      { args: ['parse', '-', '--name', 'x.html'], environment: named, input: PAGE },
      { args: ['map', site.origin], environment: named },
      { args: flags, environment: { DECANT_API_KEY: service.key }, input: site.origin },
    ]);
    assert.match(scraped!.stdout, new RegExp(`^# Hello\n\n${PROSE}`), scraped!.stderr);
    assert.match(parsed!.stdout, /^# Hello/, parsed!.stderr);
    assert.ok(mapped!.stdout.split('\n').includes(`${site.origin}/`), mapped!.stderr);
    assert.equal(JSON.parse(flag!.stdout).metadata.url, `${site.origin}/`);

    type Refusal = readonly [
      args: readonly string[],
      code: number,
      text: RegExp,
      settings: Record<string, string>,
    ];
    const refuses = async (...refusals: Refusal[]): Promise<void> => {
      const ends = await asks(
        refusals.map(([args, , , settings]) => ({
          args: ['scrape', `${site.origin}/never`, ...args],
          environment: settings,
        })),
      );
      for (const [at, [, code, text]] of refusals.entries()) {
        const { code: given, stderr } = ends[at]!;
        assert.equal(given, code, stderr);
        assert.match(stderr, text);
        assert.equal(stderr.trimEnd().split('\n').length, 1, stderr);
      }
    };
    const noService = /No service answers at http:\/\/127\.0\.0\.1:9: .*serve" starts one/;
    await refuses(
      [[], 1, /asks for a key: set DECANT_API_KEY/, { DECANT_URL: service.url }],
      [[], 1, /does not know the key in DECANT_API_KEY/, { ...named, DECANT_API_KEY: 'fc-wrong-key' }],
      [['--timeout', '1000'], 1, /\(SCRAPE_TIMEOUT\)\n$/, named],
      [['--explain'], 2, /--explain tells of work that is done here/, named],
      [['--service', 'nowhere'], 2, /--service takes a URL/, {}],
      [['--service', 'http://127.0.0.1:9'], 1, noService, {}],
      [['--service', site.origin], 1, /is no Decant: status 404/, {}],
    );
  });

  test('on a terminal a line tells what is being done; a pipe gets none', async (context) => {
    const args = (name: string) => [name, `${site.origin}/never`, '--timeout', '2000'];
    const names = ['scrape', 'map'];
    const piped = await runCalls(names.map(args));
    for (const [at, name] of names.entries()) {
      assert.doesNotMatch(piped[at]!.stderr, /\r/);
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
    const named = { DECANT_URL: service.url, DECANT_API_KEY: service.key };
    // The service keeps its browser for the picture that is to come on a terminal.
    const toFile = ['scrape', page, '--format', 'screenshot', '-o', 'shot.png'];
    await runCalls([{ args: toFile, environment: named }]);
    assert.deepEqual((await readFile(path.join(folder.path, 'shot.png'))).subarray(0, 8), png);
    const name = `127.0.0.1-${site.port}-a-b.screenshot`;
    for (const [settings, file] of [
      [environment, `${name}.png`],
      [{ ...environment, ...named }, `${name}-2.png`],
    ] as const) {
      const args = ['scrape', page, '--format', 'markdown,screenshot'];
      const shown = await runOnTerminal(args, settings, { cwd: folder.path });
      if (shown === undefined) return context.skip('no script(1)');
      assert.ok(shown.includes(`"screenshot": "${file}"`), shown);
      assert.deepEqual((await readFile(path.join(folder.path, file))).subarray(0, 8), png);
    }
  });
});
