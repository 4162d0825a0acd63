import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { BrowserPool, TabLease } from './browser-pool.ts';
import { openTestPool, type TestTab } from '../../../test/support/open-test-pool.ts';

/** Waits for the work that ends with the turn of the event loop, and for its effects. */
async function settle(): Promise<void> {
  for (let turns = 0; turns < 5; turns += 1) await new Promise((resolve) => void setImmediate(resolve));
}

const giveBack = (lease: TabLease<TestTab>): PromiseLike<void> => lease[Symbol.asyncDispose]();
const counts = (pool: BrowserPool): [number, number, number] => {
  const { pages, keptTabs, waiting } = pool.stats();
  return [pages, keptTabs, waiting];
};

describe('tabs that are used again', () => {
  test('uses a tab again for the same key only', async () => {
    await using house = openTestPool();
    const a = await house.lease({ reuseKey: 'a' });
    await giveBack(a);
    await giveBack(a);
    assert.deepEqual(counts(house.pool), [0, 1, 0]);
    const b = await house.lease({ reuseKey: 'b' });
    const again = await house.lease({ reuseKey: 'a' });
    assert.deepEqual([b.isReused, again.isReused], [false, true]);
    assert.equal(again.tab, a.tab);
    // It is in use now: nobody waits for its next visit any more.
    house.clock.advance(10_000);
    await settle();
    assert.equal(again.tab.isDisposed, false);
    await giveBack(again);
    await giveBack(b);
    const plain = await house.lease();
    assert.equal(plain.isReused, false);
    const webGl = await house.lease({ reuseKey: 'a', hasWebGl: true });
    assert.equal(webGl.isReused, false);
  });

  test('keeps no tab that is spoiled, not reusable, used up or of nobody for seconds', async () => {
    await using house = openTestPool({ maxVisitsPerTab: 2 });
    const visit = async (end?: (lease: TabLease<TestTab>) => void): Promise<TabLease<TestTab>> => {
      const lease = await house.lease({ reuseKey: 'a' });
      end?.(lease);
      await giveBack(lease);
      return lease;
    };
    const spoiled = await visit((lease) => lease.spoil());
    const unfit = await visit((lease) => {
      lease.tab.isReusable = false;
    });
    const first = await visit();
    const second = await visit();
    const third = await visit();
    assert.deepEqual(
      [spoiled, unfit, first, second, third].map(({ isReused }) => isReused),
      [false, false, false, true, false],
    );
    house.clock.advance(4_999);
    assert.deepEqual(counts(house.pool), [0, 1, 0]);
    house.clock.advance(1);
    assert.deepEqual(counts(house.pool), [0, 0, 0]);
    await settle();
    assert.equal(third.tab.isDisposed, true);
    assert.equal(house.egresses.open, 0);
  });

  test('a kept tab gives way to another job at once', async () => {
    await using house = openTestPool({ maxPages: 2 });
    const [a, b] = [await house.lease({ reuseKey: 'a' }), await house.lease({ reuseKey: 'b' })];
    await giveBack(a);
    await giveBack(b);
    assert.deepEqual(counts(house.pool), [0, 2, 0]);
    const other = await house.lease();
    // The one that waited longest.
    assert.deepEqual(counts(house.pool), [1, 1, 0]);
    await settle();
    assert.deepEqual([a.tab.isDisposed, b.tab.isDisposed], [true, false]);
    const again = await house.lease({ reuseKey: 'b' });
    assert.equal(again.isReused, true);
    await giveBack(other);
  });
});
