import assert from 'node:assert/strict';
import { test } from 'node:test';
import { v7 as uuidv7 } from 'uuid';
import { openTestDatabase } from '../../../test/support/test-database.ts';
import { NO_API_KEY, type Caller } from '../../accounts/caller.ts';
import { createTeam, ensureDefaultTeam } from '../../accounts/teams.ts';
import type { Document } from '../../contract/documents/document.ts';
import { systemClock } from '../../lib/time/clock.ts';
import type { JsonText } from '../../lib/json/json-text.ts';
import { cachedPageRow, findCachedPage, type CacheKey } from '../../scraper/cache/page-cache.ts';
import { findSnapshot, snapshotKey } from '../../scraper/changes/snapshots.ts';
import { uuidFloor } from '../../store/partitions.ts';
import type { Database } from '../../store/database.ts';
import { createRecordScrape, type ScrapeRecord } from './record-scrapes.ts';
import { createScrapeStatus } from './scrape-status.ts';

async function callerOf(db: Database): Promise<Caller> {
  return { team: await ensureDefaultTeam(db), apiKeyId: NO_API_KEY };
}

function recordOf(caller: Caller, changes: Partial<ScrapeRecord> = {}): ScrapeRecord {
  const id = changes.id ?? uuidv7();
  return {
    id,
    caller,
    kind: 'scrape',
    createdAt: new Date(),
    target: 'https://example.com/',
    options: { formats: [{ type: 'markdown' }] },
    credits: 1,
    durationMs: 5,
    statusCode: 200,
    errorCode: undefined,
    trace: [],
    document: {
      markdown: `# ${id}`,
      metadata: { sourceURL: 'https://example.com/', statusCode: 200, scrapeId: id, ogLocaleAlternate: [] },
    },
    toCache: undefined,
    toIndex: undefined,
    toSnapshot: undefined,
    ...changes,
  };
}

async function markdownOf(reading: Promise<JsonText>): Promise<string | undefined> {
  return ((await reading).parse() as Document).markdown;
}

test('a hundred scrapes at once: every document readable, every credit counted once', async () => {
  await using db = await openTestDatabase();
  const caller = await callerOf(db);
  const record = createRecordScrape(db);
  const records = Array.from({ length: 100 }, () => recordOf(caller, { credits: 3 }));
  await Promise.all(records.map((each) => record(each)));
  const read = createScrapeStatus({ db, clock: systemClock });
  for (const { id } of records) assert.equal(await markdownOf(read(caller, id)), `# ${id}`);
  const ledger = await db.query<{ credits: number; calls: number }>(
    'select sum(credits)::bigint as credits, sum(calls)::bigint as calls from credit_usage',
  );
  assert.deepEqual(ledger.rows, [{ credits: 300, calls: 100 }]);
  const total = await db.query<{ used: number }>('select credits_used as used from team where id = $1', [
    caller.team.id,
  ]);
  assert.equal(total.rows[0]?.used, 300);
});

test('another team, an unknown id, a failed scrape and one of yesterday cannot be read', async () => {
  await using db = await openTestDatabase();
  const caller = await callerOf(db);
  const record = createRecordScrape(db);
  const read = createScrapeStatus({ db, clock: systemClock });
  const mine = recordOf(caller);
  await record(mine);
  const stranger: Caller = { ...caller, team: { ...caller.team, id: uuidv7() } };
  await assert.rejects(read(stranger, mine.id), { code: 'FORBIDDEN' });
  await assert.rejects(read(caller, uuidv7()), { code: 'NOT_FOUND' });
  const failed = recordOf(caller, { document: undefined, errorCode: 'SCRAPE_TIMEOUT', credits: 0 });
  await record(failed);
  await assert.rejects(read(caller, failed.id), { code: 'NOT_FOUND' });
  const tomorrow = createScrapeStatus({ db, clock: { now: () => Date.now() + 25 * 3_600_000 } });
  await assert.rejects(tomorrow(caller, mine.id), { code: 'NOT_FOUND' });
});

test('the newest copy of a page is kept, also when several arrive in one batch', async () => {
  await using db = await openTestDatabase();
  const caller = await callerOf(db);
  const record = createRecordScrape(db);
  const key: CacheKey = { teamId: caller.team.id, hash: Buffer.alloc(16, 7) };
  const at = Date.now();
  async function copy(age: number): Promise<ScrapeRecord> {
    const page = {
      url: 'https://example.com/',
      status: 200,
      headers: {},
      contentType: 'text/html',
      body: Buffer.from(`age ${age}`),
    };
    return recordOf(caller, {
      toCache: await cachedPageRow(key, new URL(page.url), page, new Date(at - age)),
    });
  }
  const copies = await Promise.all([5, 1, 3, 2, 4].map(copy));
  await Promise.all(copies.map((each) => record(each)));
  const found = await findCachedPage(
    db,
    { key, age: { minMs: 0, maxMs: Infinity }, now: at + 1_000 },
    new AbortController().signal,
  );
  assert.equal(Buffer.from(found?.page.body ?? []).toString(), 'age 1');
  assert.equal(found?.page.contentType, 'text/html');
});

