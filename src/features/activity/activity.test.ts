import assert from 'node:assert/strict';
import { test } from 'node:test';
import { v7 as uuidv7 } from 'uuid';
import { openTestDatabase } from '../../../test/support/test-database.ts';
import { NO_API_KEY, type Caller } from '../../accounts/caller.ts';
import { createTeam } from '../../accounts/teams.ts';
import { activity as contract, type ActivityEndpoint } from '../../contract/endpoints/activity.ts';
import { ensurePartitions } from '../../store/partitions.ts';
import type { Database } from '../../store/database.ts';
import { createActivity } from './activity.ts';

const NOW = Date.now();
const HOUR_MS = 3_600_000;

interface Entry {
  endpoint: ActivityEndpoint;
  /** Time before NOW, ms. */
  age?: number;
  target?: string | null;
  /** The job that a page was scraped for. */
  jobId?: string;
}

async function openFixture() {
  const db = await openTestDatabase();
  await ensurePartitions(db, NOW);
  const mine: Caller = { team: await createTeam(db, 'mine'), apiKeyId: NO_API_KEY };
  const other: Caller = { team: await createTeam(db, 'other'), apiKeyId: NO_API_KEY };
  const activity = createActivity({ db, clock: { now: () => NOW } });
  const read = (query: Record<string, string> = {}, caller = mine) =>
    activity(caller, contract.query.parse(query));
  return { db, mine, other, read, [Symbol.asyncDispose]: () => db[Symbol.asyncDispose]() };
}

/** Writes an entry into the table that its endpoint belongs to; returns its id. */
async function write(db: Database, caller: Caller, entry: Entry): Promise<string> {
  const { endpoint, age = 0, target = `https://example.com/${endpoint}`, jobId = null } = entry;
  const id = uuidv7({ msecs: NOW - age });
  const common = [id, caller.team.id, target];
  if (endpoint === 'scrape') {
    await db.query(
      `insert into scrape (id, team_id, target, job_id, api_key_id, created_at, credits, duration_ms)
       values ($1, $2, $3, $4, $5, now(), 1, 1)`,
      [...common, jobId, caller.apiKeyId],
    );
  } else if (endpoint === 'crawl' || endpoint === 'batch_scrape') {
    await db.query(
      `insert into job (id, team_id, target, kind, api_key_id, request, page_limit, max_concurrency)
       values ($1, $2, $3, $4, $5, '{}', 10, 1)`,
      [...common, endpoint, caller.apiKeyId],
    );
  } else if (endpoint === 'interact' || endpoint === 'browser') {
    await db.query(
      `insert into browser_session (id, team_id, target, scrape_id, api_key_id, process_id, machine, ttl_ms, idle_ms,
         has_web_view, leased_until) values ($1, $2, $3, $4, $5, $1, 'here', 1, 1, true, now())`,
      [...common, endpoint === 'interact' ? uuidv7() : null, caller.apiKeyId],
    );
  } else {
    await db.query('insert into call (id, team_id, target, endpoint) values ($1, $2, $3, $4)', [
      ...common,
      endpoint,
    ]);
  }
  return id;
}

test('scrapes, jobs and calls in one list, newest first, in the shape of the contract', async () => {
  await using fixture = await openFixture();
  const { db, mine, read } = fixture;
  const endpoints = [
    'map',
    'crawl',
    'scrape',
    'search',
    'batch_scrape',
    'scrape',
    'interact',
    'browser',
  ] as const;
  const ids: string[] = [];
  for (const [index, endpoint] of endpoints.entries()) {
    ids.push(await write(db, mine, { endpoint, age: index * 1_000 }));
  }
  const reply = await read();
  assert.deepEqual(contract.reply.parse(reply), reply);
  assert.deepEqual(
    reply.data.map(({ id, endpoint }) => [id, endpoint]),
    endpoints.map((endpoint, index) => [ids[index], endpoint]),
  );
  assert.deepEqual(reply.data[1], {
    id: ids[1],
    endpoint: 'crawl',
    api_version: 'v2',
    created_at: new Date(NOW - 1_000).toISOString(),
    target: 'https://example.com/crawl',
  });
  assert.deepEqual([reply.cursor, reply.has_more], [null, false]);
  assert.deepEqual(await read({ cursor: '' }), reply);
  assert.deepEqual(
    (await read({ endpoint: 'scrape' })).data.map(({ id }) => id),
    [ids[2], ids[5]],
  );
  for (const endpoint of ['crawl', 'batch_scrape', 'map', 'search', 'interact', 'browser'] as const) {
    const filtered = (await read({ endpoint })).data;
    assert.deepEqual(
      filtered.map(({ id }) => id),
      [ids[endpoints.indexOf(endpoint)]],
    );
  }
  assert.deepEqual((await read({ endpoint: 'agent' })).data, []);
});

