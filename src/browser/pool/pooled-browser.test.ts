import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { silentLog } from '../../lib/log/log.ts';
import { CdpError } from '../cdp/cdp-error.ts';
import type { Browser } from '../start/open-browser.ts';
import type { BrowserPool, TabLease } from './browser-pool.ts';
import { createFakeClock } from '../../../test/support/pool-clock.ts';
import { openTestPool, type TestTab } from '../../../test/support/open-test-pool.ts';
import { choosePoolLimits } from './pool-size.ts';
import { PooledBrowser } from './pooled-browser.ts';

/** Waits for the work that ends with the turn of the event loop, and for its effects. */
async function settle(): Promise<void> {
  for (let turns = 0; turns < 5; turns += 1) await new Promise((resolve) => void setImmediate(resolve));
}

const giveBack = (lease: TabLease<TestTab>): PromiseLike<void> => lease[Symbol.asyncDispose]();
const counts = (pool: BrowserPool): [number, number, number] => {
  const { pages, keptTabs, waiting } = pool.stats();
  return [pages, keptTabs, waiting];
};

describe('the browsers of a pool', () => {
  test('a browser ends when nobody has used it for a while', async () => {
    await using house = openTestPool({ idleMs: 60_000 });
    const lease = await house.lease({ reuseKey: 'a' });
    house.clock.advance(600_000);
    assert.equal(house.running(), 1);
    await giveBack(lease);
    house.clock.advance(59_999);
    assert.equal(house.running(), 1);
    await giveBack(await house.lease());
    house.clock.advance(59_999);
    assert.equal(house.running(), 1);
    house.clock.advance(1);
    await settle();
    assert.deepEqual([house.running(), house.pool.stats().browsers], [0, 0]);
    await giveBack(await house.lease());
    assert.equal(house.starts(), 2);
  });

  test('a browser is replaced by count and age, and ends with its last page', async () => {
    await using house = openTestPool({ maxPages: 3, maxPagesPerBrowser: 2, maxAgeMs: 100_000 });
    const [first, second] = [await house.lease(), await house.lease({ reuseKey: 'a' })];
    const third = await house.lease();
    assert.deepEqual([house.starts(), house.running()], [2, 2]);
    await giveBack(first);
    await settle();
    assert.equal(house.running(), 2);
    // Its tabs serve nobody any more.
    await giveBack(second);
    assert.equal(house.pool.stats().keptTabs, 0);
    await settle();
    assert.deepEqual(
      house.browsers.map(({ isRunning }) => isRunning),
      [false, true],
    );
    house.clock.advance(100_001);
    const fourth = await house.lease();
    assert.equal(house.starts(), 3);
    await giveBack(third);
    await settle();
    assert.deepEqual(
      house.browsers.map(({ isRunning }) => isRunning),
      [false, false, true],
    );
    await giveBack(fourth);
  });

  test('a browser that dies is replaced for the next lease, also unnoticed', async () => {
    await using house = openTestPool();
    const lost = await house.lease({ reuseKey: 'a' });
    const kept = await house.lease({ reuseKey: 'b' });
    await giveBack(kept);
    house.browsers[0]!.crash();
    await giveBack(lost);
    await settle();
    assert.deepEqual(counts(house.pool), [0, 0, 0]);
    const next = await house.lease({ reuseKey: 'b' });
    assert.deepEqual([next.isReused, house.starts()], [false, 2]);
    await giveBack(next);
    await settle();
    // Dead at the very moment of the lease.
    const leasing = house.lease();
    house.browsers[1]!.crash();
    await leasing;
    assert.equal(house.starts(), 3);
  });

  test('a browser that ends as soon as it has started is not started for ever', async () => {
    await using house = openTestPool();
    const crash = new AbortController();
    void (async () => {
      for (let seen = 0; !crash.signal.aborted; await new Promise((resolve) => void setImmediate(resolve)))
        for (; seen < house.browsers.length; seen += 1) house.browsers[seen]!.crash();
    })();
    house.starting.gate = settle();
    await assert.rejects(
      house.lease({
        async openEgress() {
          await settle();
          return { proxyServer: 'http://127.0.0.1:1', [Symbol.asyncDispose]: async () => undefined };
        },
      }),
      { failure: 'closed' },
    );
    crash.abort();
    assert.equal(house.starts(), 2);
    assert.deepEqual(counts(house.pool), [0, 0, 0]);
  });

  test('a failed start is one failure for all who come within two seconds', async () => {
    await using house = openTestPool();
    house.starting.failure = new Error('no such file');
    const failure = {
      code: 'SERVICE_UNAVAILABLE',
      message: /^The browser .*DECANT_BROWSER_PATH/,
      cause: house.starting.failure,
    };
    await Promise.all([1, 2, 3].map(() => assert.rejects(house.lease(), failure)));
    assert.equal(house.starts(), 1);
    house.starting.failure = undefined;
    house.clock.advance(1_999);
    await assert.rejects(house.lease(), failure);
    house.clock.advance(1);
    await house.lease();
    assert.equal(house.starts(), 2);
  });

  test('passes on what the caller itself threw, and closes what there was', async () => {
    await using house = openTestPool();
    const failure = new Error('no way out');
    await assert.rejects(house.lease({ openEgress: () => Promise.reject(failure) }), failure);
    await assert.rejects(house.lease({ open: () => Promise.reject(failure) }), failure);
    await settle();
    assert.deepEqual([house.egresses.open, house.starts()], [0, 1]);
    assert.deepEqual(house.browsers[0]!.contexts, [{ isClosed: true }]);
    assert.deepEqual(counts(house.pool), [0, 0, 0]);
  });

  test('a browser that makes no context is killed, and the next one serves', async () => {
    await using house = openTestPool();
    await giveBack(await house.lease());
    house.browsers[0]!.failContexts = new CdpError('timeout', 'not answered');
    await house.lease();
    assert.deepEqual(
      house.browsers.map(({ isRunning }) => isRunning),
      [false, true],
    );
  });
});

function openBrowserOf(memory: { residentBytes: number; largestRendererBytes: number }) {
  const clock = createFakeClock();
  const never = new Promise(() => undefined);
  const state = { isClosed: false };
  const close = async (): Promise<void> => {
    state.isClosed = true;
  };
  const fake = { processId: 100, connection: { closed: never }, exited: never, close };
  const limits = choosePoolLimits({ maxResidentBytes: 1_000, maxKeptRendererBytes: 500 });
  const options = { clock, limits, log: silentLog, memoryOf: () => memory, onRetired: () => undefined };
  const pooled = new PooledBrowser(fake as unknown as Browser, options, () => undefined);
  return { clock, state, pooled };
}

test('a browser that holds too much is replaced, but not at once after its start', () => {
  const memory = { residentBytes: 1_001, largestRendererBytes: 0 };
  const { clock, state, pooled } = openBrowserOf(memory);
  pooled.check();
  assert.equal(pooled.isRetired, false);
  clock.advance(10_000);
  memory.residentBytes = 1_000;
  pooled.check();
  assert.equal(pooled.isRetired, false);
  memory.residentBytes = 1_001;
  pooled.check();
  assert.deepEqual([pooled.isRetired, state.isClosed], [true, true]);
});

test('no tab is kept beside a large renderer', () => {
  const memory = { residentBytes: 900, largestRendererBytes: 500 };
  const { pooled } = openBrowserOf(memory);
  assert.equal(pooled.canKeepTabs(), true);
  memory.largestRendererBytes = 501;
  assert.equal(pooled.canKeepTabs(), false);
  assert.equal(pooled.isRetired, false);
});