test('the newest snapshot of a page is kept, also when several arrive in one batch', async () => {
  await using db = await openTestDatabase();
  const caller = await callerOf(db);
  const record = createRecordScrape(db);
  const key = snapshotKey(caller.team.id, new URL('https://example.com/'), null);
  const at = Date.now();
  const versions = [5, 1, 3, 2, 4].map((age) =>
    recordOf(caller, {
      toSnapshot: {
        key,
        scrapedAt: new Date(at - age),
        isRemoved: false,
        markdown: Buffer.from(`age ${age}`),
        contentHash: Buffer.alloc(32, age),
      },
    }),
  );
  await Promise.all([recordOf(caller), ...versions].map((each) => record(each)));
  const wanted = { contentHash: Buffer.alloc(32), isMarkdownWanted: true };
  const found = await findSnapshot(db, key, wanted);
  assert.deepEqual([String(found?.markdown), found?.scrapedAt.getTime()], ['age 1', at - 1]);
  await record(
    recordOf(caller, {
      toSnapshot: {
        key,
        scrapedAt: new Date(at),
        isRemoved: true,
        markdown: undefined,
        contentHash: undefined,
      },
    }),
  );
  const removed = await findSnapshot(db, key, wanted);
  assert.deepEqual([String(removed?.markdown), removed?.isRemoved], ['age 1', true]);
});

test('a scrape of a day without a partition makes one', async () => {
  await using db = await openTestDatabase();
  const caller = await callerOf(db);
  const record = createRecordScrape(db);
  const { rows } = await db.query('select 1 from pg_inherits');
  assert.equal(rows.length, 0);
  const late = recordOf(caller, { id: `${uuidFloor(Date.now() + 86_400_000).slice(0, 24)}00000000abcd` });
  await record(late);
  assert.equal(
    await markdownOf(createScrapeStatus({ db, clock: systemClock })(caller, late.id)),
    `# ${late.id}`,
  );
});

test('a record that cannot be written fails alone', async () => {
  await using db = await openTestDatabase();
  const caller = await callerOf(db);
  const record = createRecordScrape(db);
  const good = Array.from({ length: 12 }, () => recordOf(caller));
  const bad = recordOf(caller, { target: 'http://example.com/\0' });
  const results = await Promise.allSettled(
    [...good.slice(0, 6), bad, ...good.slice(6)].map((each) => record(each)),
  );
  assert.deepEqual(
    results.map(({ status }) => status),
    results.map((_, index) => (index === 6 ? 'rejected' : 'fulfilled')),
  );
});

test('options and trace may hold any text', async () => {
  await using db = await openTestDatabase();
  const record = createRecordScrape(db);
  await record(
    recordOf(await callerOf(db), {
      options: { integration: 'a\0b', tags: ['\ud800'] },
      trace: [{ step: '\0' }],
    }),
  );
});

test('processes that record for many teams at once do not undo each other', async () => {
  await using db = await openTestDatabase();
  const { team } = await callerOf(db);
  const callers = await Promise.all(
    Array.from({ length: 6 }, async (_, index) => ({
      team: await createTeam(db, `team ${index}`),
      apiKeyId: NO_API_KEY,
    })),
  );
  const recorders = Array.from({ length: 3 }, () => createRecordScrape(db));
  const work = recorders.flatMap((record, recorder) =>
    Array.from({ length: 60 }, (_, index) =>
      record(recordOf(callers[(index * (recorder + 1)) % 6] ?? { team, apiKeyId: NO_API_KEY })),
    ),
  );
  await Promise.all(work);
  const { rows } = await db.query<{ credits: number }>(
    'select sum(credits_used)::bigint as credits from team',
  );
  assert.equal(rows[0]?.credits, 180);
});

test('options as long as a body may be are not kept', async () => {
  await using db = await openTestDatabase();
  const caller = await callerOf(db);
  const record = createRecordScrape(db);
  const failed = { document: undefined, credits: 0, errorCode: 'SCRAPE_ADDRESS_NOT_ALLOWED' };
  await record(recordOf(caller, { ...failed, options: { headers: { 'x-long': 'x'.repeat(70_000) } } }));
  const { rows } = await db.query('select options, error_code as code from scrape');
  assert.deepEqual(rows, [{ options: null, code: 'SCRAPE_ADDRESS_NOT_ALLOWED' }]);
});
