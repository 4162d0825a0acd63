import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { v7 as uuidv7 } from 'uuid';
import { openTestDatabase } from '../../../test/support/test-database.ts';
import { NO_API_KEY, type Caller } from '../../accounts/caller.ts';
import { createTeam } from '../../accounts/teams.ts';
import { compress } from '../../lib/bytes/compress.ts';
import type { Database } from '../../store/database.ts';
import { ensurePartitions } from '../../store/partitions.ts';
import { PROGRESS_CHANNEL } from '../model/job-events.ts';
import { openJobWatch, type JobWatch, type JobWatchOptions } from './open-job-watch.ts';
import { PAGE_STATE } from '../model/page-state.ts';
import { createSeals } from '../model/seal.ts';
import type { JobNews } from './watch-feed.ts';

const seals = createSeals('a secret for tests');
/** So long that nothing is learned by it. */
const NEVER_MS = 3_600_000;

interface House extends AsyncDisposable {
  db: Database;
  caller: Caller;
  watch: JobWatch;
  /** Statements that read documents, and all others. */
  counts: { documents: number; rows: number };
}

async function openHouse(options: Partial<JobWatchOptions> = {}): Promise<House> {
  await using opening = new AsyncDisposableStack();
  const db = opening.use(await openTestDatabase());
  await ensurePartitions(db);
  const team = await createTeam(db, 'team');
  const counts = { documents: 0, rows: 0 };
  const counting: Database = {
    ...db,
    query: (statement, values) => {
      const { name } = statement as { name?: string };
      if (name === 'job_documents_read') counts.documents++;
      if (name === 'job_find') counts.rows++;
      return db.query(statement, values);
    },
  };
  const watch = opening.use(
    await openJobWatch({
      db: counting,
      seals,
      minReadMs: 0,
      rereadMs: NEVER_MS,
      ...options,
    }),
  );
  const open = opening.move();
  return {
    db,
    watch,
    counts,
    caller: { team, apiKeyId: NO_API_KEY },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

async function addJob({ db, caller }: House): Promise<string> {
  const id = uuidv7();
  await db.query(
    `insert into job (id, team_id, api_key_id, kind, request, page_limit, max_concurrency)
     values ($1, $2, $3, 'batch_scrape', '{}', 100, 5)`,
    [id, caller.team.id, NO_API_KEY],
  );
  return id;
}

/** Documents with these names, as a worker settles them: all in one transaction. */
async function addDocuments({ db, caller }: House, jobId: string, names: readonly string[]): Promise<void> {
  const packed = await Promise.all(names.map((name) => compress(JSON.stringify({ name }))));
  await db.transaction(async (tx) => {
    for (const [at, name] of names.entries()) {
      const scrapeId = uuidv7();
      await tx.query(
        `insert into scrape (id, team_id, api_key_id, created_at, credits, duration_ms, document, job_id)
         values ($1, $2, $3, now(), 1, 5, $4, $5)`,
        [scrapeId, caller.team.id, NO_API_KEY, packed[at], jobId],
      );
      await tx.query(
        `insert into page (job_id, url_key, state, depth, host, url, scrape_id, document_index, document_bytes)
         select $1, $2, $3, 0, 'a.test', $4, $5, completed, $6 from job where id = $1`,
        [jobId, randomBytes(16), PAGE_STATE.done, name, scrapeId, JSON.stringify({ name }).length],
      );
      await tx.query('update job set completed = completed + 1, attempted = attempted + 1 where id = $1', [
        jobId,
      ]);
    }
  });
}

async function endJob({ db }: House, jobId: string, status = 'completed'): Promise<void> {
  await db.query(
    'update job set status = $2, ended_at = now(), expires_at = now() + $3::interval where id = $1',
    [jobId, status, '1 day'],
  );
}

const signal = new AbortController().signal;
const all = { signal, batchBytes: () => 1_000_000 };

const namesOf = (news: JobNews): string[] =>
  news.kind === 'end' ? [] : news.documents.map((document) => (document.parse() as { name: string }).name);

async function collect(
  news: AsyncIterable<JobNews>,
  onNews?: (news: JobNews) => Promise<void>,
): Promise<JobNews[]> {
  const collected: JobNews[] = [];
  for await (const one of news) {
    collected.push(one);
    await onNews?.(one);
  }
  return collected;
}

const summary = (news: readonly JobNews[]): unknown[] =>
  news.map((one) => (one.kind === 'end' ? one.progress.status : [one.kind, ...namesOf(one)]));

test('tells what is there, what comes with each notification, and the end', async () => {
  await using house = await openHouse();
  const id = await addJob(house);
  await addDocuments(house, id, ['a', 'b']);
  const steps = [
    () => addDocuments(house, id, ['c']),
    () => addDocuments(house, id, ['d', 'e']),
    () => endJob(house, id),
  ];
  const news = await collect(house.watch.watchJob(house.caller, 'batch_scrape', id, all), async () => {
    await steps.shift()?.();
    house.db.notify(PROGRESS_CHANNEL, id);
  });
  assert.deepEqual(summary(news), [
    ['catchup', 'a', 'b'],
    ['documents', 'c'],
    ['documents', 'd', 'e'],
    'completed',
  ]);
});

test('without a notification the job is read again after a while', async () => {
  await using house = await openHouse({ rereadMs: 20 });
  const id = await addJob(house);
  const news = await collect(
    house.watch.watchJob(house.caller, 'batch_scrape', id, all),
    async ({ kind }) => {
      if (kind !== 'catchup') return;
      await addDocuments(house, id, ['a']);
      await endJob(house, id, 'failed');
    },
  );
  assert.deepEqual(summary(news), [['catchup'], ['documents', 'a'], 'failed']);
});

test('what is there already comes in portions, each document once and in order', async () => {
  await using house = await openHouse();
  const id = await addJob(house);
  const names = Array.from({ length: 25 }, (_, at) => `document ${at} ${'x'.repeat(at * 10)}`);
  await addDocuments(house, id, names);
  await endJob(house, id, 'cancelled');
  const news = await collect(
    house.watch.watchJob(house.caller, 'batch_scrape', id, {
      signal,
      batchBytes: (of) => (of === 'catchup' ? 500 : 150),
    }),
  );
  assert.deepEqual(news.flatMap(namesOf), names);
  assert.deepEqual([news[0]?.kind, news.at(-1)?.kind], ['catchup', 'end']);
  assert.ok(news.slice(1, -1).every(({ kind }) => kind === 'documents'));
  for (const one of news) assert.ok(namesOf(one).length === 1 || namesOf(one).join('').length <= 500);
  assert.ok(namesOf(news.at(-2) ?? assert.fail()).length === 1, 'larger than a portion');
});

test('many watchers of a job cost as much as one', async () => {
  await using house = await openHouse({ minReadMs: 50 });
  const id = await addJob(house);
  await addDocuments(house, id, ['a']);
  const watchers = Array.from({ length: 20 }, () =>
    house.watch.watchJob(house.caller, 'batch_scrape', id, all),
  );
  for (const watcher of watchers) {
    const { value } = await watcher.next();
    assert.deepEqual(namesOf(value), ['a']);
  }
  const rest = Promise.all(watchers.map((watcher) => collect(watcher)));
  // Each waits for news now.
  await new Promise(setImmediate);
  const before = { ...house.counts };
  await addDocuments(house, id, ['b']);
  await endJob(house, id);
  house.db.notify(PROGRESS_CHANNEL, id);
  for (const news of await rest) assert.deepEqual(summary(news), [['documents', 'b'], 'completed']);
  assert.equal(house.counts.rows - before.rows, 1);
  assert.equal(house.counts.documents - before.documents, 1);
});

test('other jobs are not disturbed, and who went away is not read for', async () => {
  await using house = await openHouse();
  const [id, other] = [await addJob(house), await addJob(house)];
  const abort = new AbortController();
  const watcher = house.watch.watchJob(house.caller, 'batch_scrape', id, { ...all, signal: abort.signal });
  await watcher.next();
  const next = watcher.next();
  const { rows } = house.counts;
  const others = house.watch.watchJob(house.caller, 'batch_scrape', other, all);
  await others.next();
  await endJob(house, other);
  house.db.notify(PROGRESS_CHANNEL, other);
  assert.deepEqual(summary(await collect(others)), ['completed']);
  assert.equal(house.counts.rows - rows, 3, 'the access to the other job, its start and its end');
  abort.abort();
  assert.deepEqual(await next, { done: true, value: undefined });
  const after = house.counts.rows;
  house.db.notify(PROGRESS_CHANNEL, id);
  const last = house.watch.watchJob(house.caller, 'batch_scrape', other, all);
  const told = await collect(last);
  assert.deepEqual(summary(told), [['catchup']]);
  assert.ok(told[0]?.kind === 'catchup' && told[0].isAll && told[0].progress.status === 'completed');
  assert.equal(house.counts.rows - after, 2);
});

test('jobs that are unknown, of another kind, expired, of another team', async () => {
  await using house = await openHouse();
  const id = await addJob(house);
  const first = (caller: Caller, kind: 'crawl' | 'batch_scrape', job: string): Promise<unknown> =>
    house.watch.watchJob(caller, kind, job, all).next();
  const others: Caller = { team: await createTeam(house.db, 'others'), apiKeyId: NO_API_KEY };
  await assert.rejects(first(house.caller, 'batch_scrape', uuidv7()), { code: 'NOT_FOUND' });
  await assert.rejects(first(house.caller, 'crawl', id), { code: 'NOT_FOUND' });
  await assert.rejects(first(others, 'batch_scrape', id), { code: 'FORBIDDEN' });
  await assert.rejects(first(others, 'crawl', id), { code: 'NOT_FOUND' });
  await house.db.query(`update job set expires_at = now() - interval '1 s' where id = $1`, [id]);
  await assert.rejects(first(house.caller, 'batch_scrape', id), { code: 'NOT_FOUND' });
});

test('documents that vanish: with the job cancelled that is its end, else it is said', async () => {
  await using house = await openHouse();
  const purged = await addJob(house);
  await addDocuments(house, purged, ['a', 'b']);
  const watcher = house.watch.watchJob(house.caller, 'batch_scrape', purged, { signal, batchBytes: () => 1 });
  assert.deepEqual(namesOf((await watcher.next()).value), ['a']);
  await house.db.query('delete from scrape');
  await house.db.query(`update job set completed = 0, status = 'cancelled', ended_at = now() where id = $1`, [
    purged,
  ]);
  assert.deepEqual(summary(await collect(watcher)), ['cancelled']);

  const lost = await addJob(house);
  await addDocuments(house, lost, ['a']);
  await house.db.query('delete from scrape');
  await assert.rejects(collect(house.watch.watchJob(house.caller, 'batch_scrape', lost, all)), {
    code: 'NOT_FOUND',
  });
});
