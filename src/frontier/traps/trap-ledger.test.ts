import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TrapLedger } from './trap-ledger.ts';

test('a ledger forgets what was not seen for longest, and keeps what is seen again', () => {
  const ledger = new TrapLedger(3);
  for (const text of ['a', 'b', 'c', 'a', 'd']) ledger.add(text);
  assert.deepEqual(
    ['a', 'b', 'c', 'd'].map((text) => ledger.countOf(text)),
    [2, 0, 1, 1],
  );
  ledger.keep('c');
  ledger.add('e');
  ledger.add('f');
  assert.deepEqual(
    ['a', 'b', 'c', 'd', 'e', 'f'].map((text) => ledger.countOf(text)),
    [0, 0, 1, 0, 1, 1],
  );
  assert.equal(ledger.size, 3);
});

test('forgetting costs the same however much was forgotten before', () => {
  const ledger = new TrapLedger(100_000);
  const fill = (from: number, count: number): number => {
    const startedAt = performance.now();
    for (let index = from; index < from + count; index++) ledger.add(`/page-${index}`);
    return performance.now() - startedAt;
  };
  fill(0, 100_000);
  // An iterator made for each takes seconds here: it steps over up to a hundred thousand deleted places.
  const forgettingMs = fill(100_000, 200_000);
  assert.ok(forgettingMs < 2_000, `${Math.round(forgettingMs)} ms`);
});
