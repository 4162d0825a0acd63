import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { JobInfo } from '../../src/features/jobs/list-jobs.ts';
import { startCrawlSite, type CrawlSite } from '../support/crawl-site.ts';
import { callCli, runCliCalls } from '../support/run-cli.ts';
import { shareTestService } from '../support/share-test-service.ts';
import type { CalledService } from '../support/test-service.ts';

describe('decant jobs', () => {
  let site: CrawlSite;
  let service: CalledService;
  let team: string;

  before(async () => {
    service = await shareTestService();
    site = await startCrawlSite({
      robots: 'User-agent: *\nDisallow: /private',
      pages: {
        '/': { links: ['/a', '/broken', '/private'] },
        '/a': {},
        '/broken': { status: 500, headers: { 'content-length': '9' } },
        '/slow': { takesMs: 600_000 },
      },
    });
  });

  after(() => site?.[Symbol.asyncDispose]());

  const environment = () => ({ DECANT_DATA_DIR: service.dataDir });
  const cli = (...args: string[]) => callCli(['jobs', ...args], environment());
  const cliCalls = (...calls: string[][]) =>
    runCliCalls(
      calls.map((args) => ['jobs', ...args]),
      environment(),
    );
  const start = async (path: string): Promise<string> =>
    (await service.call('/v2/crawl', { url: `${site.origin}${path}`, limit: 10 })).body.id;

  test('a crawl is followed to its end, listed, and its troubles told', async () => {
    const id = await start('/');
    const followed = await cli('follow', id);
    assert.equal(followed.code, 0, followed.stderr);
    assert.match(followed.stdout, /^completed: \d pages/);

    const [list, errors, asJson] = await cliCalls(
      ['list', '--limit', '1000', '--json'],
      ['errors', id],
      ['errors', id, '--json'],
    );
    const job = (JSON.parse(list!.stdout) as JobInfo[]).find((each) => each.id === id);
    assert.deepEqual([job?.kind, job?.status, job?.target], ['crawl', 'completed', `${site.origin}/`]);
    team = job?.team ?? '';
    assert.match((await cli('--team', team)).stdout, new RegExp(`^ID +KIND .*\n${id}  crawl`));

    assert.match(errors!.stdout, /ROBOTS +http:\S+\/private +robots\.txt forbids it/);
    const { robotsBlocked } = JSON.parse(asJson!.stdout);
    assert.deepEqual(robotsBlocked, [`${site.origin}/private`]);
  });

  test('a job is cancelled by the beginning of its id', async () => {
    const id = await start('/slow');
    // The last digits are random, so the whole but one is nobody else's.
    const cancelled = await cli('cancel', id.slice(0, -1).toUpperCase());
    assert.deepEqual([cancelled.code, cancelled.stdout], [0, `${id}  cancelled\n`]);
    assert.equal((await service.call(`/v2/crawl/${id}`)).body.status, 'cancelled');
    const [list, followed] = await cliCalls(['--status', 'cancelled', '--team', team], ['follow', id]);
    assert.match(list!.stdout, new RegExp(id));
    assert.equal(followed!.code, 1);
  });

  test('wrong calls say what would be right', async () => {
    const wrong = [
      [['stop'], 2, /There is no "jobs stop": use jobs list/],
      [['cancel', 'abc'], 2, /not the id of a job.* jobs lists them/],
      [['errors', '00000000-0000'], 1, /no job "00000000-0000"/],
      [['--status', 'done'], 2, /scraping, completed, failed, cancelled/],
      [['--team', 'nobody'], 1, /no team named "nobody"/],
    ] as const;
    const ends = await cliCalls(...wrong.map(([args]) => [...args]));
    for (const [index, [args, code, text]] of wrong.entries()) {
      assert.equal(ends[index]!.code, code, args.join(' '));
      assert.match(ends[index]!.stderr, text);
    }
  });
});
