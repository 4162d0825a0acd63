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

describe('a browser pool', () => {
  test('starts nothing before it is needed, and one browser for those who come at once', async () => {
    await using house = openTestPool();
    assert.equal(house.starts(), 0);
    const leases = await Promise.all([house.lease(), house.lease()]);
    assert.equal(house.starts(), 1);
    assert.equal(house.browsers[0]?.contexts.length, 2);
    assert.deepEqual(
      leases.map(({ isReused }) => isReused),
      [false, false],
    );
    const webGl = house.lease({ hasWebGl: true });
    await giveBack(leases[0]);
    await webGl;
    assert.deepEqual(
      house.browsers.map(({ hasWebGl }) => hasWebGl),
      [false, true],
    );
    assert.equal(house.pool.stats().browsers, 2);
  });

  test('gives places to interactive requests before background ones', async () => {
    await using house = openTestPool({ maxPages: 1 });
    const first = await house.lease();
    const order: string[] = [];
    const run = async (name: string, isBackground: boolean): Promise<void> => {
      await using _lease = await house.lease({ isBackground });
      order.push(name);
    };
    const all = [run('b1', true), run('b2', true), run('i1', false), run('i2', false)];
    assert.deepEqual(counts(house.pool), [1, 0, 4]);
    await giveBack(first);
    await Promise.all(all);
    assert.deepEqual(order, ['i1', 'i2', 'b1', 'b2']);
  });

  test('a team that shows no page gets a spare place, and teams take turns at the others', async () => {
    await using house = openTestPool({ maxPages: 2, sparePages: 1 });
    const held = [await house.lease({ teamId: 'a' }), await house.lease({ teamId: 'a' })];
    const spare = await house.lease({ teamId: 'b' });
    const order: string[] = [];
    const run = async (teamId: string): Promise<void> => {
      await using _lease = await house.lease({ teamId });
      order.push(teamId);
    };
    const all = ['a', 'a', 'b', 'c'].map(run);
    assert.deepEqual(counts(house.pool), [3, 0, 4]);
    await giveBack(held[0]!);
    await Promise.all(all);
    assert.deepEqual(order, ['c', 'a', 'b', 'a']);
    await giveBack(spare);
    await giveBack(held[1]!);
    assert.deepEqual(counts(house.pool), [0, 0, 0]);
  });

  test('rejects with the reason of whoever gives up, wherever that was, and loses nothing', async () => {
    await using house = openTestPool({ maxPages: 1 });
    const reason = new Error('gone');
    await assert.rejects(house.lease({}, AbortSignal.abort(reason)), reason);
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];

    // While the browser starts.
    house.starting.gate = gates[0]!.promise;
    const starter = new AbortController();
    const starting = assert.rejects(house.lease({}, starter.signal), reason);
    await settle();
    starter.abort(reason);
    await starting;
    assert.deepEqual(counts(house.pool), [0, 0, 0]);
    gates[0]!.resolve();
    await settle();

    // While the tab is being made, which then comes too late.
    const opener = new AbortController();
    let late: TestTab | undefined;
    const opening = assert.rejects(
      house.lease(
        {
          async open() {
            await gates[1]!.promise;
            late = {
              isReusable: true,
              isDisposed: false,
              [Symbol.asyncDispose]: async () => {
                late!.isDisposed = true;
              },
            };
            return late;
          },
        },
        opener.signal,
      ),
      reason,
    );
    await settle();
    // While it waits for a place.
    const waiter = new AbortController();
    const waiting = assert.rejects(house.lease({}, waiter.signal), reason);
    waiter.abort(reason);
    await waiting;
    opener.abort(reason);
    await opening;
    gates[1]!.resolve();
    await settle();
    assert.equal(late?.isDisposed, true);
    assert.deepEqual(counts(house.pool), [0, 0, 0]);
    assert.equal(house.egresses.open, 0);
    assert.ok(house.browsers.every(({ contexts }) => contexts.every(({ isClosed }) => isClosed)));
    assert.equal(house.starts(), 1);
    await giveBack(await house.lease());
  });

  test('a place is free although the page does not close, until too many do not', async () => {
    await using house = openTestPool({ maxPages: 1 });
    const hung = await house.lease();
    const held = Promise.withResolvers<void>();
    house.browsers[0]!.holdClosing = held.promise;
    await giveBack(hung);
    const next = await house.lease();
    const back = giveBack(next);
    await settle();
    assert.deepEqual(counts(house.pool), [1, 0, 0]);
    // For a moment only, however.
    house.clock.advance(39);
    await settle();
    assert.deepEqual(counts(house.pool), [1, 0, 0]);
    house.clock.advance(1);
    await back;
    assert.deepEqual(counts(house.pool), [0, 0, 0]);
    assert.ok(house.browsers[0]!.contexts.every(({ isClosed }) => !isClosed));
    held.resolve();
  });

  test('shows a page alone where that is asked for, in a browser that goes with it', async () => {
    await using house = openTestPool({ maxPages: 2 });
    await giveBack(await house.lease({ reuseKey: 'a' }));
    const alone = await house.lease({ reuseKey: 'a', isAlone: true });
    assert.deepEqual([alone.isReused, house.starts()], [false, 2]);
    const other = await house.lease();
    assert.deepEqual(
      house.browsers.map(({ contexts }) => contexts.length),
      [2, 1],
    );
    house.browsers[1]!.crash();
    await giveBack(alone);
    await settle();
    assert.deepEqual([house.running(), house.pool.stats().browsers], [1, 1]);
    await giveBack(other);
    const again = await house.lease({ isAlone: true });
    assert.equal(house.running(), 2);
    await giveBack(again);
    await settle();
    assert.equal(house.running(), 1);
  });

  test('closed, it fails those who wait and ends everything', async () => {
    const house = openTestPool({ maxPages: 2 });
    const lease = await house.lease();
    await giveBack(await house.lease({ reuseKey: 'a' }));
    const webGl = Promise.withResolvers<void>();
    house.starting.gate = webGl.promise;
    const failure = { code: 'SERVICE_UNAVAILABLE' };
    const starting = assert.rejects(house.lease({ hasWebGl: true }), failure);
    const waiting = assert.rejects(house.lease(), failure);
    await settle();
    const closing = house.pool[Symbol.asyncDispose]();
    await Promise.all([starting, waiting]);
    webGl.resolve();
    await closing;
    await assert.rejects(house.lease(), failure);
    await giveBack(lease);
    assert.deepEqual([house.running(), house.egresses.open], [0, 0]);
    assert.deepEqual(counts(house.pool), [0, 0, 0]);
    await house.pool[Symbol.asyncDispose]();
  });
});
