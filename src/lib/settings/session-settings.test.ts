import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sessionConfigOf } from './session-settings.ts';

test('as many sessions as fit into free memory, one at least, unless the operator says how many', () => {
  const env = {
    DECANT_SESSION_SANDBOX: 'full' as const,
    DECANT_SESSIONS: undefined,
    DECANT_SESSIONS_PER_TEAM: 20,
    DECANT_INTERNAL_URL: undefined,
  };
  const most = (freeBytes: number): number => sessionConfigOf(env, freeBytes).perMachine;
  assert.deepEqual([1e6, 1e9, 100e9].map(most), [1, 4, 20]);
  assert.equal(sessionConfigOf({ ...env, DECANT_SESSIONS: 50 }, 1e6).perMachine, 50);
});
