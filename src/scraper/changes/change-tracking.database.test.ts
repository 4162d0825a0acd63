import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyPatch } from 'diff';
import { v7 as uuidv7 } from 'uuid';
import { openTestDatabase } from '../../../test/support/test-database.ts';
import { plainText } from '../../../test/support/plain-text.ts';
import type { Database } from '../../store/database.ts';
import { trackChanges, type TrackChangesRequest, type TrackedChanges } from './change-tracking.ts';
import { comparedText } from '../compared-text.ts';
import { createDiffLargeTexts } from './diff-large-texts.ts';
import { findSnapshot, snapshotKey, writeSnapshots } from './snapshots.ts';
import { trimSnapshots } from './trim-snapshots.ts';

const TEAM = uuidv7();
const DAY_MS = 86_400_000;
/** A visit a minute. */
const at = (minute: number): Date => new Date(Date.UTC(2026, 0, 1, 0, minute));

interface Visit extends Partial<Omit<TrackChangesRequest, 'url' | 'spec' | 'compared'>> {
  minute: number;
  markdown?: string;
  url?: string;
  tag?: string | null;
  modes?: TrackChangesRequest['spec']['modes'];
}

/** One scrape: compared, then written. */
function createVisit(db: Database): (visit: Visit) => Promise<TrackedChanges> {
  return async ({ minute, url = 'https://example.com/page', markdown = '# Page\n\nFirst.', ...visit }) => {
    const { tag = null, modes = ['git-diff'], ...rest } = visit;
    const tracked = await trackChanges({
      db,
      diff: createDiffLargeTexts(),
      signal: new AbortController().signal,
      teamId: TEAM,
      url: new URL(url),
      spec: { modes, tag },
      compared: comparedText(markdown),
      statusCode: 200,
      scrapedAt: at(minute),
      ...rest,
    });
    if (tracked.snapshot) await writeSnapshots(db, [tracked.snapshot]);
    return tracked;
  };
}

test('new, same, changed with a diff, same again', async () => {
  await using db = await openTestDatabase();
  const visit = createVisit(db);
  assert.deepEqual((await visit({ minute: 1 })).changeTracking, {
    previousScrapeAt: null,
    changeStatus: 'new',
    visibility: 'visible',
  });
  assert.deepEqual((await visit({ minute: 2 })).changeTracking, {
    previousScrapeAt: at(1).toISOString(),
    changeStatus: 'same',
    visibility: 'visible',
  });
  const changed = (await visit({ minute: 3, markdown: '# Page\n\nSecond.' })).changeTracking;
  assert.deepEqual(changed, {
    previousScrapeAt: at(2).toISOString(),
    changeStatus: 'changed',
    visibility: 'visible',
    diff: `--- previous\t${at(2).toISOString()}\n+++ current\t${at(3).toISOString()}\n@@ -1,3 +1,3 @@\n # Page\n \n-First.\n+Second.\n`,
  });
  const again = await visit({ minute: 4, markdown: '# Page\n\nSecond.' });
  assert.equal(again.changeTracking?.changeStatus, 'same');
});

test('a diff only when it is asked for', async () => {
  await using db = await openTestDatabase();
  const visit = createVisit(db);
  await visit({ minute: 1, modes: [] });
  const { changeTracking } = await visit({ minute: 2, modes: [], markdown: 'Other.' });
  assert.equal(changeTracking?.changeStatus, 'changed');
  assert.ok(changeTracking && !('diff' in changeTracking));
});

test('white space at the ends does not count, white space within does', async () => {
  await using db = await openTestDatabase();
  const visit = createVisit(db);
  await visit({ minute: 1, markdown: 'One\n\n  two\n' });
  const padded = await visit({ minute: 2, markdown: 'One  \r\n\t\n  two\u00a0\n\n\n' });
  assert.equal(padded.changeTracking?.changeStatus, 'same');
  const moved = await visit({ minute: 3, markdown: 'One\n\ntwo' });
  assert.equal(moved.changeTracking?.changeStatus, 'changed');
});

test('a page that goes is removed once, and compared with its last content when it comes back', async () => {
  await using db = await openTestDatabase();
  const visit = createVisit(db);
  await visit({ minute: 1 });
  const gone = { markdown: 'Not found', statusCode: 404 };
  const removed = (await visit({ minute: 2, ...gone })).changeTracking;
  assert.deepEqual([removed?.changeStatus, removed?.previousScrapeAt], ['removed', at(1).toISOString()]);
  const still = (await visit({ minute: 3, ...gone, statusCode: 410 })).changeTracking;
  assert.deepEqual([still?.changeStatus, still?.previousScrapeAt], ['same', at(2).toISOString()]);
  const back = (await visit({ minute: 4, markdown: '# Page\n\nBack.' })).changeTracking;
  assert.equal(back?.changeStatus, 'changed');
  assert.match(plainText(back?.diff), /^-First\.\n\+Back\.$/m);
  await visit({ minute: 5, ...gone });
  const unchanged = (await visit({ minute: 6, markdown: '# Page\n\nBack.' })).changeTracking;
  assert.deepEqual([unchanged?.changeStatus, unchanged?.diff], ['changed', '']);
});

