import assert from 'node:assert/strict';
import { test } from 'node:test';
import { v7 as uuidv7 } from 'uuid';
import { openTestDatabase } from '../../../test/support/test-database.ts';
import { NO_API_KEY } from '../../accounts/caller.ts';
import { createTeam } from '../../accounts/teams.ts';
import { createFeedback } from './feedback.ts';

test('what is said is kept as it is, under the team that said it and the search it is about', async () => {
  await using db = await openTestDatabase();
  const feedback = createFeedback(db);
  const [first, second] = [await createTeam(db, 'first'), await createTeam(db, 'second')];
  const searchId = uuidv7();
  const bodies = [
    { endpoint: 'scrape', jobId: uuidv7(), rating: 'bad', issues: ['a'], metadata: { text: 'a\0b \ud800' } },
    { rating: 'good', valuableSources: [{ url: 'https://example.com/' }] },
  ];
  const said = await feedback({ team: first, apiKeyId: NO_API_KEY }, bodies[0] ?? {});
  const ofSearch = await feedback({ team: second, apiKeyId: NO_API_KEY }, bodies[1] ?? {}, searchId);
  assert.deepEqual({ ...said, feedbackId: '' }, { success: true, feedbackId: '', creditsRefunded: 0 });
  const { rows } = await db.query('select id, team_id, search_id, body from feedback order by id');
  assert.deepEqual(rows, [
    { id: said.feedbackId, team_id: first.id, search_id: null, body: bodies[0] },
    { id: ofSearch.feedbackId, team_id: second.id, search_id: searchId, body: bodies[1] },
  ]);
});

test('of a team so much is kept, and more is refused', async () => {
  await using db = await openTestDatabase();
  const feedback = createFeedback(db);
  const [loud, other] = [await createTeam(db, 'loud'), await createTeam(db, 'other')];
  const body = { note: 'x'.repeat(900_000) };
  const say = (team: typeof loud) => feedback({ team, apiKeyId: NO_API_KEY }, body);
  for (let count = 0; count < 11; count++) await say(loud);
  await assert.rejects(say(loud), { code: 'RATE_LIMITED', message: /10 MB/ });
  await say(other);
  await db.query('delete from feedback where team_id = $1', [loud.id]);
  await say(loud);
});
