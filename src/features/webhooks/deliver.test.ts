import assert from 'node:assert/strict';
import { test } from 'node:test';
import { v7 as uuidv7 } from 'uuid';
import { createSeals } from '../../jobs/model/seal.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { compress } from '../../lib/bytes/compress.ts';
import type { Queryable } from '../../store/database.ts';
import { Places } from '../../lib/turns/places.ts';
import { createDeliver } from './deliver.ts';

test('of many large documents few are in memory before there is room for them', async () => {
  const document = await compress('x'.repeat(10_000));
  const reads = { underWay: 0, most: 0 };
  const db = {
    async query() {
      reads.most = Math.max(reads.most, ++reads.underWay);
      await new Promise((resolve) => setImmediate(resolve));
      reads.underWay--;
      return { rows: [{ document, is_sealed: false }], rowCount: 1 };
    },
  } as unknown as Queryable;
  const deliver = createDeliver({
    db,
    send: async () => ({ status: 200, beginning: '' }),
    secrets: { read: async () => undefined },
    linkTo: (key) => `http://decant.test/blobs/${key}`,
    budget: new Places({ count: 1_000_000 }),
    timeoutMs: 1_000,
    clock: systemClock,
  });
  const target = {
    kind: 'crawl' as const,
    baseUrl: undefined,
    webhook: { url: 'https://hook.test/', headers: {}, metadata: {}, events: [] },
    seal: createSeals('a secret of this test').sealOf(null),
  };
  const outcomes = await Promise.all(
    Array.from({ length: 32 }, () =>
      deliver(
        {
          id: uuidv7(),
          jobId: uuidv7(),
          teamId: uuidv7(),
          event: 'page',
          scrapeId: uuidv7(),
          error: null,
          attempts: 0,
        },
        target,
        new AbortController().signal,
      ),
    ),
  );
  assert.deepEqual(new Set(outcomes.map(({ kind }) => kind)), new Set(['delivered']));
  assert.ok(reads.most <= 4, `${reads.most} documents were read at a time`);
});
