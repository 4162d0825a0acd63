import { openPatternThread, type PatternThread } from '../../src/frontier/patterns/pattern-thread.ts';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { NO_API_KEY, type Caller } from '../../src/accounts/caller.ts';
import { createTeam } from '../../src/accounts/teams.ts';
import { crawlRequest, type CrawlOptions } from '../../src/contract/requests/crawl.ts';
import { trapSigns } from '../../src/frontier/traps/trap-signs.ts';
import type { NewPage } from '../../src/jobs/model/add-pages.ts';
import type { ClaimedPage } from '../../src/jobs/model/claimed-page.ts';
import { claimPages } from '../../src/jobs/work/claim-pages.ts';
import { createJob, type NewJob } from '../../src/jobs/begin/create-job.ts';
import { createJobContexts, type JobContext } from '../../src/jobs/model/job-context.ts';
import { pageKey } from '../../src/jobs/model/page-key.ts';
import type { PageEnd, PageResult } from '../../src/jobs/model/page-result.ts';
import { createSeals } from '../../src/jobs/model/seal.ts';
import { settlePages, type Settlement } from '../../src/jobs/settle/settle-pages.ts';
import { registerWorker } from '../../src/jobs/work/worker-lease.ts';
import { JsonText } from '../../src/lib/json/json-text.ts';
import { silentLog } from '../../src/lib/log/log.ts';
import { systemClock } from '../../src/lib/time/clock.ts';
import type { Database } from '../../src/store/database.ts';
import type { KeyFiles } from '../../src/store/key-files.ts';
import { ensurePartitions } from '../../src/store/partitions.ts';
import { openTestDatabase } from './test-database.ts';

/** The engine's parts on a database of their own; workers and what they fetch are played by the test. */
export interface TestJobs extends AsyncDisposable {
  patterns: PatternThread;
  db: Database;
  caller: Caller;
  seals: ReturnType<typeof createSeals>;
  /** A job of these URLs; a crawl unless `kind` says otherwise. */
  start(urls: readonly string[], options?: Partial<NewJob>): Promise<JobContext>;
  /** A new worker; resolves to its id. */
  hire(): Promise<string>;
  /** Its lease has run out. */
  bury(workerId: string): Promise<void>;
  claim(workerId: string, count: number): Promise<ClaimedPage[]>;
  settle(job: JobContext, workerId: string, results: readonly PageResult[]): Promise<Settlement>;
  /** Counts every page again: counters of the job and its hosts, places, indexes, scrapes, credits. */
  audit(jobId: string): Promise<Audit>;
  /** Everything that the database holds of jobs, as one digest. */
  digest(): Promise<string>;
}

export interface Audit {
  status: string;
  queued: number;
  inFlight: number;
  attempted: number;
  completed: number;
}

/** Of the installation that is played. */
export const TEST_SECRET = 'a secret of these tests';

