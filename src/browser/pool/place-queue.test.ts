import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PlaceQueue } from './place-queue.ts';

const never = new AbortController().signal;

test('places go to interactive ones first, and in order of arrival', async () => {
  const queue = new PlaceQueue(1);
  await queue.take(false, never);
  const order: string[] = [];
  const waiting = [
    queue.take(true, never).then(() => order.push('background 1')),
    queue.take(true, never).then(() => order.push('background 2')),
    queue.take(false, never).then(() => order.push('interactive 1')),
    queue.take(false, never).then(() => order.push('interactive 2')),
  ];
  assert.equal(queue.waiting, 4);
  for (let left = 4; left > 0; left -= 1) queue.release();
  await Promise.all(waiting);
  assert.deepEqual(order, ['interactive 1', 'interactive 2', 'background 1', 'background 2']);
  assert.equal(queue.taken, 1);
  queue.release();
  assert.equal(queue.taken, 0);
});

test('no place is lost to one who gives up, also at the moment of getting it', async () => {
  const queue = new PlaceQueue(1);
  await queue.take(false, never);
  const leaving = new AbortController();
  const reason = new Error('gone');
  const gone = assert.rejects(queue.take(false, leaving.signal), reason);
  const next = queue.take(true, never);
  leaving.abort(reason);
  // Before the one who left has noticed.
  queue.release();
  await Promise.all([gone, next]);
  assert.deepEqual([queue.taken, queue.waiting], [1, 0]);
  await assert.rejects(queue.take(false, leaving.signal), reason);
});

test('closed, it fails those who wait and those who come', async () => {
  const queue = new PlaceQueue(1);
  await queue.take(false, never);
  const reason = new Error('closed');
  const waiting = assert.rejects(queue.take(false, never), reason);
  queue.close(reason);
  await waiting;
  queue.release();
  await assert.rejects(queue.take(false, never), reason);
  assert.deepEqual([queue.taken, queue.waiting], [0, 0]);
});
