import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtempDisposable, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { startCrawlSite, type CrawlSite } from '../support/crawl-site.ts';
import { eventually } from '../support/eventually.ts';
import { callCli, runCliCalls, type CliEnd } from '../support/run-cli.ts';
import { shareTestService } from '../support/share-test-service.ts';
import { startCli, type StartedCli } from '../support/start-cli.ts';
import { startTestService, type CalledService } from '../support/test-service.ts';

const PAGES = 24;

/** A page that links to all others, which take as long as `pace` says at the time. */
function startStar(pace: { takesMs: number }): Promise<CrawlSite> {
  const others = Array.from({ length: PAGES - 1 }, (_, index) => `/docs/${index + 1}`);
  return startCrawlSite({
    robots: 'User-agent: *\nDisallow: /private',
    pages: (name) => {
      if (name === '/') return { links: [...others, '/private'] };
      return others.includes(name) ? { links: [], takesMs: pace.takesMs } : undefined;
    },
  });
}

describe('decant crawl --service', () => {
  let service: CalledService;
  let site: CrawlSite;
  let folder: Awaited<ReturnType<typeof mkdtempDisposable>>;
  let dataDir: string;

  before(async () => {
    service = await shareTestService();
    site = await startStar({ takesMs: 0 });
    folder = await mkdtempDisposable(path.join(tmpdir(), 'decant-cli-crawl-service-'));
    dataDir = path.join(folder.path, 'data');
  });

  after(async () => {
    await site?.[Symbol.asyncDispose]();
    await folder?.remove();
  });

  function start(args: readonly string[], { key, ...named }: { key?: string; DECANT_URL?: string } = {}) {
    const settings = { DECANT_DATA_DIR: dataDir, DECANT_API_KEY: key ?? service.key, ...named };
    return startCli(['crawl', ...args], settings, { cwd: folder.path });
  }

  async function run(args: readonly string[]) {
    await using command = start(args);
    return { code: await command.ended, stdout: command.stdout(), stderr: command.stderr() };
  }

  /** In the process that such calls share: where it does not matter how one begins or ends. */
  const call = (args: readonly string[], named: { DECANT_URL?: string } = {}): Promise<CliEnd> =>
    callCli(
      ['crawl', ...args],
      { DECANT_DATA_DIR: dataDir, DECANT_API_KEY: service.key, ...named },
      { cwd: folder.path },
    );

  /** The URLs of the pages of a folder, in order. */
  async function pagesOf(name: string): Promise<string[]> {
    const text = await readFile(path.join(folder.path, name, 'index.jsonl'), 'utf8').catch(() => '');
    const lines = text.split('\n').slice(0, -1);
    return lines.map((line) => new URL((JSON.parse(line) as { url: string }).url).pathname).toSorted();
  }

  async function written(name: string, pages: number): Promise<void> {
    await eventually(async () => assert.ok((await pagesOf(name)).length >= pages));
  }

  const allPages = ['/', ...Array.from({ length: PAGES - 1 }, (_, index) => `/docs/${index + 1}`)].toSorted();
  const jobIdOf = (command: Pick<StartedCli, 'stderr'>): string =>
    /^Crawl (\S+) at /m.exec(command.stderr())?.[1] ?? '';

  test('the service crawls, and the pages come into a folder here', async () => {
    const { code, stdout, stderr } = await run([site.origin, '-o', 'there', '--service', service.url]);
    assert.deepEqual([code, stdout], [0, ''], stderr);
    assert.deepEqual(await pagesOf('there'), allPages);
    assert.match(stderr, new RegExp(`^Crawl \\S+ at ${service.url}\n`));
    assert.match(stderr, new RegExp(`forbidden by robots.txt: ${site.origin}/private\n`));
    assert.match(stderr, new RegExp(`^${PAGES} pages in there/, 1 forbidden by robots.txt\n$`, 'm'));
    assert.equal(existsSync(dataDir), false);
  });

  test('DECANT_URL names it too; options of the crawl and of its pages are those of the service', async () => {
    const named = { DECANT_URL: service.url };
    const { code, stdout, stderr } = await call(
      [site.origin, '--json', '--limit', '3', '--format', 'links', '--no-only-main-content'],
      named,
    );
    assert.equal(code, 0, stderr);
    const documents = stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as object);
    assert.equal(documents.length, 3);
    for (const document of documents)
      assert.deepEqual(Object.keys(document).toSorted(), ['links', 'metadata']);
    const jobId = jobIdOf({ stderr: () => stderr });
    const rest = await call(['--resume', jobId, '--json', '--skip', '2'], named);
    assert.deepEqual([rest.code, rest.stdout.split('\n').length], [0, 2], rest.stderr);
  });

  test('Ctrl-C leaves it running there and says how to end it; --resume brings each page once', async () => {
    const pace = { takesMs: 300 };
    await using slow = await startStar(pace);
    const there = ['--service', service.url];
    await using command = start([slow.origin, '-o', 'left', '--max-concurrency', '2', ...there]);
    await written('left', 3);
    command.kill('SIGINT');
    assert.equal(await command.ended, 130, command.stderr());
    const jobId = jobIdOf(command);
    assert.match(
      command.stderr(),
      new RegExp(
        `\\d+ pages in left/\\. The service at ${service.url} goes on with this crawl\\.\n` +
          `To end it: curl -X DELETE -H "Authorization: Bearer \\$DECANT_API_KEY" ${service.url}/v2/crawl/${jobId}\n` +
          `To go on: .* crawl --resume left --service ${service.url}\n$`,
      ),
    );
    assert.ok((await pagesOf('left')).length < PAGES);
    const other = await call(['--resume', 'left', '--limit', '5', ...there]);
    assert.equal(other.code, 2);
    assert.match(other.stderr, /goes on with the settings that it was started with: leave out --limit\n$/);
    pace.takesMs = 0;
    const rest = await call(['--resume', 'left', ...there]);
    assert.equal(rest.code, 0, rest.stderr);
    assert.deepEqual(await pagesOf('left'), allPages);
  });

  test('a service that is started anew meanwhile loses nothing', async () => {
    const pace = { takesMs: 300 };
    await using slow = await startStar(pace);
    await using data = await mkdtempDisposable(path.join(tmpdir(), 'decant-cli-crawl-anew-'));
    const environment = { DECANT_ALLOW_ADDRESSES: '127.0.0.1' };
    const first = await startTestService({ environment, dataDir: data.path });
    await using _first = first;
    const args = [slow.origin, '-o', 'anew', '--max-concurrency', '2', '--service', first.url];
    await using command = start(args, { key: first.key });
    await written('anew', 3);
    await first.stop();
    await using second = await startTestService({
      environment: { ...environment, PORT: new URL(first.url).port },
      dataDir: data.path,
    });
    assert.equal(second.url, first.url);
    pace.takesMs = 0;
    assert.equal(await command.ended, 0, command.stderr());
    assert.deepEqual(await pagesOf('anew'), allPages);
  });

  test('what the service refuses is told', async () => {
    const gone = '00000000-0000-7000-8000-000000000000';
    const cases = [
      [
        ['http://10.0.0.1', '--service', service.url],
        1,
        /^The crawl failed: The address of this URL may not/m,
      ],
      [[site.origin, '--service', 'nowhere'], 2, /--service takes a URL/],
      [[site.origin, '--service', site.origin], 1, /is no Decant: status 404/],
      [[site.origin, '--ignore-sitemap', '--service', service.url], 2, /did you mean --sitemap\?/],
      [['--resume', gone, '--json', '--service', service.url], 1, /NOT_FOUND|No such job/],
    ] as const;
    const ends = await runCliCalls(
      cases.map(([args], index) => {
        const folders = args.includes('--json') ? [] : ['-o', `refused ${index}`];
        return ['crawl', ...args, ...folders];
      }),
      { DECANT_DATA_DIR: dataDir, DECANT_API_KEY: service.key },
      { cwd: folder.path },
    );
    for (const [index, [, code, told]] of cases.entries()) {
      assert.equal(ends[index]!.code, code, ends[index]!.stderr);
      assert.match(ends[index]!.stderr, told);
    }
  });
});
