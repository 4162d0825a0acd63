import assert from 'node:assert/strict';
import { test } from 'node:test';
import { v7 as uuidv7 } from 'uuid';
import { openTestDatabase } from '../../../test/support/test-database.ts';
import { NO_API_KEY, type Caller } from '../../accounts/caller.ts';
import { createTeam } from '../../accounts/teams.ts';
import { queueStatus as contract } from '../../contract/endpoints/queue-status.ts';
import { ensurePartitions } from '../../store/partitions.ts';
import type { Database } from '../../store/database.ts';
import { createQueueStatus } from './queue-status.ts';

const NOW = Date.now();
const HOUR_MS = 3_600_000;

async function openFixture() {
  const db = await openTestDatabase();
  await ensurePartitions(db, NOW);
  await db.query('create table page_of_test partition of page default');
  const mine: Caller = {
    team: await createTeam(db, 'mine', { maxConcurrency: 7 }),
    apiKeyId: NO_API_KEY,
  };
  const other: Caller = { team: await createTeam(db, 'other'), apiKeyId: NO_API_KEY };
  const read = createQueueStatus({ db, clock: { now: () => NOW } });
  return { db, mine, other, read, [Symbol.asyncDispose]: () => db[Symbol.asyncDispose]() };
}

interface JobState {
  status?: string;
  limit?: number;
  queued?: number;
  inFlight?: number;
  attempted?: number;
  /** When its documents were finished, in the order of their index; ms before NOW. */
  documentAges?: readonly number[];
  /** ms before NOW. */
  age?: number;
}

async function writeJob(db: Database, { team }: Caller, state: JobState): Promise<void> {
  const { status = 'scraping', limit = 100, queued = 0, inFlight = 0, attempted = inFlight } = state;
  const id = uuidv7({ msecs: NOW - (state.age ?? 0) });
  const documentAges = state.documentAges ?? [];
  await db.query(
    `insert into job (id, team_id, api_key_id, kind, status, request, page_limit, max_concurrency,
       queued, in_flight, attempted, completed)
     values ($1, $2, $3, 'crawl', $4, '{}', $5, 1, $6, $7, $8, $9)`,
    [id, team.id, NO_API_KEY, status, limit, queued, inFlight, attempted, documentAges.length],
  );
  for (const [index, age] of documentAges.entries()) {
    await db.query(
      `insert into page (job_id, url_key, state, depth, host, url, ended_at, document_index)
       values ($1, $2, 2, 0, 'a', 'https://a/', $3, $4)`,
      [id, Buffer.from([index]), new Date(NOW - age), index],
    );
  }
}

/** A scrape that began `age` ms before NOW and took a second. */
async function writeScrape(db: Database, { team }: Caller, age: number, errorCode?: string): Promise<void> {
  await db.query(
    `insert into scrape (id, team_id, api_key_id, created_at, credits, duration_ms, error_code)
     values ($1, $2, $3, $4, 1, 1000, $5)`,
    [uuidv7({ msecs: NOW - age }), team.id, NO_API_KEY, new Date(NOW - age), errorCode ?? null],
  );
}

test('pages in work and pages that wait, of running jobs of the team only', async () => {
  await using fixture = await openFixture();
  const { db, mine, other, read } = fixture;
  assert.deepEqual(await read(mine), {
    success: true,
    jobsInQueue: 0,
    activeJobsInQueue: 0,
    waitingJobsInQueue: 0,
    maxConcurrency: 7,
    mostRecentSuccess: null,
  });
  await writeJob(db, mine, { queued: 5, inFlight: 2, attempted: 4 });
  // Three more places are left of this one, and none of the next.
  await writeJob(db, mine, { limit: 10, queued: 50, inFlight: 1, attempted: 7 });
  await writeJob(db, mine, { limit: 3, queued: 9, inFlight: 1, attempted: 3, age: 30 * HOUR_MS });
  for (const status of ['completed', 'failed', 'cancelled']) await writeJob(db, mine, { status, queued: 9 });
  await writeJob(db, other, { queued: 40, inFlight: 4 });
  const status = await read(mine);
  assert.deepEqual(contract.reply.parse(status), status);
  assert.deepEqual([status.jobsInQueue, status.activeJobsInQueue, status.waitingJobsInQueue], [12, 4, 8]);
});

test('the newest success is a scrape or a page, whichever ended last, and never that of another team', async () => {
  await using fixture = await openFixture();
  const { db, mine, other, read } = fixture;
  const newest = async () => (await read(mine)).mostRecentSuccess;
  const before = (ms: number) => new Date(NOW - ms).toISOString();
  await writeScrape(db, other, 10);
  await writeJob(db, other, { documentAges: [5] });
  await writeScrape(db, mine, 3_000, 'SCRAPE_TIMEOUT');
  assert.equal(await newest(), null);
  await writeScrape(db, mine, 9_000);
  assert.equal(await newest(), before(8_000));
  await writeJob(db, mine, { status: 'cancelled', documentAges: [9_500, 7_500] });
  assert.equal(await newest(), before(7_500));
  await writeJob(db, mine, { age: 40 * HOUR_MS, documentAges: [6_000] });
  assert.equal(await newest(), before(6_000));
  await writeScrape(db, mine, 5_000);
  assert.equal(await newest(), before(4_000));
});
