import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUploadPlaces } from './upload-places.ts';

const MB = 1024 * 1024;
const team = (id: string, maxConcurrency = 100) => ({ id, maxConcurrency });

test('a team takes half of what others leave, so that there is room for the next', async () => {
  const disk = { free: 400 * MB };
  const places = createUploadPlaces(async () => disk.free);
  const greedy = [];
  for (let count = 0; count < 4; count++) greedy.push(await places.take(team('greedy'), 50 * MB));
  const refusal = { code: 'CONCURRENCY_LIMITED', message: /4 of your team/ };
  await assert.rejects(places.take(team('greedy'), 50 * MB), refusal);
  using _other = await places.take(team('other'), 50 * MB);
  // Bytes on disk are no longer free, and count once.
  for (const place of greedy) place.wrote(50 * MB);
  disk.free -= 200 * MB;
  using _more = await places.take(team('other'), 50 * MB);
  await assert.rejects(places.take(team('other'), 50 * MB), { code: 'CONCURRENCY_LIMITED' });
  using _third = await places.take(team('third'), 40 * MB);
  await assert.rejects(places.take(team('fourth'), 50 * MB), { code: 'SERVICE_UNAVAILABLE' });
  for (const place of greedy) {
    place[Symbol.dispose]();
    place[Symbol.dispose]();
  }
  disk.free += 200 * MB;
  using _again = await places.take(team('greedy'), 50 * MB);
});

test('a body without a length counts as the largest, and a larger one as no more', async () => {
  const places = createUploadPlaces(async () => 2 * 51 * MB);
  const first = await places.take(team('a'), undefined);
  await assert.rejects(places.take(team('a'), 1), { code: 'CONCURRENCY_LIMITED' });
  first[Symbol.dispose]();
  using _second = await places.take(team('a'), 1e12);
});

test('a team has twice as many uploads under way as it has slots', async () => {
  const places = createUploadPlaces(async () => 1e12);
  const taken = [];
  for (let count = 0; count < 4; count++) taken.push(await places.take(team('a', 2), 1));
  await assert.rejects(places.take(team('a', 2), 1), { code: 'CONCURRENCY_LIMITED' });
  taken[0]?.[Symbol.dispose]();
  using _next = await places.take(team('a', 2), 1);
});
