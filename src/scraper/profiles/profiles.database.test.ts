import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test, type TestContext } from 'node:test';
import { eventually } from '../../../test/support/eventually.ts';
import { openTestDatabase } from '../../../test/support/test-database.ts';
import { createTeam } from '../../accounts/teams.ts';
import type { ProfileState } from '../../browser/profiles/profile-state.ts';
import { silentLog } from '../../lib/log/log.ts';
import type { Database, Queryable } from '../../store/database.ts';
import { deleteProfile, listProfiles } from './list-profiles.ts';
import { createProfiles } from './profiles.ts';
import { trimProfiles } from './trim-profiles.ts';

const { signal } = new AbortController();
const SECRET = 'installation secret';

async function openHouse(t: TestContext) {
  const db = await openTestDatabase();
  t.after(() => db[Symbol.asyncDispose]());
  const team = await createTeam(db, 'one');
  // Two processes have one each.
  const [here, there] = [0, 1].map(() => createProfiles({ db, secret: SECRET, log: silentLog }));
  assert.ok(here && there);
  const request = { teamId: team.id, name: 'shop', saveChanges: true, signal };
  return { db, team, here, there, request };
}

function stateWith(token: string): ProfileState {
  return {
    format: 1,
    cookies: [{ name: 'session', value: token, domain: 'a.test', path: '/' }],
    origins: [{ origin: 'https://a.test', localStorage: `[["t","${token}"]]`, databases: [] }],
  };
}

async function raw(db: Database): Promise<Buffer> {
  const { rows } = await db.query<{ state: Buffer }>('select state from profile');
  return rows[0]?.state ?? Buffer.alloc(0);
}

test('what is saved is there for the next', async (t) => {
  const { here, there, request } = await openHouse(t);
  {
    await using first = await here.open(request);
    assert.equal(first.state, undefined);
    await first.save(stateWith('one'));
    await first.save(stateWith('two'));
  }
  await using second = await there.open(request);
  assert.deepEqual(second.state, stateWith('two'));
});

test('one writes at a time, any number read meanwhile', async (t) => {
  const { here, there, request } = await openHouse(t);
  await using writer = await here.open(request);
  await writer.save(stateWith('saved'));
  await assert.rejects(there.open(request), (error: Error & { code?: string; status?: number }) => {
    assert.equal(error.code, 'CONFLICT');
    assert.equal(error.status, 409);
    assert.match(error.message, /"shop" is in use .* saveChanges: false/);
    return true;
  });
  await using reader = await there.open({ ...request, saveChanges: false });
  assert.deepEqual(reader.state, stateWith('saved'));
  await assert.rejects(reader.save(stateWith('no')), { code: 'CONFLICT' });
  await using other = await there.open({ ...request, name: 'another' });
  assert.equal(other.state, undefined);
  await writer[Symbol.asyncDispose]();
  await using next = await there.open(request);
  assert.deepEqual(next.state, stateWith('saved'));
});

test('a writer that leaves while another is refused makes way for it', async (t) => {
  const { db, here, request } = await openHouse(t);
  const leaving = await here.open(request);
  const slow: Queryable = {
    async query(...asked) {
      const answer = await db.query(...asked);
      // The profile goes with a writer that has saved nothing.
      await leaving[Symbol.asyncDispose]();
      return answer as never;
    },
  };
  await using next = await createProfiles({ db: slow, secret: SECRET, log: silentLog }).open(request);
  await next.save(stateWith('next'));
});

test('of many that come at once one writes', async (t) => {
  const { here, there, request } = await openHouse(t);
  const opened = await Promise.allSettled(
    Array.from({ length: 12 }, (_, index) => (index % 2 === 0 ? here : there).open(request)),
  );
  assert.equal(opened.filter(({ status }) => status === 'fulfilled').length, 1);
});

test('a patient one waits for the writer to end', async (t) => {
  const { here, there, request } = await openHouse(t);
  const writer = await here.open(request);
  const waiting = there.open({ ...request, patienceMs: 60_000 });
  await assert.rejects(there.open({ ...request, patienceMs: 1 }), { code: 'CONFLICT' });
  await writer.save(stateWith('late'));
  await writer[Symbol.asyncDispose]();
  await using next = await waiting;
  assert.deepEqual(next.state, stateWith('late'));
  const gone = new AbortController();
  const given = there.open({ ...request, patienceMs: 60_000, signal: gone.signal });
  gone.abort(new Error('gone'));
  await assert.rejects(given, /gone|aborted/);
});

