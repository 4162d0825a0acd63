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
