import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { remainingWait, type PageRest } from './remaining-wait.ts';

/** A page of text with a script, long at rest. */
const RESTING: PageRest = {
  characters: 400,
  isBusy: false,
  hasScript: true,
  isParsed: true,
  changes: 5,
  sinceChangeMs: 5_000,
  sinceGrowthMs: 5_000,
  runMs: 0,
  nearTimersMs: 0,
  farTimersMs: 0,
  openMs: [],
  sinceNetworkMs: 5_000,
  asked: 1,
  sources: 0,
  scheduledMs: -1,
  ageMs: 5_000,
};

function wait(difference: Partial<PageRest>): number {
  return Math.max(0, remainingWait({ ...RESTING, ...difference }));
}

describe('remainingWait', () => {
  test('a page at rest is done', () => {
    assert.equal(wait({}), 0);
  });

  test('a page without scripts is done once it is parsed', () => {
    const still = { hasScript: false, sinceChangeMs: 0, sinceNetworkMs: 0, ageMs: 1 };
    assert.equal(wait(still), 0);
    assert.ok(wait({ ...still, isParsed: false }) > 0);
  });

  test('quiet is asked for as long as the page gives reason to', () => {
    const fresh = { sinceChangeMs: 0, sinceNetworkMs: 0, ageMs: 300 };
    assert.equal(wait({ ...fresh, changes: 0, asked: 0 }), 80);
    assert.equal(wait(fresh), 100);
    assert.equal(wait({ ...fresh, sinceChangeMs: 50, sinceNetworkMs: 20 }), 80);
    assert.equal(wait({ ...fresh, isBusy: true }), 200);
    assert.equal(wait({ ...fresh, characters: 399 }), 200);
    assert.equal(wait({ ...fresh, characters: 20 }), 500);
    assert.equal(wait({ ...fresh, characters: 0 }), 1_200);
    assert.equal(wait({ ...fresh, characters: 20, isBusy: true }), 1_200);
    assert.equal(wait({ ...fresh, characters: 20, sources: 1 }), 1_200);
  });

  test('requests are waited for longer by a page that shows nothing, or that it is loading', () => {
    const open = { openMs: [1_000, 2_000] };
    assert.equal(wait(open), 500);
    assert.equal(wait({ ...open, isBusy: true, characters: 400 }), 4_000);
    assert.equal(wait({ ...open, characters: 10 }), 7_000);
    assert.equal(wait({ openMs: [1_600] }), 0);
    assert.equal(wait({ openMs: [8_100], characters: 10 }), 0);
  });

  test('near timers count always, far ones for a page that shows nothing', () => {
    assert.equal(wait({ nearTimersMs: 900 }), 900);
    assert.equal(wait({ farTimersMs: 3_000 }), 0);
    assert.equal(wait({ farTimersMs: 3_000, characters: 10 }), 3_000);
  });

  test('a page that goes elsewhere soon is waited for, one that does so later is not', () => {
    assert.ok(wait({ scheduledMs: 1_000 }) > 0);
    assert.equal(wait({ scheduledMs: 300_000 }), 0);
  });

  test('text that changes without end is waited for a while, text that grows a while longer', () => {
    const ticking = { sinceChangeMs: 10, sinceGrowthMs: 5_000 };
    assert.equal(wait({ ...ticking, runMs: 1_900 }), 90);
    assert.equal(wait({ ...ticking, runMs: 2_100 }), 0);
    const growing = { sinceChangeMs: 10, sinceGrowthMs: 10 };
    assert.equal(wait({ ...growing, runMs: 3_900 }), 90);
    assert.equal(wait({ ...growing, runMs: 4_100 }), 0);
  });

  test('a parser that is stuck holds up a page without text only', () => {
    const stuck = { isParsed: false, sinceChangeMs: 6_000 };
    assert.equal(wait(stuck), 0);
    assert.ok(wait({ ...stuck, sinceChangeMs: 4_000 }) > 0);
    assert.ok(wait({ ...stuck, characters: 10, ageMs: 60_000 }) > 0);
  });

  test('nothing holds up a page with text for more than ten seconds', () => {
    const restless = { openMs: [0], nearTimersMs: 100, sinceChangeMs: 0, sinceNetworkMs: 0, scheduledMs: 0 };
    assert.ok(wait({ ...restless, ageMs: 9_900 }) > 0);
    assert.equal(wait({ ...restless, ageMs: 10_100 }), 0);
    assert.ok(wait({ ...restless, characters: 10, ageMs: 10_100 }) > 0);
    assert.equal(wait({ ...restless, characters: 10, ageMs: 20_100 }), 0);
  });
});
