import { openPatternThread } from '../../../src/frontier/patterns/pattern-thread.ts';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTeam } from '../../../src/accounts/teams.ts';
import { NO_API_KEY } from '../../../src/accounts/caller.ts';
import { crawlRequest } from '../../../src/contract/requests/crawl.ts';
import { addPages, type NewPage } from '../../../src/jobs/model/add-pages.ts';
import { claimPages } from '../../../src/jobs/work/claim-pages.ts';
import { createJob } from '../../../src/jobs/begin/create-job.ts';
import { createJobContexts, type JobContext } from '../../../src/jobs/model/job-context.ts';
import { pageKey } from '../../../src/jobs/model/page-key.ts';
import { createSeals } from '../../../src/jobs/model/seal.ts';
import { settlePages } from '../../../src/jobs/settle/settle-pages.ts';
import { registerWorker } from '../../../src/jobs/work/worker-lease.ts';
import { systemClock } from '../../../src/lib/time/clock.ts';
import { silentLog } from '../../../src/lib/log/log.ts';
import { openDatabase, type Database } from '../../../src/store/database.ts';
import { ensurePartitions } from '../../../src/store/partitions.ts';
import type { CrawlBench, CrawlReport } from '../crawl-section.ts';
import { median } from '../../statistics.ts';
import { figure, targetCells } from '../../table.ts';

const SMALL = 10_000;
const LARGE = 1_000_000;
/** Pages of one claim, and claims of each queue. */
const CLAIMED = 20;
const CLAIMS = 400;
/** URLs that are queued by one statement. */
const CHUNK = 5_000;
const SLOWER = { bar: 10, goal: 10, isMoreBetter: false };

/** What a claim costs when a million URLs wait, against ten thousand. */
export async function frontier({ signal }: CrawlBench): Promise<CrawlReport> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'decant-bench-'));
  await using db = await openDatabase({ dataDir: folder.path, log: silentLog });
  await ensurePartitions(db);
  const workerId = crypto.randomUUID();
  await registerWorker(db, workerId);
  const small = await openQueue(db, SMALL, signal);
  const large = await openQueue(db, LARGE, signal);
  await db.query('analyze page');
  const queues = [small, large];
  for (let claim = 0; claim < CLAIMS; claim++) {
    signal.throwIfAborted();
    for (const queue of claim % 2 === 0 ? queues : queues.toReversed()) await claimOnce(db, workerId, queue);
  }
  const slower = (median(large.claimMs) / median(small.claimMs) - 1) * 100;
  const [bar, , verdict] = targetCells(slower, SLOWER, '%');
  const row = ({ pages, claimMs, addedPerSecond }: Queue): string[] => [
    `${pages.toLocaleString('en')} URLs wait`,
    figure(median(claimMs)),
    figure(claimMs.toSorted((one, other) => one - other)[Math.floor(claimMs.length * 0.95)] ?? 0),
    figure(addedPerSecond),
  ];
  return {
    isComplete: true,
    tables: [
      {
        title: `Claims of ${CLAIMED} pages`,
        columns: ['', 'median ms', 'p95 ms', 'queued per s', 'slower', 'bar', ''],
        rows: [
          [...row(small), '', '', ''],
          [...row(large), `${slower.toFixed(1)} %`, bar, verdict === 'NOT MET' ? verdict : 'met'],
        ],
        notes: [`${CLAIMS} claims of each in turn, each settled before the next; settling is not timed`],
      },
    ],
    raw: { small: small.claimMs, large: large.claimMs, slower },
  };
}

interface Queue {
  pages: number;
  teamId: string;
  job: JobContext;
  addedPerSecond: number;
  claimMs: number[];
}

/** A crawl of a team of its own with so many URLs of one host. */
async function openQueue(db: Database, pages: number, signal: AbortSignal): Promise<Queue> {
  const seals = createSeals('a secret of the bench');
  const team = await createTeam(db, `${pages} pages`);
  const request = crawlRequest.parse({ url: 'https://example.com/', limit: 2 * LARGE });
  const id = await createJob(db, seals, silentLog, {
    kind: 'crawl',
    caller: { team, apiKeyId: NO_API_KEY },
    request: { scrapeOptions: request.scrapeOptions, crawl: { ...request, url: request.url } },
    target: request.url,
    isSecret: false,
    pageLimit: 2 * LARGE,
    pagePrice: 1,
    maxConcurrency: 1_000,
    delayMs: 0,
    isByLevel: false,
    warnings: {},
    pages: () => [],
  });
  await using patterns = openPatternThread();
  const job = await createJobContexts({ db, seals, patterns, clock: systemClock }).contextOf(id);
  if (job === undefined) throw new Error('the job of the bench is gone');
  const from = performance.now();
  for (let first = 0; first < pages; first += CHUNK) {
    signal.throwIfAborted();
    const chunk = Array.from({ length: Math.min(CHUNK, pages - first) }, (_, at) => pageOf(job, first + at));
    await db.transaction(async (tx) => {
      const added = await addPages(tx, job, chunk);
      await tx.query('update job set queued = queued + $2 where id = $1', [id, added]);
    });
  }
  const addedPerSecond = (pages / (performance.now() - from)) * 1000;
  await db.query('update job_host set max_in_flight = 30 where job_id = $1', [id]);
  return { pages, teamId: team.id, job, addedPerSecond, claimMs: [] };
}

function pageOf(job: JobContext, index: number): NewPage {
  const url = new URL(`https://example.com/section-${index % 97}/page-${index}`);
  return { ...pageKey(url, job.comparison, job.seal), url: url.href, depth: 1, isExternal: false };
}

async function claimOnce(db: Database, workerId: string, { teamId, job, claimMs }: Queue): Promise<void> {
  const from = performance.now();
  const pages = await claimPages(db, { workerId, teamId, count: CLAIMED });
  claimMs.push(performance.now() - from);
  if (pages.length !== CLAIMED) throw new Error(`${pages.length} pages were claimed, not ${CLAIMED}`);
  await settlePages(
    db,
    job,
    workerId,
    pages.map((page) => ({
      page,
      end: { kind: 'dropped', reason: 'duplicate' },
      host: {},
      links: [],
      leftOut: [],
      warnings: {},
    })),
  );
}
