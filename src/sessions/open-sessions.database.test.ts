import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { v7 as uuidv7 } from 'uuid';
import { NO_API_KEY, type Caller } from '../accounts/caller.ts';
import { openCreditHolds } from '../accounts/credit-holds.ts';
import { createTeam, ensureDefaultTeam } from '../accounts/teams.ts';
import { systemClock } from '../lib/time/clock.ts';
import { silentLog } from '../lib/log/log.ts';
import { ServiceError } from '../lib/service-error.ts';
import type { Database } from '../store/database.ts';
import { eventually } from '../../test/support/eventually.ts';
import {
  createBrowserDouble,
  createRunnersDouble,
  type BrowserDouble,
} from '../../test/support/session-doubles.ts';
import { openTestDatabase } from '../../test/support/test-database.ts';
import { createProfiles } from '../scraper/profiles/profiles.ts';
import { openForwardCalls } from './forward-call.ts';
import { createHostCalls } from './host-calls.ts';
import { openSessions, type OpenSessionRequest, type SessionsParts } from './open-sessions.ts';
import type { SessionCall } from './session-call.ts';
import { createSessionLinks } from './session-links.ts';
import { SessionExistsError } from './session-refusals.ts';

const secret = 'a secret of sixteen or more';
const never = new AbortController().signal;
const CODE: SessionCall = { kind: 'code', language: 'node', code: '1', timeoutMs: 1_000 };

/** Sessions over doubles of browser and runners. */
async function openHouse(db: Database, changes: Partial<SessionsParts> = {}) {
  const processId = randomUUID();
  const browsers: BrowserDouble[] = [];
  const runners = createRunnersDouble();
  const credits = openCreditHolds({ db, processId, log: silentLog });
  const links = createSessionLinks({ secret, clock: systemClock });
  const forward = openForwardCalls({
    calls: createHostCalls({ secret, clock: systemClock }),
    ownPorts: () => [],
  });
  const sessions = await openSessions({
    db: { ...db, isShared: true },
    host: { processId, address: null, port: () => 3002, machine: 'here' },
    limits: { perTeam: 10, perMachine: 20 },
    credits,
    profiles: createProfiles({ db, secret, log: silentLog }),
    links,
    openBrowser: async () => {
      browsers.push(createBrowserDouble());
      return browsers.at(-1)!;
    },
    browserProblem: async () => undefined,
    replay: async () => undefined,
    runners,
    runTask: undefined,
    readMarkdown: async () => '',
    forward,
    log: silentLog,
    tickMs: 20,
    ...changes,
  });
  return {
    sessions,
    browsers,
    runners,
    links,
    async [Symbol.asyncDispose]() {
      await sessions[Symbol.asyncDispose]();
      await forward[Symbol.asyncDispose]();
      await credits[Symbol.asyncDispose]();
    },
  };
}

async function callerOf(db: Database): Promise<Caller> {
  return { team: await ensureDefaultTeam(db), apiKeyId: NO_API_KEY };
}

function request(caller: Caller, changes: Partial<OpenSessionRequest> = {}): OpenSessionRequest {
  return { caller, ttlMs: 600_000, idleMs: 300_000, hasWebView: true, profile: undefined, ...changes };
}

function pageOf(scrapeId: string): NonNullable<OpenSessionRequest['page']> {
  return { scrapeId, url: 'https://example.com/', options: {} as never };
}

test('calls of one session run in turn, in one runner, and a client that leaves gives its turn up', async () => {
  await using db = await openTestDatabase();
  await using house = await openHouse(db);
  const row = await house.sessions.open(request(await callerOf(db)));
  const first = house.sessions.run(row, { ...CODE, code: 'first' }, never);
  await house.runners.begun(1);
  const leaving = new AbortController();
  const left = assert.rejects(house.sessions.run(row, { ...CODE, code: 'left' }, leaving.signal), /gone/);
  const third = house.sessions.run(row, { ...CODE, code: 'third' }, never);
  leaving.abort(new Error('gone'));
  await left;
  assert.equal(house.runners.calls.length, 1);
  house.runners.calls[0]?.end({ result: '1' });
  assert.equal((await first).result, '1');
  await house.runners.begun(2);
  assert.deepEqual(
    house.runners.calls.map(({ call }) => call.code),
    ['first', 'third'],
  );
  house.runners.calls[1]?.end({ result: '3' });
  assert.equal((await third).result, '3');
  assert.equal(house.runners.opened, 1);
});

