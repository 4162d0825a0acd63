import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { pickSize } from '../support/pick-size.ts';
import { shareNamedService } from '../support/share-test-service.ts';
import { laySiege, openBesieged, type Besieged, type SiegeReport } from '../support/sieges/lay-siege.ts';
import { SIEGES } from '../support/sieges/sieges.ts';
import { findTestBrowser } from '../support/test-browser.ts';

/**
 * Wide, since machines are busy: before they were mended, these attacks held the service for 1.3 to 13 seconds at a time or
 * a neighbour for as long as they went on. `npm run bench:safety` measures what is promised: 250 ms, and twice the usual time.
 */
const MOST_LIVE_MS = 1_500;
const MOST_NEIGHBOUR_MS = 3_000;
const HOLD_MS = pickSize(500, 2_000);
/** Beyond that, so often what it took before the siege. */
const ROOM = 5;
/** A hole holds the service every time, a busy machine once. */
const TRIES = 3;

describe('what one attacks with, others do not feel', () => {
  let besieged: Besieged;
  let hasBrowser: boolean;

  before(async () => {
    hasBrowser = (await findTestBrowser()) !== undefined;
    const { service } = await shareNamedService();
    besieged = await openBesieged(service);
  });
  after(() => besieged?.[Symbol.asyncDispose]());

  for (const siege of SIEGES.filter(({ isLarge }) => !isLarge)) {
    test(siege.name, async (t) => {
      const needsBrowser = siege.neighbourOptions !== undefined && 'waitFor' in siege.neighbourOptions;
      if (needsBrowser && !hasBrowser) return t.skip('there is no browser for this machine');
      for (let left = TRIES; left > 0; left--) {
        const { problems, ends, ...times } = await laySiege(siege, besieged, HOLD_MS);
        t.diagnostic(JSON.stringify({ ...times, ends }));
        assert.deepEqual(problems, []);
        const complaint = complaintOf(times);
        if (complaint === undefined) break;
        assert.ok(left > 1, complaint);
      }
    });
  }
});

function complaintOf({
  usualLiveMs,
  longestLiveMs,
  usualMs,
  besiegedMs,
}: Omit<SiegeReport, 'problems' | 'ends'>): string | undefined {
  if (longestLiveMs > MOST_LIVE_MS + ROOM * usualLiveMs)
    return `/health/live was answered after ${longestLiveMs} ms, before that ${usualLiveMs}`;
  if (besiegedMs > MOST_NEIGHBOUR_MS + ROOM * usualMs)
    return `a neighbour's scrape took ${besiegedMs} ms, before that ${usualMs}`;
  return undefined;
}
