import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { v7 as uuidv7 } from 'uuid';
import { NO_API_KEY } from '../accounts/caller.ts';
import { createTeam, ensureDefaultTeam } from '../accounts/teams.ts';
import type { Database } from '../store/database.ts';
import { openTestDatabase } from '../../test/support/test-database.ts';
import type { SessionRow } from './session-row.ts';
import {
  addSession,
  endAllSessions,
  endLostSessions,
  endSession,
  findSession,
  findSessionOfScrape,
  listSessions,
  noteOpened,
  notePrompt,
  removeUnopened,
  renewSessions,
  trimSessions,
  type NewSession,
} from './session-table.ts';

const MANY = { perTeam: 1_000, perMachine: 1_000 };

function newSession(teamId: string, changes: Partial<NewSession> = {}): NewSession {
  return {
    id: uuidv7(),
    teamId,
    apiKeyId: NO_API_KEY,
    scrapeId: null,
    target: null,
    processId: randomUUID(),
    machine: 'here',
    address: null,
    port: 3002,
    ttlMs: 600_000,
    idleMs: 300_000,
    hasWebView: true,
    ...changes,
  };
}

async function addOpened(db: Database, session: NewSession): Promise<SessionRow> {
  const row = await addSession(db, session, MANY);
  assert.ok(typeof row !== 'string');
  await noteOpened(db, row.id);
  return row;
}

async function usedBy(db: Database, teamId: string): Promise<{ total: number; ledger: unknown[] }> {
  const { rows } = await db.query<{ used: number }>('select credits_used as used from team where id = $1', [
    teamId,
  ]);
  const ledger = await db.query(
    'select kind, credits, calls from credit_usage where team_id = $1 order by kind',
    [teamId],
  );
  return { total: rows[0]?.used ?? -1, ledger: ledger.rows };
}

test('a session is found, listed, renewed and ended; its charge is written once', async () => {
  await using db = await openTestDatabase();
  const { id: teamId } = await ensureDefaultTeam(db);
  const session = newSession(teamId);
  const row = await addOpened(db, session);
  assert.equal(row.status, 'active');
  assert.equal((await findSession(db, row.id))?.isLost, false);
  assert.deepEqual(
    await renewSessions(db, session.processId, [{ id: row.id, quietMs: 0 }]),
    new Set([row.id]),
  );
  assert.deepEqual(await renewSessions(db, randomUUID(), [{ id: row.id, quietMs: 0 }]), new Set());
  await db.query(`update browser_session set created_at = created_at - interval '61 seconds'`);
  const [first, second] = await Promise.all([
    endSession(db, row.id, 'deleted'),
    endSession(db, row.id, 'idle'),
  ]);
  assert.equal(first?.credits, 4);
  assert.equal(second?.credits, 4);
  assert.ok(Math.abs((first?.durationMs ?? 0) - 61_000) < 60_000);
  assert.deepEqual(await usedBy(db, teamId), {
    total: 4,
    ledger: [{ kind: 'browser', credits: 4, calls: 1 }],
  });
  assert.deepEqual(
    (await listSessions(db, teamId, 'destroyed')).map(({ id }) => id),
    [row.id],
  );
  assert.deepEqual(await listSessions(db, teamId, 'active'), []);
  assert.equal((await renewSessions(db, session.processId, [{ id: row.id, quietMs: 0 }])).size, 0);
  assert.equal(await trimSessions(db), 0);
  await db.query(`update browser_session set ended_at = ended_at - interval '25 hours'`);
  assert.equal(await trimSessions(db), 1);
});

test('a prompt costs seven credits a minute, and the session of a scrape is of the kind interact', async () => {
  await using db = await openTestDatabase();
  const { id: teamId } = await ensureDefaultTeam(db);
  const scrapeId = uuidv7();
  const row = await addOpened(db, newSession(teamId, { scrapeId, target: 'https://example.com/' }));
  await notePrompt(db, row.id);
  assert.equal((await endSession(db, row.id, 'deleted'))?.credits, 7);
  assert.deepEqual((await usedBy(db, teamId)).ledger, [{ kind: 'interact', credits: 7, calls: 1 }]);
  assert.equal(await addSession(db, newSession(teamId, { scrapeId }), MANY), 'exists');
  assert.equal((await findSessionOfScrape(db, scrapeId))?.id, row.id);
});

test('limits hold over many that begin at once, for a team and for a machine', async () => {
  await using db = await openTestDatabase();
  const { id: teamId } = await ensureDefaultTeam(db);
  const other = await createTeam(db, 'another');
  const limits = { perTeam: 3, perMachine: 5 };
  const ofTeam = await Promise.all(
    Array.from({ length: 9 }, () => addSession(db, newSession(teamId), limits)),
  );
  assert.equal(ofTeam.filter((row) => typeof row !== 'string').length, 3);
  assert.equal(ofTeam.filter((row) => row === 'team').length, 6);
  const others = await Promise.all(
    Array.from({ length: 3 }, () => addSession(db, newSession(other.id), limits)),
  );
  assert.equal(others.filter((row) => row === 'machine').length, 1);
  const elsewhere = await addSession(db, newSession(other.id, { machine: 'there' }), limits);
  assert.ok(typeof elsewhere !== 'string');
  await endSession(db, elsewhere.id, 'deleted');
});

test('sessions of a host that is gone are ended and charged up to its last sign of life', async () => {
  await using db = await openTestDatabase();
  const { id: teamId } = await ensureDefaultTeam(db);
  const lost = await addOpened(db, newSession(teamId));
  const alive = await addOpened(db, newSession(teamId));
  const scrapeId = uuidv7();
  const unopened = await addSession(db, newSession(teamId, { scrapeId }), MANY);
  assert.ok(typeof unopened !== 'string');
  assert.equal(await endLostSessions(db), 0);
  await db.query(
    `update browser_session set created_at = clock_timestamp() - interval '10 minutes',
       leased_until = clock_timestamp() - interval '55 seconds' where id <> $1`,
    [alive.id],
  );
  assert.equal((await findSession(db, lost.id))?.isLost, true);
  assert.deepEqual(
    (await listSessions(db, teamId, 'active')).map(({ id }) => id),
    [alive.id],
  );
  const ended = await Promise.all([endLostSessions(db), endLostSessions(db)]);
  assert.ok(ended.some((count) => count > 0));
  const row = await findSession(db, lost.id);
  assert.deepEqual([row?.status, row?.endReason, row?.credits], ['destroyed', 'host', 18]);
  assert.equal((await usedBy(db, teamId)).total, 18);
  // Nothing of it ever ran: the scrape may have another session.
  assert.equal(await findSessionOfScrape(db, scrapeId), undefined);
  assert.equal((await findSession(db, alive.id))?.status, 'active');
  await endAllSessions(db);
  assert.equal((await findSession(db, alive.id))?.endReason, 'host');
});

test('a session that never stood ready costs nothing', async () => {
  await using db = await openTestDatabase();
  const { id: teamId } = await ensureDefaultTeam(db);
  const session = newSession(teamId);
  await addSession(db, session, MANY);
  assert.equal(await endSession(db, session.id, 'deleted'), undefined);
  await addSession(db, session, MANY);
  await removeUnopened(db, session.id);
  assert.equal(await findSession(db, session.id), undefined);
  assert.equal((await usedBy(db, teamId)).total, 0);
});