test('the end of a session ends its call with an outcome, closes all and is charged once', async () => {
  await using db = await openTestDatabase();
  await using house = await openHouse(db);
  const caller = await callerOf(db);
  const row = await house.sessions.open(request(caller));
  const call = house.sessions.run(row, CODE, never);
  await house.runners.begun(1);
  const ended = await house.sessions.end(row, never);
  assert.deepEqual([ended?.status, ended?.endReason, ended?.credits], ['destroyed', 'deleted', 2]);
  const outcome = await call;
  assert.deepEqual([outcome.exitCode, outcome.isKilled], [137, true]);
  assert.match(outcome.stderr, /has ended while this ran/);
  assert.deepEqual([house.browsers[0]?.isClosed, house.runners.closed], [true, 1]);
  const again = await house.sessions.end((await house.sessions.find(row.id))!, never);
  assert.deepEqual([again?.durationMs, again?.credits], [ended?.durationMs, 2]);
  const over = await house.sessions.find(row.id);
  await assert.rejects(house.sessions.run(over!, CODE, never), { code: 'SESSION_DESTROYED' });
  await assert.rejects(house.sessions.run(row, CODE, never), { code: 'SESSION_DESTROYED' });
});

test('a session ends when nobody uses it, when its time is over, and with its browser', async () => {
  await using db = await openTestDatabase();
  await using house = await openHouse(db);
  const caller = await callerOf(db);
  const idle = await house.sessions.open(request(caller, { idleMs: 30 }));
  const old = await house.sessions.open(request(caller, { ttlMs: 30 }));
  const crashed = await house.sessions.open(request(caller));
  house.browsers[2]?.crash();
  const reasonOf = async (id: string) => (await house.sessions.find(id))?.endReason;
  await eventually(async () => {
    assert.deepEqual(await Promise.all([idle, old, crashed].map(({ id }) => reasonOf(id))), [
      'idle',
      'ttl',
      'browser',
    ]);
  });
  await eventually(async () => assert.ok(house.browsers.every(({ isClosed }) => isClosed)));
});

test('a driver that is connected and a viewer keep a session awake', async () => {
  await using db = await openTestDatabase();
  await using house = await openHouse(db);
  const row = await house.sessions.open(request(await callerOf(db), { idleMs: 20 }));
  const session = await house.sessions.here(row.id);
  const peer = { send: () => undefined, queuedBytes: 0, setPaused: () => undefined, close: () => undefined };
  const driver = session.connectDriver(peer);
  const viewer = session.keepAwake();
  const busy = house.sessions.run(row, CODE, never);
  await house.runners.begun(1);
  house.runners.calls[0]?.end();
  await busy;
  assert.equal(session.quietMs, 0);
  await driver[Symbol.asyncDispose]();
  assert.equal(session.quietMs, 0);
  viewer[Symbol.dispose]();
  assert.equal(await session.ended, 'idle');
});

test('a call keeps its session awake and the next call waiting, however long it runs', async () => {
  await using db = await openTestDatabase();
  await using house = await openHouse(db);
  const caller = await callerOf(db);
  const row = await house.sessions.open(request(caller, { idleMs: 20 }));
  const long = house.sessions.run(row, { ...CODE, code: 'long' }, never);
  const next = house.sessions.run(row, { ...CODE, code: 'next' }, never);
  await house.runners.begun(1);
  assert.equal((await house.sessions.here(row.id)).quietMs, 0);
  // A session that began later and that nobody uses is over before the call is.
  const unused = await house.sessions.open(request(caller, { idleMs: 20 }));
  assert.equal(await (await house.sessions.here(unused.id)).ended, 'idle');
  assert.deepEqual(
    house.runners.calls.map(({ call }) => call.code),
    ['long'],
  );
  house.runners.calls[0]?.end({ result: '42' });
  assert.equal((await long).result, '42');
  await house.runners.begun(2);
  house.runners.calls[1]?.end({ result: '43' });
  assert.equal((await next).result, '43');
});

test('credits are held before anything is started, and a session that has none left ends', async () => {
  await using db = await openTestDatabase();
  await using house = await openHouse(db);
  const team = await createTeam(db, 'poor', { creditsGranted: 1 });
  const poor: Caller = { team, apiKeyId: NO_API_KEY };
  await assert.rejects(house.sessions.open(request(poor)), { code: 'PAYMENT_REQUIRED' });
  assert.equal(house.browsers.length, 0);
  assert.deepEqual(await house.sessions.list(team.id, undefined), []);
});

