import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtempDisposable, open, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { configVariables } from '../../src/config.ts';
import type { LoopbackSite } from '../support/loopback-site.ts';
import { eventually } from '../support/eventually.ts';
import { callCli, runCli, runCliCalls } from '../support/run-cli.ts';
import { runOnTerminal } from '../support/run-on-terminal.ts';
import { shareTestService } from '../support/share-test-service.ts';
import { startTestService } from '../support/test-service.ts';
import { startTestSite } from '../support/test-site.ts';

const MAIN = new URL('../../src/main.ts', import.meta.url);

describe('the command line', () => {
  let site: LoopbackSite;
  let environment: Record<string, string>;

  before(async () => {
    site = await startTestSite({
      '/': '<title>Hello</title><nav><a href="/a">Menu</a></nav><main><h1>Hello</h1><p>Some prose that is long enough to be seen as the content.</p></main>',
      '/steers': '<meta charset="utf-8"><pre>before \u001b]0;owned\u0007\u202egnp.exe after</pre>',
      '/looks-like-a-file': `<pre>data:application/desktop;base64,${Buffer.from('Exec=sh').toString('base64')}</pre>`,
      '/slow': () => undefined,
    });
    environment = { DECANT_ALLOW_ADDRESSES: `127.0.0.1:${site.port}` };
  });

  after(() => site?.[Symbol.asyncDispose]());

  test('scrape prints Markdown, without a server or a database', async () => {
    await using folder = await mkdtempDisposable(path.join(tmpdir(), 'decant-cli-'));
    const { code, stdout } = await runCli(['scrape', site.origin], {
      ...environment,
      DECANT_DATA_DIR: path.join(folder.path, 'none'),
    });
    assert.equal(code, 0);
    assert.equal(stdout, '# Hello\n\nSome prose that is long enough to be seen as the content.\n');
    await assert.rejects(readFile(path.join(folder.path, 'none')), { code: 'ENOENT' });
  });

  test('a page does not steer the terminal that it is printed on; a pipe gets every byte', async (context) => {
    const args = ['scrape', `${site.origin}/steers`, '--format', 'rawHtml'];
    const piped = await runCli(args, environment);
    assert.ok(piped.stdout.includes('before \u001b]0;owned\u0007\u202egnp.exe after'));
    const shown = await runOnTerminal(args, environment);
    if (shown === undefined) return context.skip('no script(1)');
    assert.ok(shown.includes('before \ufffd]0;owned\ufffdgnp.exe after'), shown);
    assert.ok(!shown.includes('\u001b'), shown);
  });

  test('text that looks like a file is written as the text that it is', async () => {
    await using folder = await mkdtempDisposable(path.join(tmpdir(), 'decant-cli-'));
    const file = path.join(folder.path, 'out.md');
    const raw = path.join(folder.path, 'out.html');
    // Both take the place of what is there.
    await Promise.all([file, raw].map((each) => writeFile(each, '<p>Earlier')));
    await runCliCalls(
      [
        ['scrape', `${site.origin}/looks-like-a-file`, '--format', 'rawHtml', '-o', raw],
        ['scrape', `${site.origin}/looks-like-a-file`, '-o', file],
      ],
      environment,
    );
    assert.match(await readFile(raw, 'utf8'), /^<pre>data:application\/desktop;base64,/);
    assert.match(await readFile(file, 'utf8'), /data:application\/desktop;base64,/);
  });

  test('scrape --format, --json, --output, --explain and options by their API names', async () => {
    await using folder = await mkdtempDisposable(path.join(tmpdir(), 'decant-cli-'));
    const file = path.join(folder.path, 'out.md');
    const [links, json, whole, heading, missing, written, told, explained] = await runCliCalls(
      [
        ['scrape', site.origin, '--format', 'links', '--no-only-main-content'],
        ['scrape', site.origin, '--json', '--format', 'markdown,links'],
        ['scrape', site.origin, '--no-only-main-content'],
        ['scrape', site.origin, '--include-tags', 'h1'],
        ['scrape', `${site.origin}/nowhere`],
        ['scrape', site.origin, '-o', file],
        ['scrape', site.origin, '--explain'],
        ['scrape', site.origin, '--explain', '--json'],
      ],
      environment,
    );
    assert.equal(links!.stdout, `${site.origin}/a\n`);
    assert.deepEqual(Object.keys(JSON.parse(json!.stdout)).toSorted(), ['links', 'markdown', 'metadata']);
    assert.match(whole!.stdout, /Menu/);
    assert.equal(heading!.stdout, '# Hello\n');
    assert.deepEqual([missing!.code, missing!.stderr], [0, 'decant: the page answered 404\n']);
    assert.deepEqual([written!.code, written!.stdout], [0, '']);
    assert.match(await readFile(file, 'utf8'), /^# Hello/);
    assert.match(
      told!.stderr,
      /^fetch +status 200, .*\nconvert +html, .*\nremoved +nav +4 chars +navigation: .*\nkept +\d+ chars/,
    );
    assert.equal(told!.stdout, '# Hello\n\nSome prose that is long enough to be seen as the content.\n');
    const steps = JSON.parse(explained!.stderr) as Array<{ step: string; removals?: unknown[] }>;
    assert.deepEqual(
      steps.map(({ step }) => step),
      ['fetch', 'convert'],
    );
    assert.ok((steps[1]?.removals?.length ?? 0) > 0);
  });

  test('failures: exit code 1 with a sentence, wrong calls: exit code 2', async () => {
    const wrong = [
      ['scrape'],
      ['scrape', 'a.example', 'b.example'],
      ['scrape', site.origin, '--nonsense'],
      ['nonsense'],
      ['keys', 'nonsense'],
      ['teams', 'set'],
      ['serve', 'x'],
      ['keys', 'list', 'x'],
      ['keys', 'create', 'x'],
      ['teams', 'list', '--nonsense'],
      ['teams', 'create', ' '],
      ['doctor', 'x'],
    ];
    const misspelling = { DECANT_ALOW_ADDRESSES: 'x' };
    const unreadable = { DECANT_ALLOW_ADDRESSES: site.origin };
    const elsewhere = { DECANT_DATA_DIR: import.meta.filename };
    const [slow, forbidden, list, misspelt, ...ends] = await runCliCalls(
      [
        ['scrape', `${site.origin}/slow`, '--timeout', '1000'],
        ['scrape', 'http://127.0.0.2:9/'],
        { args: ['scrape', site.origin], environment: unreadable },
        { args: ['scrape', site.origin], environment: misspelling },
        { args: ['serve'], environment: elsewhere },
        { args: ['keys'], environment: elsewhere },
        { args: ['crawl', site.origin], environment: elsewhere },
        ...wrong,
      ],
      environment,
    );
    const [folderless, refused] = [ends.slice(0, 3), ends.slice(3)];
    assert.deepEqual([slow!.code, slow!.stdout], [1, '']);
    assert.match(slow!.stderr, /SCRAPE_TIMEOUT/);
    assert.match(forbidden!.stderr, /SCRAPE_ADDRESS_NOT_ALLOWED/);
    for (const [index, { code, stderr }] of refused.entries()) {
      assert.equal(code, 2, wrong[index]!.join(' '));
      assert.match(stderr, /^decant: /);
    }
    assert.equal((await runCli(['serve'], { PORT: 'x' })).code, 2);
    assert.equal(
      list!.stderr,
      `decant: DECANT_ALLOW_ADDRESSES cannot have "${site.origin}" as an entry: it is a URL; write 127.0.0.1:${site.port}\n`,
    );
    assert.equal(list!.code, 2);
    assert.deepEqual(
      [misspelt!.code, misspelt!.stderr],
      [0, 'decant: DECANT_ALOW_ADDRESSES is no variable of Decant: did you mean DECANT_ALLOW_ADDRESSES?\n'],
    );
    for (const { code, stderr } of folderless) {
      assert.deepEqual(
        [code, stderr],
        [
          2,
          `decant: The data folder ${import.meta.filename} cannot be used: it is a file, or lies below one. Set DECANT_DATA_DIR to a folder that this user may write to\n`,
        ],
      );
    }
  });

  test(
    'output that a full disk does not take ends a command with 1',
    { skip: !existsSync('/dev/full') && 'no disk here is always full' },
    async () => {
      await using full = await open('/dev/full', 'w');
      const child = spawn(process.execPath, [fileURLToPath(MAIN), 'version'], {
        stdio: ['ignore', full.fd, 'pipe'],
      });
      const [stderr] = await Promise.all([readText(child.stderr!), once(child, 'exit')]);
      assert.equal(child.exitCode, 1);
      assert.match(stderr, /^decant: The output could not be written: ENOSPC/);
    },
  );

  test('help is generated: every command, every variable, every option', async () => {
    const { code, stdout } = await runCli(['--help']);
    assert.equal(code, 0);
    // Fits on a small terminal.
    assert.ok(stdout.split('\n').length <= 24, stdout);
    for (const line of stdout.split('\n')) assert.ok(line.length <= 80, line);
    const calls = [
      ['help', 'variables'],
      ['serve', '--help'],
      ['help', 'serve'],
      ['help', 'srape'],
      ['scrape', '--help'],
      ['--version'],
    ];
    const ends = await runCliCalls(calls);
    const [variables, ofServe, helpServe, , scrape, version] = ends.map((end) => end.stdout);
    for (const { name } of configVariables) assert.ok(variables!.includes(name), name);
    for (const serve of [ofServe!, helpServe!])
      assert.match(serve, /^Usage: decant serve [^]*--role browser/);
    assert.deepEqual(ends[3], {
      code: 2,
      stdout: '',
      stderr: 'decant: There is no command "srape"; did you mean scrape?\n',
    });
    for (const flag of ['--[no-]only-main-content', '--include-tags A,B', '--timeout N', '--format'])
      assert.ok(scrape!.includes(flag), flag);
    assert.match(version!, /^\d+\.\d+\.\d+\n$/);
  });

  test('keys and teams, beside a running service and without one', async () => {
    await using service = await startTestService();
    const own = { DECANT_DATA_DIR: service.dataDir };
    const [shown, create] = await runCliCalls([['keys'], ['keys', 'create', '--label', 'laptop']], own);
    assert.ok(shown!.stdout.includes(service.key));
    const created = create!.stdout.trim();
    const asLaptop = { headers: { authorization: `Bearer ${created}` } };
    assert.equal((await service.call('/v2/concurrency-check', undefined, asLaptop)).status, 200);
    const [revoked, again, made, table, ofTeam] = await runCliCalls(
      [
        ['keys', 'revoke', 'laptop'],
        ['keys', 'revoke', 'laptop'],
        ['teams', 'create', 'small', '--concurrency', '2', '--credits', '1'],
        ['teams'],
        ['keys', 'create', '--team', 'small'],
      ],
      own,
    );
    assert.deepEqual(revoked, { code: 0, stdout: 'revoked\n', stderr: '' });
    await eventually(async () =>
      assert.equal((await service.call('/v2/concurrency-check', undefined, asLaptop)).status, 401),
    );
    assert.deepEqual([again!.code, made!.code], [1, 0]);
    assert.match(table!.stdout, /small +2 +1 +0 +- +- +-/);
    assert.match(table!.stdout, /default .* yes\n/);
    const small = ofTeam!.stdout.trim();
    const asSmall = { headers: { authorization: `Bearer ${small}` } };
    assert.equal((await service.call('/v2/concurrency-check', undefined, asSmall)).body.maxConcurrency, 2);
    assert.equal((await callCli(['teams', 'set', 'small', '--credits', '0'], own)).code, 0);
    await eventually(async () =>
      assert.equal(
        (await service.call('/v2/scrape', { url: 'https://example.invalid' }, asSmall)).status,
        402,
      ),
    );
    await service.stop();
    const [names, asJson, list, raised, lowered, last] = await runCliCalls(
      [
        ['teams'],
        ['teams', '--json'],
        ['keys', 'list', '--json'],
        ['teams', 'set', 'small', '--operator'],
        ['teams', 'set', 'default', '--no-operator'],
        ['teams', 'set', 'small', '--no-operator'],
      ],
      own,
    );
    assert.deepEqual([raised!.stderr, lowered!.stderr], ['', '']);
    assert.match(last!.stderr, /No team is the operator any more/);
    assert.match(names!.stdout, /small/);
    const teams = JSON.parse(asJson!.stdout) as Record<string, unknown>[];
    const found = teams.find(({ name }) => name === 'small');
    assert.deepEqual([found?.['maxConcurrency'], found?.['creditsGranted']], [2, 0]);
    const listed = list!.stdout;
    const keys = JSON.parse(listed) as Record<string, unknown>[];
    assert.deepEqual(
      keys.map(({ team, label, revokedAt }) => [team, label, revokedAt === null]),
      [
        ['default', 'first key', true],
        ['default', 'laptop', false],
        ['small', 'key', true],
      ],
    );
    assert.ok(!listed.includes(service.key));
  });

  test('a revoked first key is not shown as one, and the last live key goes with a word', async () => {
    await using folder = await mkdtempDisposable(path.join(tmpdir(), 'decant-cli-'));
    const own = { DECANT_DATA_DIR: folder.path };
    const { stdout: key } = await callCli(['keys', 'create'], own);
    await writeFile(path.join(folder.path, 'api-key'), key);
    const [live, revoked, rest] = await runCliCalls([['keys'], ['keys', 'revoke', 'key'], ['keys']], own);
    assert.ok(live!.stdout.includes(key.trim()));
    assert.match(revoked!.stderr, /^No key is live any more: "\S+ \S+ keys create" makes another\n$/);
    assert.ok(!rest!.stdout.includes(key.trim()));
    assert.match(rest!.stdout, /The first key \(.*api-key\) is not live/);
  });

  test('doctor says what is there and what is missing', async () => {
    await using folder = await mkdtempDisposable(path.join(tmpdir(), 'decant-cli-'));
    const { code, stdout } = await runCli(['doctor'], { DECANT_DATA_DIR: folder.path, PORT: '0' });
    assert.equal(code, 0);
    assert.match(stdout, /Database +ok +own PostgreSQL [\d.]+ inside the data folder was started/);
    for (const text of ['Node', 'Database', 'Blob store', 'DATABASE_URL', 'DECANT_DATA_DIR', 'Browser'])
      assert.ok(stdout.includes(text), text);

    const { url, dataDir } = await shareTestService();
    const nowhere = { DECANT_DATA_DIR: '/dev/null/nowhere', PORT: '0' };
    const ofService = { DECANT_DATA_DIR: dataDir, PORT: new URL(url).port };
    const own = {
      DECANT_DATA_DIR: folder.path,
      PORT: String(site.port),
      DECANT_OCR_LANGUAGES: 'eng,ita',
      DECANT_BROWSER_PATH: '/bin/true',
      DECANT_PROXIES_BASIC: `http://me:secret-5d@127.0.0.1:${site.port},http://me:secret-5d@127.0.0.1:9`,
    };
    const [bad, beside, tried] = await runCliCalls(
      [nowhere, ofService, own].map((settings) => ({ args: ['doctor'], environment: settings })),
    );
    assert.equal(bad!.code, 1);
    assert.match(bad!.stdout, /problem.*DECANT_DATA_DIR/);
    // A service that runs is no problem to who looks whether it could.
    assert.match(beside!.stdout, /^Port +ok +127\.0\.0\.1:\d+ is used by Decant, which answers there/m);

    // What it calls ok has been tried.
    assert.equal(tried!.code, 1);
    for (const line of [
      /^Port +problem/m,
      /^Files +missing +.*@tesseract\.js-data\/ita/m,
      /^Browser +missing +.*does not start/m,
      /^Proxies +missing +no answer from 127\.0\.0\.1:9 /m,
    ])
      assert.match(tried!.stdout, line);
    assert.doesNotMatch(tried!.stdout, /secret-5d/);
  });
});