export async function openTestJobs({ keyFiles }: { keyFiles?: KeyFiles } = {}): Promise<TestJobs> {
  await using opening = new AsyncDisposableStack();
  const db = opening.use(await openTestDatabase());
  await ensurePartitions(db);
  const team = await createTeam(db, 'team', { zeroDataRetention: true });
  const caller = { team, apiKeyId: NO_API_KEY };
  const seals = createSeals(TEST_SECRET, keyFiles);
  const patterns = opening.use(openPatternThread());
  const contexts = createJobContexts({ db, seals, patterns, clock: systemClock });
  const open = opening.move();
  return {
    db,
    caller,
    seals,
    patterns,
    async start(urls, options = {}) {
      const { scrapeOptions, url, ...crawl } = crawlRequest.parse({ url: urls[0] });
      const isBatch = options.kind === 'batch_scrape';
      const id = await createJob(db, seals, silentLog, {
        kind: 'crawl',
        caller,
        request: { scrapeOptions, ...(!isBatch && { crawl: { ...(crawl as CrawlOptions), url } }) },
        target: url,
        isSecret: false,
        pageLimit: 1_000,
        pagePrice: 1,
        maxConcurrency: 100,
        delayMs: 0,
        isByLevel: false,
        warnings: {},
        pages: (seal) => urls.map((each) => newPage({ comparison: crawl, seal }, each, 0)),
        ...options,
      });
      const job = await contexts.contextOf(id);
      assert.ok(job);
      return job;
    },
    async hire() {
      const id = randomUUID();
      await registerWorker(db, id);
      return id;
    },
    async bury(workerId) {
      await db.query(`update worker set expires_at = clock_timestamp() - interval '1 second' where id = $1`, [
        workerId,
      ]);
    },
    claim: (workerId, count) => claimPages(db, { workerId, teamId: team.id, count }),
    settle: (job, workerId, results) => settlePages(db, job, workerId, results),
    audit: (jobId) => audit(db, jobId),
    digest: () => digest(db),
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

async function digest(db: Database): Promise<string> {
  const tables = [
    'job',
    'job_host',
    'page',
    'page_lease',
    'scrape',
    'credit_usage',
    'team',
    'delivery',
    'cached_page',
  ];
  const parts = tables.map(
    (table) =>
      `select '${table}' as name, coalesce(string_agg(t::text, '|' order by t::text), '') as rows from ${table} t`,
  );
  const { rows } = await db.query<{ digest: string }>(
    `select md5(string_agg(name || rows, '|' order by name)) as digest from (${parts.join(' union all ')}) all_rows`,
  );
  return rows[0]?.digest ?? '';
}

type Writer = Pick<JobContext, 'comparison' | 'seal'>;

/** A URL as the frontier takes it. */
export function newPage({ comparison, seal }: Writer, url: string, depth: number): NewPage {
  const signs = trapSigns(new URL(url), new Date().getUTCFullYear());
  return {
    ...pageKey(new URL(url), comparison, seal),
    url,
    depth,
    isExternal: false,
    ...(signs.length > 0 && { trapSigns: signs }),
  };
}

export interface Ending {
  /** What the page came to; `document` when absent. */
  end?: PageEnd;
  links?: readonly NewPage[];
  warnings?: Record<string, string>;
  redirectedTo?: NewPage | undefined;
  canonical?: { key: string; contentHash: string };
  /** The host is asked for nothing for so long, ms. */
  holdMs?: number;
}

/** What a worker would have found. */
export function resultOf(job: JobContext, page: ClaimedPage, ending: Ending = {}): PageResult {
  const { end, links = [], warnings = {}, redirectedTo, canonical, holdMs } = ending;
  const sourceUrl = job.seal.open(page.url);
  const scrapeId = uuidv7();
  const metadata = { sourceURL: sourceUrl, url: redirectedTo?.url ?? sourceUrl, statusCode: 200, scrapeId };
  const document = { markdown: `# ${sourceUrl}`, metadata } as never;
  return {
    page,
    host: { latencyMs: 10, ...(holdMs !== undefined && { holdMs }) },
    links,
    leftOut: [],
    warnings,
    end: end ?? {
      kind: 'document',
      scrapeId,
      startedAt: new Date(),
      durationMs: 10,
      sourceUrl,
      trace: [],
      outcome: {
        document,
        credits: 1,
        toCache: undefined,
        toIndex: undefined,
        toSnapshot: undefined,
        headers: {},
        fetchMs: 10,
        queuedMs: 0,
        discovery: undefined,
      },
      json: JsonText.of(JSON.stringify(document)),
      redirectedTo,
      canonical,
    },
  };
}

/** A page that could not be had. */
export function failure(job: JobContext, page: ClaimedPage): PageEnd {
  return {
    kind: 'failed',
    code: 'SCRAPE_SITE_ERROR',
    message: 'The site hung up',
    credits: 0,
    scrapeId: uuidv7(),
    startedAt: new Date(),
    durationMs: 10,
    sourceUrl: job.seal.open(page.url),
    trace: [],
  };
}

async function audit(db: Database, jobId: string): Promise<Audit> {
  const { rows } = await db.query<{
    said: Record<string, number>;
    counted: Record<string, number>;
    status: string;
  }>(
    `select j.status, json_build_object('queued', j.queued, 'inFlight', j.in_flight, 'attempted', j.attempted,
       'completed', j.completed, 'credits', j.credits, 'documents', j.completed, 'last', j.completed - 1,
       'hosts', coalesce((select string_agg(concat_ws(' ', host, queued, in_flight), ',' order by host) from job_host h
         where h.job_id = j.id), '')) as said,
     (select json_build_object(
       'queued', count(*) filter (where p.state = 0 and l.claim is null),
       'inFlight', count(l.claim),
       'attempted', count(*) filter (where (p.state in (2, 3) or l.claim is not null) and not p.is_seed
         and p.error_code is distinct from 'EXTERNAL_LINK'),
       'completed', count(*) filter (where p.state = 2),
       'credits', (select coalesce(sum(s.credits), 0) from scrape s where s.job_id = j.id),
       'documents', count(distinct p.document_index),
       'last', coalesce(max(p.document_index), -1),
       'hosts', coalesce((select string_agg(concat_ws(' ', h.host,
           (select count(*) from page q where q.job_id = j.id and q.host = h.host and q.state = 0)
             - (select count(*) from page_lease o where o.job_id = j.id and o.host = h.host),
           (select count(*) from page_lease o where o.job_id = j.id and o.host = h.host)), ',' order by host)
         from job_host h where h.job_id = j.id), '')) from page p left join page_lease l on l.job_id = p.job_id and l.url_key = p.url_key
         where p.job_id = j.id) as counted
     from job j where j.id = $1`,
    [jobId],
  );
  const row = rows[0];
  assert.ok(row);
  assert.deepEqual(row.said, row.counted, 'counters are what counting again gives');
  const { queued = -1, inFlight = -1, attempted = -1, completed = -1 } = row.said;
  return { status: row.status, queued, inFlight, attempted, completed };
}
