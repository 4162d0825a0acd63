import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Places, type Place, type PlaceVisit } from './places.ts';

const never = new AbortController().signal;
const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** Takes places in this order; tells who has one, as soon as it has. */
function enterAll(places: Places, visits: Record<string, PlaceVisit>) {
  const held = new Map<string, Place>();
  for (const [name, visit] of Object.entries(visits))
    void places.take(visit, never).then((place) => held.set(name, place));
  return {
    names: async (): Promise<string[]> => {
      await turn();
      return [...held.keys()];
    },
    leave(name: string): void {
      held.get(name)?.[Symbol.dispose]();
      held.delete(name);
    },
  };
}

const a = { teamId: 'a' };
const b = { teamId: 'b' };

test('a place goes from hand to hand, and back once only', async () => {
  const places = new Places({ count: 1 });
  const first = await places.take(a, never);
  const house = enterAll(places, { second: a });
  assert.deepEqual([places.taken, places.waiting], [1, 1]);
  first[Symbol.dispose]();
  first[Symbol.dispose]();
  assert.deepEqual(await house.names(), ['second']);
  assert.deepEqual([places.taken, places.waiting], [1, 0]);
  house.leave('second');
  assert.equal(places.taken, 0);
});

test('teams take turns, and within a team interactive visits come first', async () => {
  const places = new Places({ count: 1 });
  const first = await places.take(a, never);
  const house = enterAll(places, {
    a1: { ...a, isBackground: true },
    a2: a,
    b1: { ...b, isBackground: true },
  });
  first[Symbol.dispose]();
  const order: string[] = [];
  for (let names = await house.names(); names.length > 0; names = await house.names()) {
    order.push(...names);
    for (const name of names) house.leave(name);
  }
  assert.deepEqual(order, ['b1', 'a2', 'a1']);
});

test('a team that holds none gets a spare place at once, one that holds some does not', async () => {
  const places = new Places({ count: 2, spares: 1 });
  const house = enterAll(places, { a1: a, a2: a, a3: a, b1: b, b2: b, c1: { teamId: 'c' } });
  assert.deepEqual(await house.names(), ['a1', 'a2', 'b1']);
  assert.equal(places.taken, 3);
  house.leave('b1');
  // The spare place goes to a team that holds none; both have waited, and b had a turn.
  assert.deepEqual(await house.names(), ['a1', 'a2', 'c1']);
  house.leave('a1');
  assert.deepEqual(await house.names(), ['a2', 'c1', 'b2']);
  house.leave('a2');
  assert.deepEqual(await house.names(), ['c1', 'b2', 'a3']);
});

test('a brief visit gets the first spare place although its team holds others', async () => {
  const places = new Places({ count: 1, spares: 2 });
  const brief = { ...a, isBrief: true };
  const house = enterAll(places, { long: a, next: a, brief, another: brief, b1: b });
  assert.deepEqual(await house.names(), ['long', 'brief', 'b1']);
});

test('who is to be patient waits for its turn first', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const places = new Places({ count: 1, spares: 1, patienceMs: 400 });
  const house = enterAll(places, { a1: a, b1: b });
  assert.deepEqual(await house.names(), ['a1']);
  context.mock.timers.tick(400);
  assert.deepEqual(await house.names(), ['a1', 'b1']);
});

test('weights count: nobody who is lighter passes, and what is too heavy has it alone', async () => {
  const places = new Places({ count: 100 });
  const house = enterAll(places, {
    a60: { ...a, weight: 60 },
    a50: { ...a, weight: 50 },
    a10: { ...a, weight: 10 },
    a1000: { ...a, weight: 1_000 },
  });
  assert.deepEqual(await house.names(), ['a60']);
  house.leave('a60');
  assert.deepEqual(await house.names(), ['a50', 'a10']);
  house.leave('a50');
  assert.deepEqual(await house.names(), ['a10']);
  house.leave('a10');
  assert.deepEqual(await house.names(), ['a1000']);
  assert.equal(places.taken, 1_000);
});

test('a part of a weight can be given back', async () => {
  const places = new Places({ count: 100 });
  const large = await places.take({ ...a, weight: 90 }, never);
  const house = enterAll(places, { b20: { ...b, weight: 20 } });
  assert.deepEqual(await house.names(), []);
  large.reduceTo(80);
  assert.deepEqual(await house.names(), ['b20']);
  large.reduceTo(95);
  assert.equal(places.taken, 100);
  large[Symbol.dispose]();
  assert.equal(places.taken, 20);
});

test('a weight can grow: where there is room before all who wait, or whether there is any or not', async () => {
  const places = new Places({ count: 100 });
  const first = await places.take({ ...a, weight: 50 }, never);
  const house = enterAll(places, { b60: { ...b, weight: 60 } });
  assert.equal(first.tryGrowTo(101), false);
  assert.equal(first.tryGrowTo(90), true);
  first.growTo(120);
  assert.equal(places.taken, 120);
  first.reduceTo(50);
  assert.deepEqual(await house.names(), []);
  first[Symbol.dispose]();
  assert.deepEqual(await house.names(), ['b60']);
});

test('one that gives up loses nothing, and lets those behind it pass', async () => {
  const places = new Places({ count: 100 });
  const first = await places.take({ ...a, weight: 60 }, never);
  const leaving = new AbortController();
  const reason = new Error('gone');
  const heavy = assert.rejects(places.take({ ...a, weight: 60 }, leaving.signal), reason);
  const house = enterAll(places, { light: { ...a, weight: 40 } });
  assert.deepEqual(await house.names(), []);
  leaving.abort(reason);
  await heavy;
  assert.deepEqual(await house.names(), ['light']);
  await assert.rejects(places.take(a, leaving.signal), reason);
  first[Symbol.dispose]();
  assert.equal(places.taken, 40);
});

test('closed, it fails those who wait and those who come', async () => {
  const places = new Places({ count: 1 });
  const reason = new Error('closed');
  const first = await places.take(a, never);
  const waiting = assert.rejects(places.take(a, never), reason);
  places.close(reason);
  await waiting;
  await assert.rejects(places.take(a, never), reason);
  first[Symbol.dispose]();
  assert.equal(places.taken, 0);
});

test('only who was held up has waited', async () => {
  const places = new Places({ count: 1 });
  const first = await places.take(a, never);
  const second = places.take(b, never);
  await turn();
  first[Symbol.dispose]();
  assert.equal(first.waitedMs, 0);
  assert.ok((await second).waitedMs > 0);
});

test('whoever would not wait gets a place when there is room and nobody waits for it', async () => {
  const places = new Places({ count: 10 });
  const whole = places.tryTake({ teamId: 'a', weight: 50 });
  assert.ok(whole, 'one that is larger than all may have it alone');
  assert.equal(places.tryTake({ teamId: 'b', weight: 1 }), undefined);
  whole[Symbol.dispose]();
  const held = places.tryTake({ teamId: 'a', weight: 6 });
  assert.ok(held);
  assert.equal(places.tryTake({ teamId: 'b', weight: 5 }), undefined);
  const waiting = places.take({ teamId: 'b', weight: 5 }, new AbortController().signal);
  assert.equal(places.tryTake({ teamId: 'c', weight: 1 }), undefined, 'it would pass by one who waits');
  held[Symbol.dispose]();
  using place = await waiting;
  assert.equal(place.weight, 5);
  using rest = places.tryTake({ teamId: 'c', weight: 5 });
  assert.equal(places.taken, 10);
});
