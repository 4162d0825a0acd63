import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemoryBudget } from './memory-budget.ts';

const { signal } = new AbortController();

test('what finds no room waits until there is some, in order', async () => {
  const budget = createMemoryBudget(100);
  const order: string[] = [];
  const first = await budget.take(60, signal);
  const second = budget.take(60, signal).then((held) => (order.push('second'), held));
  const third = budget.take(10, signal).then((held) => (order.push('third'), held));
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(order, []);
  first[Symbol.dispose]();
  (await second)[Symbol.dispose]();
  (await third)[Symbol.dispose]();
  assert.deepEqual(order, ['second', 'third']);
});

test('more than there is at all may have it alone', async () => {
  const budget = createMemoryBudget(100);
  const small = await budget.take(1, signal);
  const large = budget.take(1_000, signal);
  small[Symbol.dispose]();
  (await large)[Symbol.dispose]();
  (await budget.take(100, signal))[Symbol.dispose]();
});

test('who gives up leaves its place to the others', async () => {
  const budget = createMemoryBudget(100);
  const first = await budget.take(100, signal);
  const caller = new AbortController();
  const second = budget.take(100, caller.signal);
  const third = budget.take(100, signal);
  caller.abort(new Error('gone'));
  await assert.rejects(second, { message: 'gone' });
  first[Symbol.dispose]();
  (await third)[Symbol.dispose]();
});
