import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestDatabase } from '../../../test/support/test-database.ts';
import { trimFeedback } from './trim-feedback.ts';

test('feedback goes after half a year', async () => {
  await using db = await openTestDatabase();
  await db.query(
    `insert into feedback (id, team_id, body, created_at)
     select gen_random_uuid(), gen_random_uuid(), '{}', now() - days * interval '1 day' from unnest(array[1, 179, 181, 400]) days`,
  );
  assert.equal(await trimFeedback(db), 2);
  assert.equal(await trimFeedback(db), 0);
});
