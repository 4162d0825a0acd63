import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { v7 as uuidv7 } from 'uuid';
import { openTestDatabase } from '../../../test/support/test-database.ts';
import { silentLog } from '../../lib/log/log.ts';
import { openKeptAnswers, trimKeptAnswers } from './kept-answers.ts';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 0, 1);
const { signal } = new AbortController();
const SHOWN = { model: 'a', instructions: 'b', schema: 'c', task: 'd', page: 'e' };
const VALUE = { value: { name: 'Kettle', note: 'nul \u0000 and half a pair \ud800' } };

describe('answers that are kept', () => {
  test('are found by everything that the model was shown, for their team alone', async () => {
    await using db = await openTestDatabase();
    const kept = openKeptAnswers({ db, clock: { now: () => NOW }, log: silentLog });
    const team = uuidv7();
    await kept.keep(team, SHOWN, VALUE);
    assert.deepEqual(await kept.find(team, SHOWN, signal), VALUE);
    assert.equal(await kept.find(uuidv7(), SHOWN, signal), undefined);
    for (const part of ['model', 'instructions', 'schema', 'task', 'page'] as const)
      assert.equal(await kept.find(team, { ...SHOWN, [part]: 'other' }, signal), undefined, part);
  });

  test('are forgotten 30 days after their last use', async () => {
    await using db = await openTestDatabase();
    const clock = { at: NOW, now: () => clock.at };
    const kept = openKeptAnswers({ db, clock, log: silentLog });
    const team = uuidv7();
    await kept.keep(team, SHOWN, VALUE);
    await kept.keep(team, { ...SHOWN, page: 'unused' }, VALUE);
    clock.at += 29 * DAY_MS;
    assert.deepEqual(await kept.find(team, SHOWN, signal), VALUE);
    clock.at += 2 * DAY_MS;
    assert.equal(await kept.find(team, { ...SHOWN, page: 'unused' }, signal), undefined);
    assert.equal(await trimKeptAnswers(db, { now: clock.at, maxBytes: 1_000_000 }), 1);
    assert.deepEqual(await kept.find(team, SHOWN, signal), VALUE);
  });

  test('are bounded: the team with most loses its oldest', async () => {
    await using db = await openTestDatabase();
    const clock = { at: NOW, now: () => clock.at++ };
    const kept = openKeptAnswers({ db, clock, log: silentLog });
    const [large, small] = [uuidv7(), uuidv7()];
    const answer = { value: 'x'.repeat(1_000) };
    for (const page of ['1', '2', '3', '4']) await kept.keep(large, { ...SHOWN, page }, answer);
    await kept.keep(small, SHOWN, answer);
    assert.equal(await trimKeptAnswers(db, { now: clock.at, maxBytes: 4_000 }), 2);
    assert.equal(await kept.find(large, { ...SHOWN, page: '2' }, signal), undefined);
    assert.deepEqual(await kept.find(large, { ...SHOWN, page: '3' }, signal), answer);
    assert.deepEqual(await kept.find(small, SHOWN, signal), answer);
  });

  test('that are very long are not kept', async () => {
    await using db = await openTestDatabase();
    const kept = openKeptAnswers({ db, clock: { now: () => NOW }, log: silentLog });
    await kept.keep('no team at all', SHOWN, { value: 'x'.repeat(600_000) });
    const { rows } = await db.query<{ count: number }>('select count(*) as count from kept_answer');
    assert.equal(rows[0]?.count, 0);
  });

  test('a database that does not answer costs no page', async () => {
    const db = { query: () => Promise.reject(new Error('away')) };
    const kept = openKeptAnswers({ db, clock: { now: () => NOW }, log: silentLog });
    await kept.keep('team', SHOWN, VALUE);
    assert.equal(await kept.find('team', SHOWN, signal), undefined);
  });
});