test('a page that fails says nothing, and leaves the snapshot alone', async () => {
  await using db = await openTestDatabase();
  const visit = createVisit(db);
  const never = await visit({ minute: 1, statusCode: 404 });
  assert.deepEqual([never.changeTracking, never.snapshot], [undefined, undefined]);
  assert.match(never.warning ?? '', /status 404/);
  await visit({ minute: 2 });
  for (const statusCode of [403, 429, 500, 503]) {
    const failed = await visit({ minute: 3, markdown: 'Oops', statusCode });
    assert.deepEqual([failed.changeTracking, failed.snapshot], [undefined, undefined]);
    assert.match(failed.warning ?? '', new RegExp(`status ${statusCode}`));
  }
  const after = (await visit({ minute: 4 })).changeTracking;
  assert.deepEqual([after?.changeStatus, after?.previousScrapeAt], ['same', at(2).toISOString()]);
});

test('teams, pages and tags have histories of their own; spellings of one URL share one', async () => {
  await using db = await openTestDatabase();
  const visit = createVisit(db);
  const statusOf = async (changes: Omit<Visit, 'minute'>): Promise<string | undefined> =>
    (await visit({ minute: 2, ...changes })).changeTracking?.changeStatus;
  await visit({ minute: 1 });
  assert.equal(await statusOf({ teamId: uuidv7() }), 'new');
  assert.equal(await statusOf({ url: 'https://example.com/page?a=1' }), 'new');
  assert.equal(await statusOf({ url: 'https://example.com/page/' }), 'new');
  assert.equal(await statusOf({ url: 'HTTPS://u:p@EXAMPLE.com:443/%70age#part' }), 'same');
  assert.equal(await statusOf({ tag: 'daily' }), 'new');
  assert.equal(await statusOf({ tag: 'daily' }), 'same');
  assert.equal(await statusOf({ tag: '' }), 'same');
  const odd = `\0\ud800${'x'.repeat(100_000)}`;
  assert.equal(await statusOf({ tag: odd }), 'new');
  assert.equal(await statusOf({ tag: odd }), 'same');
});

test('newer wins, whichever is written last, and many are written at once', async () => {
  await using db = await openTestDatabase();
  const snapshots = await Promise.all(
    [3, 1, 2].map(async (minute) => {
      const { snapshot } = await trackChanges({
        db,
        diff: createDiffLargeTexts(),
        signal: new AbortController().signal,
        teamId: TEAM,
        url: new URL('https://example.com/'),
        spec: { modes: [], tag: null },
        compared: comparedText(`minute ${minute}`),
        statusCode: 200,
        scrapedAt: at(minute),
      });
      assert.ok(snapshot);
      return snapshot;
    }),
  );
  await writeSnapshots(db, snapshots);
  await writeSnapshots(db, snapshots.slice(1, 2));
  await writeSnapshots(db, []);
  const visit = createVisit(db);
  const now = await visit({ minute: 4, url: 'https://example.com/', markdown: 'minute 3' });
  assert.deepEqual(
    [now.changeTracking?.changeStatus, now.changeTracking?.previousScrapeAt],
    ['same', at(3).toISOString()],
  );
});

test('transactions that write the same pages in different orders do not undo each other', async () => {
  await using db = await openTestDatabase();
  const rows = Array.from({ length: 50 }, (_, index) => ({
    key: snapshotKey(TEAM, new URL(`https://example.com/${index}`), null),
    scrapedAt: at(index),
    isRemoved: false,
    markdown: Buffer.from('x'),
    contentHash: Buffer.alloc(32),
  }));
  await Promise.all(
    Array.from({ length: 12 }, async (_, turn) =>
      writeSnapshots(db, [...rows.slice(turn * 4), ...rows.slice(0, turn * 4)]),
    ),
  );
  const { rows: counted } = await db.query<{ count: number }>('select count(*) from snapshot');
  assert.equal(counted[0]?.count, 50);
});

test('a large page: the diff applies to what was kept', async () => {
  await using db = await openTestDatabase();
  const visit = createVisit(db);
  const lines = Array.from({ length: 20_000 }, (_, index) => `Line ${index} of a long page.`);
  const markdown = lines.join('\n');
  const later = lines.map((line, index) => (index % 1_000 === 0 ? `${line} Changed.` : line)).join('\n');
  await visit({ minute: 1, markdown });
  const { changeTracking } = await visit({ minute: 2, markdown: later });
  assert.equal(applyPatch(`${markdown}\n`, plainText(changeTracking?.diff)), `${later}\n`);
});

test('what was not tracked for a year goes', async () => {
  await using db = await openTestDatabase();
  const visit = createVisit(db);
  await visit({ minute: 0 });
  await visit({ minute: 10, url: 'https://example.com/younger' });
  const aYearLater = at(0).getTime() + 365 * DAY_MS;
  assert.equal(await trimSnapshots(db, aYearLater), 0);
  assert.equal(await trimSnapshots(db, aYearLater + 60_000), 1);
  const rest = { contentHash: Buffer.alloc(32), isMarkdownWanted: false };
  assert.ok(await findSnapshot(db, snapshotKey(TEAM, new URL('https://example.com/younger'), null), rest));
  assert.equal(
    await findSnapshot(db, snapshotKey(TEAM, new URL('https://example.com/page'), null), rest),
    undefined,
  );
});
