import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLog } from '../../lib/log/log.ts';
import { ServiceError } from '../../lib/service-error.ts';
import { answerError } from './errors.ts';

test('an error that knows when to try again says so in whole seconds', () => {
  assert.deepEqual(answerError(new ServiceError('RATE_LIMITED', { retryAfterSeconds: 7 }), silentLog), {
    status: 429,
    headers: { 'retry-after': '7' },
    body: { success: false, code: 'RATE_LIMITED', error: 'Too many requests in this minute' },
  });
  const headersOf = (error: unknown) => answerError(error, silentLog).headers;
  assert.deepEqual(headersOf(new ServiceError('CONCURRENCY_LIMITED')), { 'retry-after': '1' });
  assert.deepEqual(headersOf(new ServiceError('NOT_FOUND')), {});
  assert.deepEqual(headersOf(new Error('a bug')), {});
});