test('a limit names itself, and what cannot be run is refused before a browser is started', async () => {
  await using db = await openTestDatabase();
  await using house = await openHouse(db, { limits: { perTeam: 1, perMachine: 2 } });
  const caller = await callerOf(db);
  const python: SessionCall = { ...CODE, language: 'python' };
  await assert.rejects(house.sessions.open(request(caller, { first: python })), {
    code: 'SERVICE_UNAVAILABLE',
    message: 'No python here: install python3',
  });
  const prompt: SessionCall = { kind: 'prompt', prompt: 'x', timeoutMs: 1_000 };
  await assert.rejects(house.sessions.open(request(caller, { first: prompt })), {
    code: 'SERVICE_UNAVAILABLE',
    message: /DECANT_LLM_BASE_URL/,
  });
  assert.equal(house.browsers.length, 0);
  await house.sessions.open(request(caller));
  await assert.rejects(house.sessions.open(request(caller)), {
    code: 'CONCURRENCY_LIMITED',
    message: /DECANT_SESSIONS_PER_TEAM/,
  });
});

test('one session for a scrape, however many ask at once; one that could not be opened may be tried again', async () => {
  await using db = await openTestDatabase();
  const state = { isBroken: true };
  await using house = await openHouse(db, {
    replay: async () => {
      if (state.isBroken) throw new ServiceError('SCRAPE_TIMEOUT', { message: 'too slow' });
    },
  });
  const caller = await callerOf(db);
  const page = pageOf(uuidv7());
  await assert.rejects(house.sessions.open(request(caller, { page })), {
    code: 'CONFLICT',
    message: /could not be shown again: too slow/,
  });
  assert.equal(house.browsers[0]?.isClosed, true);
  assert.equal(await house.sessions.findOfScrape(page.scrapeId), undefined);
  state.isBroken = false;
  const opened = await Promise.allSettled(
    [1, 2, 3].map(() => house.sessions.open(request(caller, { page }))),
  );
  assert.equal(opened.filter(({ status }) => status === 'fulfilled').length, 1);
  for (const one of opened)
    if (one.status === 'rejected') assert.ok(one.reason instanceof SessionExistsError);
  const row = await house.sessions.findOfScrape(page.scrapeId);
  const { kind, ...reached } = await house.sessions.reach(
    house.links.writeLink({ sessionId: row!.id, kind: 'drive' }, new Date(Date.now() + 60_000)),
  );
  assert.equal(kind, 'drive');
  assert.ok('session' in reached);
  await assert.rejects(house.sessions.reach('nonsense'), { code: 'NOT_FOUND' });
});

test('a browser that cannot be started: nothing was run, nothing is charged', async () => {
  await using db = await openTestDatabase();
  await using house = await openHouse(db, { openBrowser: () => Promise.reject(new Error('no browser')) });
  const caller = await callerOf(db);
  await assert.rejects(house.sessions.open(request(caller)), { code: 'SESSION_FAILED' });
  assert.deepEqual(await house.sessions.list(caller.team.id, undefined), []);
});

test('sessions end with their process; one that another process has taken for dead is closed', async () => {
  await using db = await openTestDatabase();
  const caller = await callerOf(db);
  const house = await openHouse(db);
  const taken = await house.sessions.open(request(caller));
  const row = await house.sessions.open(request(caller));
  await db.query(
    `update browser_session set status = 'destroyed', end_reason = 'host', ended_at = now() where id = $1`,
    [taken.id],
  );
  await eventually(async () => assert.equal(house.browsers[0]?.isClosed, true));
  await house[Symbol.asyncDispose]();
  assert.equal(house.browsers[1]?.isClosed, true);
  await using next = await openHouse(db);
  assert.equal((await next.sessions.find(row.id))?.endReason, 'shutdown');
});

test('a session of another process is called there, or the variable is named that leads there', async () => {
  await using db = await openTestDatabase();
  const caller = await callerOf(db);
  await using house = await openHouse(db, {
    host: { processId: randomUUID(), address: null, port: () => 3002, machine: 'elsewhere' },
  });
  await using other = await openHouse(db);
  const row = await house.sessions.open(request(caller));
  const seen = await other.sessions.find(row.id);
  await assert.rejects(other.sessions.run(seen!, CODE, never), {
    code: 'SERVICE_UNAVAILABLE',
    message: /DECANT_INTERNAL_URL/,
  });
});
