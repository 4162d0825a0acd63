import assert from 'node:assert/strict';
import { mkdtempDisposable, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { CrawlState } from '../../src/cli/crawl/crawl-folder.ts';
import { startCrawlSite, type CrawlSite } from '../support/crawl-site.ts';
import { openTestServer } from '../support/postgres-server.ts';
import { eventually } from '../support/eventually.ts';
import { pickSize } from '../support/pick-size.ts';
import { callCli, runCliCalls, type CliEnd } from '../support/run-cli.ts';
import { startCli, type StartedCli } from '../support/start-cli.ts';
import { shareTestService } from '../support/share-test-service.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

const PAGES = pickSize(21, 40);
/** So many are written when a command is interrupted. */
const WRITTEN = pickSize(5, 10);
/** Until a command has been interrupted. */
const SLOW = { takesMs: 300 };

/** A site in the form of a tree: page n links to 4n+1 .. 4n+4. Its pages take as long as `pace` says at the time. */
function startTree(pace: { takesMs: number }): Promise<CrawlSite> {
  return startCrawlSite({
    robots: 'User-agent: *\nDisallow: /private',
    pages: (name) => {
      const number = name === '/' ? 0 : Number(/^\/docs\/(\d+)$/.exec(name)?.[1]);
      if (Number.isNaN(number) || number >= PAGES) return undefined;
      const children = [1, 2, 3, 4].map((child) => 4 * number + child).filter((child) => child < PAGES);
      const links = [...children.map((child) => `/docs/${child}`), '/private'];
      return { links, takesMs: pace.takesMs };
    },
  });
}

interface IndexLine {
  file: string;
  files?: string[];
  url: string;
  title: string;
  statusCode: number;
  scrapeId: string;
}

async function readIndex(folder: string): Promise<IndexLine[]> {
  const text = await readFile(path.join(folder, 'index.jsonl'), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as IndexLine);
}

/** Every page of the tree is there, once, in a file of its own. */
async function assertComplete(folder: string): Promise<void> {
  const lines = await readIndex(folder);
  const files = lines.map(({ file }) => file).toSorted();
  const expected = ['index.md', ...Array.from({ length: PAGES - 1 }, (_, index) => `docs/${index + 1}.md`)];
  assert.deepEqual(files, expected.toSorted());
  assert.deepEqual((await readdir(folder)).toSorted(), [
    '.decant-crawl.json',
    'docs',
    'index.jsonl',
    'index.md',
  ]);
  assert.equal((await readdir(path.join(folder, 'docs'))).length, PAGES - 1);
  for (const { file, url, title, statusCode, scrapeId } of lines) {
    const number = file === 'index.md' ? 0 : Number(/\d+/.exec(file)?.[0]);
    assert.deepEqual([title, statusCode], [number === 0 ? '/' : `/docs/${number}`, 200]);
    assert.ok(url.endsWith(number === 0 ? '/' : `/docs/${number}`), url);
    assert.match(scrapeId, /^[0-9a-f-]{36}$/);
    assert.ok((await stat(path.join(folder, file))).size > 20, file);
  }
}

async function readState(folder: string): Promise<CrawlState> {
  return JSON.parse(await readFile(path.join(folder, '.decant-crawl.json'), 'utf8')) as CrawlState;
}

describe('decant crawl', { concurrency: 3 }, () => {
  let site: CrawlSite;
  let folder: Awaited<ReturnType<typeof mkdtempDisposable>>;
  let environment: Record<string, string>;
  /** Of commands that are not about a database of their own: they join that of a service. */
  let beside: Record<string, string>;

  before(async () => {
    site = await startTree({ takesMs: 0 });
    folder = await mkdtempDisposable(path.join(tmpdir(), 'decant-cli-crawl-'));
    environment = {
      DECANT_DATA_DIR: path.join(folder.path, 'data', 'first'),
      DECANT_ALLOW_ADDRESSES: '127.0.0.1',
    };
    beside = {
      DECANT_DATA_DIR: (await shareTestService()).dataDir,
      DECANT_ALLOW_ADDRESSES: '127.0.0.0/8',
    };
  });

  after(async () => {
    await site?.[Symbol.asyncDispose]();
    await folder?.remove();
  });

  function start(args: readonly string[], settings = environment, cwd = folder.path): StartedCli {
    return startCli(['crawl', ...args], settings, { cwd });
  }

  /** With a database of its own, which no other command joins. */
  const alone = (name: string) => ({ ...environment, DECANT_DATA_DIR: path.join(folder.path, 'data', name) });

  async function run(
    args: readonly string[],
    settings = environment,
    cwd = folder.path,
  ): Promise<{ code: number | null; stdout: string; stderr: string }> {
    await using command = start(args, settings, cwd);
    return { code: await command.ended, stdout: command.stdout(), stderr: command.stderr() };
  }

  /** In the process that such calls share: where it does not matter how one begins or ends. */
  const call = (args: readonly string[], settings = environment, cwd = folder.path): Promise<CliEnd> =>
    callCli(['crawl', ...args], settings, { cwd });

  /** Until a folder has that many pages. A database of its own is made before the first. */
  async function written(name: string, pages: number): Promise<void> {
    await eventually(async () => {
      const state = await readState(path.join(folder.path, name)).catch(() => undefined);
      assert.ok((state?.written ?? 0) >= pages, `${state?.written} pages`);
    }, 1_000);
  }

  test('other formats lie beside it; options by their API names', async () => {
    const args = [
      '--format',
      'markdown,links,rawHtml',
      '--limit',
      '3',
      '--exclude-paths',
      '/1$',
      '--no-only-main-content',
      '-o',
      'formats',
      '--no-only-main-content',
    ];
    const { code, stderr } = await call([site.origin, ...args], beside);
    assert.equal(code, 0, stderr);
    const lines = await readIndex(path.join(folder.path, 'formats'));
    assert.deepEqual(lines.map(({ file }) => file).toSorted(), ['docs/2.md', 'docs/3.md', 'index.md']);
    const [first] = lines;
    assert.deepEqual(first?.files?.toSorted(), ['index.links.json', 'index.md', 'index.raw.html']);
    const links = JSON.parse(
      await readFile(path.join(folder.path, 'formats/index.links.json'), 'utf8'),
    ) as string[];
    assert.ok(links.includes(`${site.origin}/docs/2`));
    assert.match(
      await readFile(path.join(folder.path, 'formats/docs/2.raw.html'), 'utf8'),
      /<title>\/docs\/2</,
    );
    assert.match(stderr, /3 pages in formats\/.* limit 3\n$/);
  });

  test('--json prints each document as a line, and no file is written', async () => {
    await using empty = await mkdtempDisposable(path.join(tmpdir(), 'decant-cli-crawl-'));
    const args = ['--json', '--limit', '5', '--format', 'markdown,html'];
    const { code, stdout, stderr } = await call([site.origin, ...args], beside, empty.path);
    assert.equal(code, 0, stderr);
    const documents = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.equal(documents.length, 5);
    for (const document of documents) {
      assert.deepEqual(Object.keys(document).toSorted(), ['html', 'markdown', 'metadata']);
      assert.equal(document.metadata.statusCode, 200);
    }
    assert.deepEqual(await readdir(empty.path), []);
    const job = /Crawl ([0-9a-f-]{36})\n/.exec(stderr)?.[1] ?? '';
    const [rest, folded] = await runCliCalls(
      [
        ['crawl', '--resume', job, '--json', '--skip', '3'],
        ['crawl', '--resume', job, '-o', 'job'],
      ],
      beside,
      { cwd: folder.path },
    );
    assert.deepEqual([rest!.code, rest!.stdout], [0, stdout.split('\n').slice(3).join('\n')]);
    assert.equal(folded!.code, 0);
    assert.equal((await readIndex(path.join(folder.path, 'job'))).length, 5);
  });

  describe('with a database of its own', () => {
    test('Ctrl-C and kill -9 keep what is done, --resume brings each page once', async () => {
      const pace = { ...SLOW };
      await using slow = await startTree(pace);
      const name = `127.0.0.1-${slow.port}`;
      await using interrupted = start([slow.origin, '--max-concurrency', '4']);
      await written(name, WRITTEN);
      interrupted.kill('SIGINT');
      assert.equal(await interrupted.ended, 130, interrupted.stderr());
      assert.match(
        interrupted.stderr(),
        new RegExp(`To go on: node \\S+decant\\.mjs crawl --resume ${name}\n$`),
      );
      const { written: pages, jobId } = await readState(path.join(folder.path, name));
      assert.ok(pages < PAGES, `${pages}`);
      assert.equal((await readIndex(path.join(folder.path, name))).length, pages);

      await using killed = start(['--resume', name]);
      await written(name, pages + 1);
      killed.kill('SIGKILL');
      pace.takesMs = 0;
      await killed.ended;
      // A page without its line, and a line that is cut off.
      const index = path.join(folder.path, name, 'index.jsonl');
      const text = await readFile(index, 'utf8');
      await writeFile(index, text.slice(0, -20));

      const { code, stdout, stderr } = await run(['--resume', name]);
      assert.deepEqual([code, stdout], [0, ''], stderr);
      await assertComplete(path.join(folder.path, name));
      const state = await readState(path.join(folder.path, name));
      assert.deepEqual([state.jobId, state.written, state.isComplete], [jobId, PAGES, true]);
    });
  });

  test('writes a folder with a file for each page and an index, which is gone on with', async () => {
    const { code, stdout, stderr } = await call([site.origin], beside);
    assert.deepEqual([code, stdout], [0, ''], stderr);
    const name = `127.0.0.1-${site.port}`;
    await assertComplete(path.join(folder.path, name));
    assert.match(await readFile(path.join(folder.path, name, 'docs/7.md'), 'utf8'), /^# /);
    assert.match(stderr, new RegExp(`forbidden by robots.txt: ${site.origin}/private\n`));
    assert.match(stderr, new RegExp(`^${PAGES} pages in ${name}/, 1 forbidden by robots.txt\n$`, 'm'));

    const [again, rest, all, other, styled] = await runCliCalls(
      [
        [site.origin],
        ['--resume', name],
        [site.origin, '--resume', '--limit', '10000'],
        ['--resume', name, '--limit', '5', '--format', 'html'],
        ['--resume', name, '--chunks', '100', '--skip-errors'],
      ].map((args) => ['crawl', ...args]),
      beside,
      { cwd: folder.path },
    );
    assert.equal(again!.code, 1);
    assert.match(again!.stderr, /has a crawl already: --resume goes on with it/);
    assert.deepEqual([rest!.code, all!.code, other!.code], [0, 0, 1]);
    assert.match(
      other!.stderr,
      /started with other settings: --limit was 10000, --format was markdown\. Leave them out to go on with it/,
    );
    assert.match(styled!.stderr, /other settings: --skip-errors was not given, --chunks was not given/);
    await assertComplete(path.join(folder.path, name));
  });

  describe('beside a running service', { concurrency: false }, () => {
    let service: TestService;
    let own: Record<string, string>;

    before(async () => {
      service = await startTestService({ environment: { DECANT_ALLOW_ADDRESSES: '127.0.0.1' } });
      own = { ...environment, DECANT_DATA_DIR: service.dataDir };
    });
    after(() => service?.[Symbol.asyncDispose]());

    test('both work on the crawl, and the service goes on after Ctrl-C', async () => {
      const pace = { ...SLOW };
      await using slow = await startTree(pace);
      const args = ['crawl', slow.origin, '-o', 'joined', '--max-concurrency', '4'];
      await using command = startCli(args, own, { cwd: folder.path });
      await written('joined', WRITTEN);
      command.kill('SIGINT');
      pace.takesMs = 0;
      assert.equal(await command.ended, 130, command.stderr());
      assert.match(
        command.stderr(),
        new RegExp(`The service \\(process ${service.process.pid}\\) works on it too`),
      );
      assert.match(
        command.stderr(),
        /\d pages in joined\/\. The service \(process \d+\) goes on with this crawl\.\nTo look: .* jobs follow \S+\nTo end it: .* jobs cancel \S+\nTo go on: .*\n$/,
      );
      const { jobId } = await readState(path.join(folder.path, 'joined'));
      await eventually(async () => {
        const { body } = await service.call(`/v2/crawl/${jobId}`);
        assert.deepEqual([body.status, body.completed], ['completed', PAGES]);
      });
      const rest = await call(['--resume', 'joined'], own);
      assert.equal(rest.code, 0, rest.stderr);
      await assertComplete(path.join(folder.path, 'joined'));
    });

    test('the process that runs the database ends: the crawl goes on without it', async () => {
      const pace = { ...SLOW };
      await using slow = await startTree(pace);
      const args = ['crawl', slow.origin, '-o', 'left', '--max-concurrency', '4'];
      await using command = startCli(args, own, { cwd: folder.path });
      await written('left', WRITTEN);
      await service.stop();
      pace.takesMs = 0;
      assert.equal(await command.ended, 0, command.stderr());
      assert.match(command.stderr(), /The database has gone away and is opened again\n/);
      await assertComplete(path.join(folder.path, 'left'));
    });
  });

  test('beside a service with other settings it says so, and crawls nothing', async () => {
    const own = { ...beside, DECANT_ALLOW_ADDRESSES: '127.0.0.1' };
    const { code, stderr } = await call([site.origin, '-o', 'other'], own);
    assert.equal(code, 1);
    assert.match(
      stderr,
      /^decant: The service \(process \d+\) works on .*DECANT_ALLOW_ADDRESSES is not what was given here/,
    );
    await assert.rejects(readState(path.join(folder.path, 'other')), { code: 'ENOENT' });
  });

  test('a service on another data folder with the same database is compared as well', async () => {
    await using server = await openTestServer();
    const shared = { DATABASE_URL: server.url, DECANT_SECRET: 'the same in both processes' };
    await using service = await startTestService({
      environment: { ...shared, DECANT_ALLOW_ADDRESSES: '10.0.0.1' },
    });
    const settings = { ...alone('remote'), ...shared };
    const { code, stderr } = await call([site.origin, '-o', 'remote'], settings);
    assert.equal(code, 1);
    assert.match(
      stderr,
      new RegExp(
        `^decant: The service \\(process ${service.process.pid}\\) works on the crawls of this database, and there DECANT_ALLOW_ADDRESSES is not .* a database of its own`,
      ),
    );
    await assert.rejects(readState(path.join(folder.path, 'remote')), { code: 'ENOENT' });
    await service.stop();
    const without = await call([site.origin, '-o', 'remote', '--limit', '2'], settings);
    assert.equal(without.code, 0, without.stderr);
  });

  test('what cannot be done is said, and nothing is left of it', async () => {
    await using empty = await mkdtempDisposable(path.join(tmpdir(), 'decant-cli-crawl-'));
    const cwd = empty.path;
    const wrong = [
      [],
      ['a.example', 'b.example'],
      ['a.example', '--skip', '1'],
      ['a.example', '--json', '-o', 'x'],
      ['--resume', 'a.example', '--chunks', '0'],
      ['--resume', 'a.example', '--json'],
      ['a.example', '--nonsense'],
    ];
    const told = [
      [`${site.origin}/gone`, '-o', 'failed', '--include-paths', '('],
      ['--resume', '00000000-0000-7000-8000-000000000000'],
      ['--resume', 'nowhere.example'],
    ];
    const [failed, unknown, nowhere, ...refused] = await runCliCalls(
      [...told, ...wrong].map((args) => ['crawl', ...args]),
      beside,
      { cwd },
    );
    assert.equal(failed!.code, 2);
    assert.match(failed!.stderr, /includePaths/);
    assert.equal(unknown!.code, 1);
    assert.match(unknown!.stderr, /unknown or expired/);
    assert.equal(nowhere!.code, 1);
    for (const [index, { code }] of refused.entries()) assert.equal(code, 2, wrong[index]!.join(' '));
    assert.deepEqual(await readdir(cwd), []);
  });

  test('a crawl that fails ends with 1, one that has expired is told so', async () => {
    const failed = await call(['http://127.0.0.1:9/', '-o', 'failed'], beside);
    assert.equal(failed.code, 1);
    assert.match(failed.stderr, /The crawl failed: [^\n]+\n0 pages in failed\/, 1 failed\n$/);
    const state = await readState(path.join(folder.path, 'failed'));
    const stale = { ...state, jobId: '00000000-0000-7000-8000-000000000000', isComplete: false };
    await writeFile(path.join(folder.path, 'failed/.decant-crawl.json'), JSON.stringify(stale));
    const expired = await call(['--resume', 'failed'], beside);
    assert.equal(expired.code, 1);
    assert.match(
      expired.stderr,
      /cannot go on: it ended more than 24 hours ago, or is in another database; 0 pages/,
    );
  });
});
