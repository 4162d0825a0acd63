import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BrowserPool } from '../../browser/pool/browser-pool.ts';
import type { Queryable } from '../../store/database.ts';
import { createHealthReady } from './health.ts';

const db = { query: async () => ({ rows: [], rowCount: 0 }) } as unknown as Queryable;

test('whoever asks for a deep check again and again takes one place of the browser, for one moment', async () => {
  const leases: string[] = [];
  const release = Promise.withResolvers<void>();
  const lease = async () => {
    leases.push('taken');
    await release.promise;
    return { [Symbol.asyncDispose]: async () => undefined };
  };
  const ready = createHealthReady({ db, pool: { lease } as unknown as BrowserPool });
  const asked = Array.from({ length: 100 }, () => ready({ isDeep: true }));
  // Those who want to know less do not wait for it.
  assert.deepEqual((await ready({ isDeep: false })).checks, { database: 'ok', conversion: 'ok' });
  release.resolve();
  for (const answer of await Promise.all(asked)) assert.equal(answer.checks['browser'], 'ok');
  assert.equal((await ready({ isDeep: true })).status, 'ready');
  assert.equal(leases.length, 1);
});