test('nothing of another team, of yesterday, or of the pages of a job; no target without retention', async () => {
  await using fixture = await openFixture();
  const { db, mine, other, read } = fixture;
  const all = ['scrape', 'crawl', 'batch_scrape', 'map', 'search'] as const;
  for (const endpoint of all) {
    await write(db, other, { endpoint });
    await write(db, mine, { endpoint, age: 24 * HOUR_MS + 1 });
  }
  await write(db, mine, { endpoint: 'scrape', jobId: uuidv7() });
  assert.deepEqual((await read()).data, []);
  for (const endpoint of all) assert.deepEqual((await read({ endpoint })).data, []);
  const theirs = (await read({}, other)).data;
  assert.equal(theirs.length, all.length);
  const kept = await write(db, mine, { endpoint: 'crawl', age: 24 * HOUR_MS - 1, target: null });
  assert.deepEqual(
    (await read()).data.map(({ id, target }) => [id, target]),
    [[kept, null]],
  );
  // A cursor opens nothing: it only says where in the caller's own list to go on.
  const { cursor } = await read({ limit: '1' }, other);
  assert.ok(cursor !== null);
  assert.deepEqual(
    (await read({ cursor })).data.map(({ id }) => id),
    [kept],
  );
});

test('pages follow each other without a gap or a repeat while entries arrive', async () => {
  await using fixture = await openFixture();
  const { db, mine, read } = fixture;
  const kinds = ['scrape', 'crawl', 'search'] as const;
  const written: string[] = [];
  // Several of the same millisecond in each table.
  for (let index = 0; index < 60; index++) {
    const endpoint = kinds[index % 3] ?? 'scrape';
    written.push(await write(db, mine, { endpoint, age: 1_000 + Math.floor(index / 10) }));
  }
  const seen: string[] = [];
  let cursor: string | null = null;
  let pages = 0;
  do {
    const page = await read({ limit: '7', ...(cursor !== null && { cursor }) });
    assert.equal(page.has_more, page.cursor !== null);
    seen.push(...page.data.map(({ id }) => id));
    cursor = page.cursor;
    pages++;
    for (const endpoint of kinds) await write(db, mine, { endpoint });
  } while (cursor !== null);
  assert.deepEqual(seen, written.toSorted().toReversed());
  assert.equal(pages, 9);
});

test('a last page that is just full has no cursor', async () => {
  await using fixture = await openFixture();
  const { db, mine, read } = fixture;
  for (let index = 0; index < 4; index++) await write(db, mine, { endpoint: 'map', age: index });
  const first = await read({ limit: '2' });
  assert.equal(first.has_more, true);
  const second = await read({ limit: '2', cursor: first.cursor ?? '' });
  assert.deepEqual([second.data.length, second.cursor, second.has_more], [2, null, false]);
});

test('no limit is an error: 50 when it is no number or below 1, 100 above', () => {
  const limitOf = (limit?: unknown) => contract.query.parse({ limit }).limit;
  for (const limit of [undefined, '', 'many', '0', '-3', 'NaN', '0.5', ['3', '4'], {}]) {
    assert.equal(limitOf(limit), 50, JSON.stringify(limit));
  }
  assert.deepEqual(['1', '7.9', '100', '101', '1e9', 'Infinity'].map(limitOf), [1, 7, 100, 100, 100, 100]);
});

test('a cursor that we did not give is refused', async () => {
  await using fixture = await openFixture();
  const good = Buffer.from(uuidv7().replaceAll('-', ''), 'hex').toString('base64url');
  await fixture.read({ cursor: good });
  const notV7 = Buffer.alloc(16, 1).toString('base64url');
  for (const cursor of ['x', `${good}x`, good.slice(1), `${good.slice(0, 21)}!`, ' '.repeat(22), notV7]) {
    await assert.rejects(fixture.read({ cursor }), { code: 'BAD_REQUEST', message: /^cursor / }, cursor);
  }
  // The last character has bits to spare; only one way of writing them is ours.
  await assert.rejects(fixture.read({ cursor: `${good.slice(0, 21)}_` }), { code: 'BAD_REQUEST' });
});

test('a page costs the entries that it shows, for a busy team and for one with few entries among many', async () => {
  await using fixture = await openFixture();
  const { db, mine, other } = fixture;
  const source = `(lpad(to_hex($3::bigint - n), 12, '0') || '7000800000000000' || lpad(to_hex(n), 4, '0'))::uuid as id,
    case when n % 500 = 0 then $1::uuid else $2::uuid end as team_id from generate_series(1, 20000) n`;
  const values = [mine.team.id, other.team.id, NOW];
  await db.query(
    `insert into call (id, team_id, endpoint) select id, team_id, 'map' from (select ${source}) e`,
    values,
  );
  await db.query(
    `insert into scrape (id, team_id, api_key_id, created_at, credits, duration_ms)
     select id, team_id, team_id, now(), 1, 1 from (select ${source}) e`,
    values,
  );
  await db.query('analyze call, scrape');
  for (const caller of [mine, other]) {
    const plan: string[] = [];
    const explaining: Pick<Database, 'query'> = {
      async query<Row>(sql: unknown, given: readonly unknown[] = []) {
        const explain = `explain (analyze, costs off, timing off) ${String(sql)}`;
        const { rows } = await db.query<Record<string, string>>(explain, given);
        plan.push(...rows.map((row) => row['QUERY PLAN'] ?? ''));
        return { rows: [] as Row[], rowCount: 0 };
      },
    };
    await createActivity({ db: explaining, clock: { now: () => NOW } })(caller, contract.query.parse({}));
    const counts = [...plan.join('\n').matchAll(/(?:rows=|Removed by Filter: )(\d+)/g)].map(([, n]) =>
      Number(n),
    );
    assert.ok(counts.length > 5 && Math.max(...counts) <= 51, plan.join('\n'));
  }
});
