import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { openTestDatabase } from '../../../test/support/test-database.ts';
import { NO_API_KEY, type Caller } from '../../accounts/caller.ts';
import { createTeam } from '../../accounts/teams.ts';
import { systemExamine } from '../../contract/endpoints/system-examine.ts';
import { systemRead } from '../../contract/endpoints/system-read.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { silentLog } from '../../lib/log/log.ts';
import { keepForAll } from './keep-for-all.ts';
import { openProcessNote, type ProcessStats } from './processes.ts';
import { createSystem } from './system.ts';

const STATS: ProcessStats = {
  residentBytes: 1_000,
  mainThreadBusy: 0.5,
  browsers: { running: 1, pages: 1, maxPages: 2, waiting: 3, residentBytes: 4, killedProcesses: 0 },
  readers: { running: 1, reading: 1, max: 2, waiting: 0 },
  pageMemory: { takenBytes: 0, waiting: 0 },
};
const ID = '0190aaaa-1111-4222-8333-444455556666';
const OTHER = '0190aaaa-1111-4222-8333-444455556667';

async function openFixture() {
  const db = await openTestDatabase();
  const team = await createTeam(db, 'boss', { isOperator: true });
  const caller: Caller = { team, apiKeyId: NO_API_KEY };
  const examined: string[] = [];
  const system = createSystem({
    db,
    processId: ID,
    version: '1.2.3',
    dataDir: tmpdir(),
    clock: systemClock,
    async examine(examination) {
      examined.push(examination);
      const browser = { part: 'Browser', state: 'WARNING' as const, note: 'no sandbox', version: 'Chrome/1' };
      return [{ part: 'Node', state: 'ok', note: 'v1' }, ...(examination === 'quick' ? [] : [browser])];
    },
  });
  const note = (id: string) =>
    openProcessNote({ db, id, role: 'all', version: '1.2.3', read: () => STATS, log: silentLog });
  return { db, caller, system, examined, note, [Symbol.asyncDispose]: () => db[Symbol.asyncDispose]() };
}

test('the operator sees versions, sizes, processes and findings; nobody else does', async () => {
  await using fixture = await openFixture();
  const { db, caller, system, note } = fixture;
  await using _process = await note(ID);
  await db.query(`insert into database_size (at, bytes)
    select now() - interval '2 days', pg_database_size(current_database()) - 2000000`);
  const { data } = systemRead.reply.parse(await system.read(caller));
  assert.deepEqual([data.versions.decant, data.versions.node], ['1.2.3', process.version]);
  assert.match(data.versions.postgres, /^\d+(\.\d+)*$/);
  assert.ok(data.database.bytes > 0 && data.database.tables.length > 0);
  assert.ok(Math.abs(data.database.bytesADay! - 1_000_000) < 500_000, String(data.database.bytesADay));
  assert.deepEqual(
    data.processes.map(({ id, isThisOne, isAlive, browsers }) => [id, isThisOne, isAlive, browsers.waiting]),
    [[ID, true, true, 3]],
  );
  assert.deepEqual(
    [data.examined_at, data.versions.browser, data.findings.map(({ part }) => part)],
    [null, null, ['Node']],
  );
  const other: Caller = { ...caller, team: await createTeam(db, 'other') };
  await assert.rejects(system.read(other), { code: 'FORBIDDEN' });
  await assert.rejects(system.examine(other), { code: 'FORBIDDEN' });
});

test('a process that is silent is told as such, and one that stops is not told any more', async () => {
  await using fixture = await openFixture();
  const { db, caller, note } = fixture;
  {
    await using _stopping = await note(OTHER);
  }
  await db.query(`insert into process (id, about, seen_at) values ($1, $2, now() - interval '1 minute')`, [
    OTHER,
    JSON.stringify({ ...STATS, role: 'worker', version: '1.2.2', host: 'far', pid: 1 }),
  ]);
  await using _process = await note(ID);
  const { data } = await fixture.system.read(caller);
  const stateOf = (wanted: string) => data.processes.find(({ id }) => id === wanted);
  assert.deepEqual([stateOf(ID)?.isThisOne, stateOf(ID)?.isAlive], [true, true]);
  assert.deepEqual([stateOf(OTHER)?.isThisOne, stateOf(OTHER)?.isAlive], [false, false]);
});

test('a whole examination is made once for all who ask, and stays', async () => {
  await using fixture = await openFixture();
  const { caller, system, examined } = fixture;
  const answers = await Promise.all([system.examine(caller), system.examine(caller)]);
  const again = systemExamine.reply.parse(await system.examine(caller));
  assert.deepEqual(examined, ['thorough']);
  for (const answer of [...answers, again])
    assert.deepEqual(
      answer.data.map(({ part, state }) => [part, state]),
      [
        ['Node', 'ok'],
        ['Browser', 'WARNING'],
      ],
    );
  const { data } = await system.read(caller);
  assert.deepEqual([data.versions.browser, data.examined_at], ['Chrome/1', again.examined_at]);
  assert.deepEqual(data.findings, again.data);
});

test('an answer is kept for its time, and a failure not at all', async () => {
  const clock = { ms: 0 };
  const asked: number[] = [];
  const ask = keepForAll(
    100,
    async () => {
      asked.push(clock.ms);
      if (asked.length === 2) throw new Error('away');
      return asked.length;
    },
    () => clock.ms,
  );
  assert.deepEqual(await Promise.all([ask(), ask()]), [1, 1]);
  clock.ms = 99;
  assert.equal(await ask(), 1);
  clock.ms = 100;
  await assert.rejects(ask());
  assert.equal(await ask(), 3);
  assert.deepEqual(asked, [0, 100, 100]);
});
