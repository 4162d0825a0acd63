import assert from 'node:assert/strict';
import { mkdtempDisposable, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { TEST_SECRET, openTestJobs, resultOf, type TestJobs } from '../../../test/support/open-test-jobs.ts';
import { createKeyFiles } from '../../store/key-files.ts';
import { silentLog } from '../../lib/log/log.ts';
import { createCancelJob } from './cancel-job.ts';
import { destroyRemovedKeys } from './destroy-job-key.ts';
import { createJobErrors } from '../status/job-errors.ts';
import type { JobContext } from '../model/job-context.ts';
import { createJobStatus } from '../status/job-status.ts';
import { purgeExpiredJobs } from './purge-job.ts';
import { createSeals } from '../model/seal.ts';

async function openHouse() {
  await using opening = new AsyncDisposableStack();
  const folder = opening.use(await mkdtempDisposable(path.join(tmpdir(), 'decant-keys-')));
  const keyFiles = createKeyFiles(folder.path);
  const house = opening.use(await openTestJobs({ keyFiles }));
  const open = opening.move();
  return {
    ...house,
    keyFiles,
    countKeys: async () => (await readdir(folder.path)).length,
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

/**
 * Copies the row of a job, as dead rows and the write-ahead log keep it for a reader with the secret and the folder.
 */
async function copyRow({ db }: TestJobs, { id }: JobContext) {
  const { rows } = await db.query<{ key: Buffer; request: string; document: Buffer }>(
    `select j.sealed_key as key, j.request, s.document from job j left join scrape s on s.job_id = j.id where j.id = $1`,
    [id],
  );
  const [row] = rows;
  assert.ok(row);
  return row;
}

const URLS = ['http://site.test/a', 'http://other.test/b'];

async function runOne(house: TestJobs, options = {}) {
  const job = await house.start(URLS, { isSecret: true, ...options });
  const worker = await house.hire();
  const [page, ...others] = await house.claim(worker, 10);
  assert.ok(page);
  await house.settle(job, worker, [resultOf(job, page)]);
  return { job, worker, others };
}

test('what is left of a sealed job that was removed can be read by nobody', async () => {
  await using house = await openHouse();
  const { db, seals, caller, keyFiles } = house;
  const { job, worker, others } = await runOne(house);
  const copy = await copyRow(house, job);
  // Another process, or who has the data folder.
  const open = () => createSeals(TEST_SECRET, keyFiles).sealOf(copy.key);
  assert.match(open().open(copy.request), /site\.test/);
  assert.ok(open().openBytes(copy.document).length > 0);
  const cancel = createCancelJob({ db, seals, log: silentLog });
  await cancel(caller, 'crawl', job.id);
  assert.equal(await house.countKeys(), 0);
  assert.ok(open().isGone);
  assert.throws(() => open().open(copy.request), { code: 'NOT_FOUND' });
  assert.throws(() => createSeals(TEST_SECRET).sealOf(copy.key).openBytes(copy.document));
  const left = await copyRow(house, job);
  assert.deepEqual([left.key.length, left.request], [0, '']);
  // Pages that were under way come late; the job can still be asked for, and be cancelled again.
  await house.settle(
    job,
    worker,
    others.map((page) => resultOf(job, page, { warnings: { late: 'A late sentence.' } })),
  );
  await cancel(caller, 'crawl', job.id);
  const parts = { db, seals };
  const status = JSON.parse(String(await createJobStatus(parts)(caller, 'crawl', job.id, { url: 'x' })));
  assert.deepEqual([status.status, status.completed, status.warning], ['cancelled', 0, undefined]);
  assert.deepEqual(await createJobErrors(parts)(caller, 'crawl', job.id), { errors: [], robotsBlocked: [] });
});

test('the key of a job that has expired goes with it', async () => {
  await using house = await openHouse();
  const { db, seals } = house;
  const { job } = await runOne(house);
  const copy = await copyRow(house, job);
  await db.query(`update job set status = 'completed', expires_at = now() - interval '1 second'`);
  assert.equal(await purgeExpiredJobs(db, seals), 1);
  assert.equal(await house.countKeys(), 0);
  assert.ok(seals.sealOf(copy.key).isGone);
});

test('a key waits for the webhook that is to be told of the end, and goes then; one that no job has goes too', async () => {
  await using house = await openHouse();
  const { db, seals, caller, keyFiles } = house;
  const webhook = { url: 'http://hook.test/', headers: {}, metadata: {}, events: ['batch_scrape.cancelled'] };
  const request = { scrapeOptions: {}, webhook } as never;
  const { job } = await runOne(house, { kind: 'batch_scrape', request });
  await createCancelJob({ db, seals, log: silentLog })(caller, 'batch_scrape', job.id);
  const { key, request: kept } = await copyRow(house, job);
  assert.match(seals.sealOf(key).open(kept), /hook\.test/);
  await seals.createKey();
  const soon = Date.now() + 2 * 3_600_000;
  assert.equal(await destroyRemovedKeys(db, seals, keyFiles, soon), 1);
  assert.equal(await house.countKeys(), 1);
  await db.query('update delivery set state = 2');
  await destroyRemovedKeys(db, seals, keyFiles, soon);
  assert.equal(await house.countKeys(), 0);
  assert.ok(seals.sealOf(key).isGone);
});

test('without a folder of its own a key is in the row until the job is removed', async () => {
  await using house = await openTestJobs();
  const { db, seals, caller } = house;
  const { job } = await runOne(house);
  await createCancelJob({ db, seals, log: silentLog })(caller, 'crawl', job.id);
  const left = await copyRow(house, job);
  assert.deepEqual([left.key.length, left.request], [0, '']);
});
