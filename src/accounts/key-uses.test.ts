import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestDatabase } from '../../test/support/test-database.ts';
import { silentLog } from '../lib/log/log.ts';
import type { Queryable } from '../store/database.ts';
import { addApiKey, generateApiKey } from './api-keys.ts';
import { CONFIGURED_API_KEY, NO_API_KEY } from './caller.ts';
import { openKeyUses } from './key-uses.ts';
import { createTeam } from './teams.ts';

test('a key that is used all the time is written once a minute, together with others', async () => {
  await using db = await openTestDatabase();
  const team = await createTeam(db, 'team');
  for (const name of ['busy', 'rare', 'unused']) await addApiKey(db, team.id, generateApiKey(), name);
  const { rows } = await db.query<{ id: string; label: string }>('select id, label from api_key');
  const [busy, rare] = ['busy', 'rare'].map((name) => rows.find(({ label }) => label === name)!.id);
  const written: unknown[] = [];
  const watched = {
    query: ((text: never, values: unknown[]) => {
      written.push(values[0]);
      return db.query(text, values);
    }) as Queryable['query'],
  };
  const clock = { ms: 0 };
  const open = () => openKeyUses({ db: watched, log: silentLog, now: () => clock.ms });
  {
    await using uses = open();
    for (let count = 0; count < 1_000; count++) {
      clock.ms += 50;
      uses.note(busy!);
    }
    uses.note(rare!);
    uses.note(NO_API_KEY);
    uses.note(CONFIGURED_API_KEY);
  }
  assert.deepEqual(written, [[busy, rare]]);
  const used = await db.query<{ label: string }>(
    'select label from api_key where last_used_at is not null order by label',
  );
  assert.deepEqual(used.rows, [{ label: 'busy' }, { label: 'rare' }]);
  {
    await using uses = open();
    uses.note(busy!);
    clock.ms += 60_000;
    uses.note(busy!);
  }
  // Gathered before they were written, two notes are one.
  assert.deepEqual(written.slice(1), [[busy]]);
});
