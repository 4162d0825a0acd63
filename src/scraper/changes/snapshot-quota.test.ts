import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { openTestDatabase } from '../../../test/support/test-database.ts';
import { createTeam } from '../../accounts/teams.ts';
import { scrapeRequest } from '../../contract/requests/scrape.ts';
import { Deadline } from '../../lib/time/deadline.ts';
import { createChangeTracker } from './change-tracker.ts';
import { createTrace } from '../trace.ts';
import { comparedText } from '../compared-text.ts';
import { writeSnapshots } from './snapshots.ts';

test('a team that has its fill of versions keeps those it has, and is told that no new one is kept', async () => {
  await using db = await openTestDatabase();
  const { url: _url, ...options } = scrapeRequest.parse({
    url: 'http://a.test/',
    formats: ['markdown', 'changeTracking'],
  });
  const track = async (maxBytes: number, teamId: string, path: string, markdown = noise()) => {
    using deadline = new Deadline(10_000, new AbortController().signal);
    const url = new URL(path, 'http://a.test/');
    const request = { id: '', teamId, url, sourceUrl: url.href, options, deadline, trace: createTrace() };
    const found = { compared: comparedText(markdown), statusCode: 200, scrapedAt: new Date() };
    const tracked = await createChangeTracker(db, maxBytes).track(request, found);
    assert.ok(tracked);
    await writeSnapshots(db, tracked.snapshot ? [tracked.snapshot] : []);
    return tracked;
  };
  const [one, other] = [(await createTeam(db, 'one')).id, (await createTeam(db, 'other')).id];
  const room = 20_000;
  for (const path of ['/1', '/2']) assert.ok((await track(room, one, path)).snapshot);
  const full = await track(room, one, '/3');
  assert.deepEqual([full.snapshot, full.changeTracking?.changeStatus], [undefined, 'new']);
  assert.match(full.warning ?? '', /not kept to compare later ones with/);
  const again = await track(room, one, '/2');
  assert.deepEqual([again.changeTracking?.changeStatus, again.warning], ['changed', undefined]);
  assert.ok(again.snapshot);
  assert.ok((await track(room, other, '/3')).snapshot, 'another team has its own room');
  const { rows } = await db.query('select count(*)::integer as kept from snapshot where team_id = $1', [one]);
  assert.deepEqual(rows, [{ kept: 2 }]);
});

/** Some 10 KB that nothing makes smaller. */
function noise(): string {
  return randomBytes(7_500).toString('base64');
}
