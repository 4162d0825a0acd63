import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';

const base = {
  name: 'example',
  method: 'GET',
  path: '/v2/example',
  summary: 'An example',
  reply: z.object({ success: z.literal(true) }),
  auth: 'bearer',
  example: { reply: { success: true } },
} as const;

test('an endpoint that counts in a bucket can answer that the bucket is full', () => {
  assert.deepEqual(defineEndpoint({ ...base, errors: [] }).errors, ['UNAUTHORIZED', 'UNKNOWN_ERROR']);
  assert.deepEqual(defineEndpoint({ ...base, rateLimit: 'map', errors: ['NOT_FOUND'] }).errors, [
    'UNAUTHORIZED',
    'RATE_LIMITED',
    'UNKNOWN_ERROR',
    'NOT_FOUND',
  ]);
});
