import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { laySiege, openBesieged, type Besieged } from '../support/sieges/lay-siege.ts';
import { SIEGES } from '../support/sieges/sieges.ts';
import { findTestBrowser } from '../support/test-browser.ts';

/**
 * Wide, since machines are busy: before they were mended, these attacks held the service for 1.3 to 13 seconds at a time or
 * a neighbour for as long as they went on. A neighbour is compared with itself. `npm run bench:safety` measures what is promised: 250 ms, and twice the usual time.
 */
const MOST_LIVE_MS = 3_000;
const MOST_NEIGHBOUR_TIMES = 15;
const USUAL_AT_LEAST_MS = 300;
const HOLD_MS = 3_000;

describe('what one attacks with, others do not feel', () => {
  let besieged: Besieged;
  let hasBrowser: boolean;

  before(async () => {
    hasBrowser = (await findTestBrowser()) !== undefined;
    besieged = await openBesieged();
  });
  after(() => besieged?.[Symbol.asyncDispose]());

  for (const siege of SIEGES.filter(({ isLarge }) => !isLarge)) {
    test(siege.name, async (t) => {
      const needsBrowser = siege.neighbourOptions !== undefined && 'waitFor' in siege.neighbourOptions;
      if (needsBrowser && !hasBrowser) return t.skip('there is no browser for this machine');
      const { longestLiveMs, usualMs, besiegedMs, problems, ends } = await laySiege(siege, besieged, HOLD_MS);
      t.diagnostic(JSON.stringify({ longestLiveMs, usualMs, besiegedMs, ends }));
      assert.deepEqual(problems, []);
      assert.ok(longestLiveMs < MOST_LIVE_MS, `/health/live was answered after ${longestLiveMs} ms`);
      const mostMs = Math.max(usualMs, USUAL_AT_LEAST_MS) * MOST_NEIGHBOUR_TIMES;
      assert.ok(besiegedMs < mostMs, `a neighbour's scrape took ${besiegedMs} ms`);
    });
  }
});
