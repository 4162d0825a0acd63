import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertLinear } from '../../../test/support/assert-linear.ts';
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

test('forgetting costs the same however much was forgotten before', () =>
  // An iterator made for each is quadratic: it steps over the deleted places.
  assertLinear(40_000, (size) => () => {
    const ledger = new TrapLedger(size);
    for (let index = 0; index < 3 * size; index++) ledger.add(`/page-${index}`);
    assert.equal(ledger.size, size);
  }));
