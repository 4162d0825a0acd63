import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHostCalls } from './host-calls.ts';

const secret = 'a secret of sixteen or more';
const at = { now: 1_000_000 };
const clock = { now: () => at.now };
const call = { method: 'POST', path: '/internal/sessions/x', body: '{"kind":"code"}' };

test('a call is taken for a minute, as it was signed, from a process with the same secret', () => {
  const calls = createHostCalls({ secret, clock });
  const signed = calls.sign(call);
  assert.equal(calls.isSigned(call, signed), true);
  for (const changed of [{ method: 'DELETE' }, { path: '/internal/sessions/y' }, { body: '{}' }]) {
    assert.equal(calls.isSigned({ ...call, ...changed }, signed), false, JSON.stringify(changed));
  }
  const later = signed.replace(/\d+/, (until) => String(Number(until) + 1));
  for (const wrong of [undefined, '', 'Bearer x', later, `${signed}A`, signed.slice(0, -3)]) {
    assert.equal(calls.isSigned(call, wrong), false, wrong);
  }
  assert.equal(createHostCalls({ secret: 'another secret', clock }).isSigned(call, signed), false);
  at.now += 60_000;
  assert.equal(calls.isSigned(call, signed), false);
});
