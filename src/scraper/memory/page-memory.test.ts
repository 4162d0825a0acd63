import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Deadline } from '../../lib/time/deadline.ts';
import { createPageMemory } from './page-memory.ts';
import type { ScrapeMemory } from './scrape-memory.ts';

const MB = 1_000_000;
const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

function openHouse(totalBytes: number) {
  const memory = createPageMemory(totalBytes);
  const stack = new DisposableStack();
  return {
    memory,
    open(teamId: string, timeoutMs = 60_000): ScrapeMemory {
      const deadline = stack.use(new Deadline(timeoutMs));
      return stack.use(memory.open({ teamId, isBackground: false, deadline }));
    },
    [Symbol.dispose]: () => stack.dispose(),
  };
}

async function isDone(work: Promise<unknown>): Promise<boolean> {
  const state = { isDone: false };
  void work.then(() => (state.isDone = true));
  await turn();
  return state.isDone;
}

test('small bodies take nothing and wait for nothing', async () => {
  using house = openHouse(60 * MB);
  const large = house.open('a');
  await large.takeBody(50 * MB);
  const small = house.open('a');
  await small.takeBody(MB);
  small.noteArrival(MB);
  assert.equal(house.memory.stats().bodyBytes, 150 * MB);
});

test('what was taken for the most that a body may have goes down to what it has', async () => {
  using house = openHouse(60 * MB);
  const [first, second] = [house.open('a'), house.open('a')];
  await first.takeBody(50 * MB);
  const waiting = second.takeBody(2 * MB);
  assert.equal(await isDone(waiting), false);
  first.noteBody(2 * MB);
  await waiting;
  assert.deepEqual(house.memory.stats(), {
    bodyBytes: 12 * MB,
    arrivedBytes: 0,
    workBytes: 0,
    waiting: 0,
  });
});

test('who works never waits for those who hold bodies, nor these for one another', async () => {
  using house = openHouse(60 * MB);
  const scrapes = [house.open('a'), house.open('a'), house.open('a')];
  for (const scrape of scrapes.slice(0, 2)) await scrape.takeBody(3 * MB);
  const [first, second, third] = scrapes as [ScrapeMemory, ScrapeMemory, ScrapeMemory];
  const fetching = third.takeBody(3 * MB);
  assert.equal(await isDone(fetching), false);
  await first.takeWork(50 * MB);
  const working = second.takeWork(50 * MB);
  assert.equal(await isDone(working), false);
  // Its other body is larger: it gives up what it has before it waits for more.
  const more = second.takeBody(50 * MB);
  await fetching;
  first.noteResult(MB);
  await working;
  first[Symbol.dispose]();
  second[Symbol.dispose]();
  third[Symbol.dispose]();
  await more;
  assert.deepEqual(house.memory.stats(), { bodyBytes: 0, arrivedBytes: 0, workBytes: 0, waiting: 0 });
});

test('what has arrived without notice keeps others from bringing more until it is worked off', async () => {
  using house = openHouse(60 * MB);
  const [first, second] = [house.open('a'), house.open('a')];
  await first.expectArrival();
  first.noteArrival(20 * MB);
  const waiting = second.expectArrival();
  assert.equal(await isDone(waiting), false);
  assert.equal(await isDone(house.open('b').expectArrival()), true);
  await first.takeWork(40 * MB);
  await waiting;
});

test('while another way to a page is tried, nothing is held to work in', async () => {
  using house = openHouse(60 * MB);
  const scrape = house.open('a');
  await scrape.takeBody(3 * MB);
  await scrape.takeWork(50 * MB);
  scrape.noteResult(4 * MB);
  assert.equal(scrape.setAside(), true);
  assert.deepEqual(house.memory.stats(), {
    bodyBytes: 13 * MB,
    arrivedBytes: 0,
    workBytes: 0,
    waiting: 0,
  });
  await scrape.takeWork(50 * MB);
  scrape.noteResult(40 * MB);
  assert.equal(scrape.setAside(), false);
});

test('one whose time is over while it waits says for what, one that needs more than the machine has is refused', async () => {
  using house = openHouse(60 * MB);
  await house.open('a').takeWork(60 * MB);
  const late = house.open('a', 50);
  const error: unknown = await late.takeWork(60 * MB).catch((reason: unknown) => late.explain(reason));
  assert.deepEqual((error as { code: string }).code, 'CONCURRENCY_QUEUE_TIMEOUT');
  await assert.rejects(house.open('b').takeWork(1e15), {
    code: 'SCRAPE_SITE_ERROR',
    message: /1000000000 MB/,
  });
});

test('memory that comes when its scrape is over goes back', async () => {
  using house = openHouse(60 * MB);
  const first = house.open('a');
  await first.takeWork(60 * MB);
  const second = house.open('a');
  const waiting = second.takeWork(60 * MB);
  second[Symbol.dispose]();
  first[Symbol.dispose]();
  await waiting;
  assert.equal(house.memory.stats().workBytes, 0);
});
