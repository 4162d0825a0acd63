import assert from 'node:assert/strict';
import { test } from 'node:test';
import { v7 as uuidv7 } from 'uuid';
import { openTestDatabase } from '../../../test/support/test-database.ts';
import { silentLog } from '../../lib/log/log.ts';
import type { Database } from '../../store/database.ts';
import { openSiteMemory, type SiteMemory } from './site-memory.ts';
import { trimTemplates } from '../../store/trim-templates.ts';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 0, 1);
const { signal } = new AbortController();

const page = (teamId: string, path: number, host = 'site.test') => ({
  teamId,
  url: new URL(`https://${host}/${path}#part`),
});

function open(db: Database, clock = { now: () => NOW }): SiteMemory {
  return openSiteMemory({ db, clock, log: silentLog });
}

function notePages(memory: SiteMemory, teamId: string, paths: readonly number[], host?: string): void {
  for (const path of paths) {
    const keys = Int32Array.of(1, 2, path * 100, path * 100 + 1);
    memory.note(page(teamId, path, host), { template: 5, keys });
  }
}

test('pages of one process are known to the next, for their team and host alone', async () => {
  await using db = await openTestDatabase();
  const [team, other] = [uuidv7(), uuidv7()];
  {
    await using first = open(db);
    notePages(first, team, [1, 2, 3]);
  }
  await using second = open(db);
  const [seen] = await second.recall(page(team, 9), signal);
  assert.deepEqual([seen?.template, seen?.pages, new Set(seen?.keys)], [5, 3, new Set([1, 2])]);
  assert.equal((await second.recall(page(team, 1), signal))[0]?.pages, 2);
  assert.deepEqual(await second.recall(page(other, 9), signal), []);
  assert.deepEqual(await second.recall(page(team, 9, 'site.test:8443'), signal), []);
});

test('two processes add to one memory', async () => {
  await using db = await openTestDatabase();
  const team = uuidv7();
  {
    await using one = open(db);
    await using two = open(db);
    notePages(one, team, [1, 2, 3, 4]);
    notePages(two, team, [5, 6, 7, 8]);
  }
  await using later = open(db);
  assert.equal((await later.recall(page(team, 9), signal))[0]?.pages, 8);
});

test('a database that does not answer costs no page', async () => {
  const failing = {
    query: () => Promise.reject(new Error('away')),
    transaction: () => Promise.reject(new Error('away')),
  };
  await using memory = openSiteMemory({ db: failing, clock: { now: () => NOW }, log: silentLog });
  notePages(memory, 'team', [1, 2, 3, 4]);
  assert.deepEqual(await memory.recall(page('team', 9), signal), []);
});

test('templates are forgotten after 30 days, and beyond 2,000 of a team', async () => {
  await using db = await openTestDatabase();
  const team = uuidv7();
  {
    await using old = open(db, { now: () => NOW - 31 * DAY_MS });
    notePages(old, team, [1, 2, 3, 4], 'old.test');
    await using young = open(db, { now: () => NOW - 29 * DAY_MS });
    notePages(young, team, [1, 2, 3, 4], 'young.test');
  }
  assert.equal(await trimTemplates(db, 'site_template', NOW), 1);
  await using memory = open(db);
  assert.equal((await memory.recall(page(team, 9, 'young.test'), signal)).length, 1);
  await db.query(
    `insert into site_template select $1, 'host' || n, 1, $2, ''::bytea from generate_series(1, 2001) as n`,
    [team, new Date(NOW)],
  );
  assert.equal(await trimTemplates(db, 'site_template', NOW), 2);
});
