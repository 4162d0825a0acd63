import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkCage } from './check-cage.ts';

test('code of callers that is switched off is told with its variable', async () => {
  const { state, note } = await checkCage({ sandbox: 'off' });
  assert.equal(state, 'missing');
  assert.match(note, /DECANT_SESSION_SANDBOX=off/);
});