test('a writer that was killed is followed by the next, and cannot save any more', async (t) => {
  const { db, here, there, request } = await openHouse(t);
  const killed = await here.open(request);
  await killed.save(stateWith('good'));
  await assert.rejects(there.open(request), { code: 'CONFLICT' });
  await db.query(`update profile set leased_until = clock_timestamp()`);
  await using next = await there.open(request);
  assert.deepEqual(next.state, stateWith('good'));
  await next.save(stateWith('newer'));
  // It was only asleep.
  await assert.rejects(killed.save(stateWith('old')), { code: 'CONFLICT' });
  await killed[Symbol.asyncDispose]();
  await assert.rejects(here.open(request), { code: 'CONFLICT' });
  await using reader = await here.open({ ...request, saveChanges: false });
  assert.deepEqual(reader.state, stateWith('newer'));
});

test('the lease is renewed for as long as it is held', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const { db, here, request } = await openHouse(t);
  await using _writer = await here.open(request);
  const left = async (): Promise<number> => {
    const { rows } = await db.query<{ seconds: string }>(
      'select extract(epoch from leased_until - clock_timestamp()) as seconds from profile',
    );
    return Number(rows[0]?.seconds);
  };
  assert.ok((await left()) > 15);
  await db.query(`update profile set leased_until = clock_timestamp() + interval '2 seconds'`);
  t.mock.timers.tick(5_000);
  await eventually(async () => assert.ok((await left()) > 15));
});

test('teams know nothing of one another, and the database of none', async (t) => {
  const { db, here, request } = await openHouse(t);
  const other = { ...request, teamId: (await createTeam(db, 'two')).id };
  {
    await using mine = await here.open(request);
    await mine.save(stateWith('hunter2-hunter2'));
    await using theirs = await here.open(other);
    assert.equal(theirs.state, undefined);
  }
  const sealed = await raw(db);
  assert.ok(sealed.length > 0);
  for (const text of ['hunter2', 'session', 'a.test']) assert.equal(sealed.includes(text), false, text);
  // Nor can a row be read that was moved, or with another secret.
  await assert.rejects(createProfiles({ db, secret: 'other', log: silentLog }).open(request));
  await using _free = await here.open(request);
  await db.query('update profile set team_id = $1', [other.teamId]);
  await assert.rejects(here.open({ ...other, saveChanges: false }), /authenticate/);
});

test('an opening in which nothing was saved leaves nothing', async (t) => {
  const { db, here, request } = await openHouse(t);
  await (await here.open(request))[Symbol.asyncDispose]();
  assert.deepEqual(await listProfiles(db), []);
});

test('a team has a limited number', async (t) => {
  const { db, team, here, request } = await openHouse(t);
  await db.query(
    `insert into profile (team_id, name, state) select $1, 'p' || n, '' from generate_series(1, 200) n`,
    [team.id],
  );
  await assert.rejects(here.open(request), { code: 'BAD_REQUEST', message: /200 profiles already/ });
  await using other = await here.open({ ...request, teamId: (await createTeam(db, 'two')).id });
  assert.equal(other.state, undefined);
});

test('are listed and deleted, and go when nobody uses them', async (t) => {
  const { db, team, here, request } = await openHouse(t);
  for (const name of ['a', 'b']) {
    await using profile = await here.open({ ...request, name });
    await profile.save(stateWith('x'));
  }
  const writer = await here.open(request);
  const listed = await listProfiles(db, 'one');
  assert.deepEqual(
    listed.map(({ team: of, name, isInUse, bytes }) => [of, name, isInUse, bytes > 50]),
    [
      ['one', 'a', false, true],
      ['one', 'b', false, true],
      ['one', 'shop', true, false],
    ],
  );
  assert.deepEqual(await listProfiles(db, 'nobody'), []);
  assert.equal(await deleteProfile(db, team.id, 'a'), true);
  assert.equal(await deleteProfile(db, team.id, 'a'), false);
  assert.equal(await deleteProfile(db, randomUUID(), 'b'), false);
  assert.equal(await deleteProfile(db, team.id, 'shop'), true);
  await assert.rejects(writer.save(stateWith('x')), { code: 'CONFLICT' });
  assert.equal(await trimProfiles(db), 0);
  await db.query(`update profile set used_at = now() - interval '91 days'`);
  {
    // A reader counts too.
    await using _reader = await here.open({ ...request, name: 'b', saveChanges: false });
    assert.equal(await trimProfiles(db), 0);
  }
  await db.query(`update profile set used_at = now() - interval '91 days'`);
  assert.equal(await trimProfiles(db), 1);
});
