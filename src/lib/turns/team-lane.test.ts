import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { TeamLane } from './team-lane.ts';

const never = new AbortController().signal;

/** Work that lasts until it is told to end. */
function openWork(lane: TeamLane, started: string[]) {
  return (teamId: string, name: string, signal = never) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const done = lane.run(teamId, signal, () => {
      started.push(name);
      return promise;
    });
    return { end: resolve, done };
  };
}

test('a team with its share waits while places are free for others', async () => {
  const started: string[] = [];
  const lane = new TeamLane({ places: 3, placesPerTeam: 2 });
  const begin = openWork(lane, started);
  const works = ['a1', 'a2', 'a3', 'b1'].map((name) => begin(name.slice(0, 1), name));
  await nextTurn();
  assert.deepEqual(started, ['a1', 'a2', 'b1']);
  assert.deepEqual([lane.waiting, lane.running('a'), lane.running('b')], [1, 2, 1]);
  works[0]?.end();
  await works[0]?.done;
  await nextTurn();
  assert.deepEqual(started, ['a1', 'a2', 'b1', 'a3']);
  for (const { end } of works) end();
  await Promise.all(works.map(({ done }) => done));
  assert.deepEqual([lane.waiting, lane.running('a'), lane.running('b')], [0, 0, 0]);
});

test('who gives up leaves the line; work that has begun keeps its place until it ends', async () => {
  const started: string[] = [];
  const lane = new TeamLane({ places: 1, placesPerTeam: 1 });
  const begin = openWork(lane, started);
  const leaving = new AbortController();
  const first = begin('a', 'first', leaving.signal);
  const second = begin('a', 'second', leaving.signal);
  const third = begin('b', 'third');
  await nextTurn();
  leaving.abort(new Error('gone'));
  await assert.rejects(second.done, /gone/);
  assert.deepEqual([lane.waiting, started], [1, ['first']]);
  first.end();
  await first.done;
  third.end();
  await third.done;
  assert.deepEqual(started, ['first', 'third']);
});

test('the place of work that fails goes to the next one', async () => {
  const lane = new TeamLane({ places: 1, placesPerTeam: 1 });
  const failing = lane.run('a', never, () => Promise.reject(new Error('broken')));
  const next = lane.run('b', never, async () => 'done');
  await assert.rejects(failing, /broken/);
  assert.equal(await next, 'done');
});
