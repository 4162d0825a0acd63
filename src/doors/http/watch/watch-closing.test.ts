import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ErrorCode } from '../../../contract/errors.ts';
import { silentLog, type Log } from '../../../lib/log/log.ts';
import { ServiceError } from '../../../lib/service-error.ts';
import { watchClosing } from './watch-closing.ts';

test('the close codes of the contract; an error frame where asking again is of no use', () => {
  const cases: readonly (readonly [ErrorCode, number, boolean])[] = [
    ['INVALID_ID', 1008, true],
    ['NOT_FOUND', 1008, true],
    ['UNAUTHORIZED', 3000, true],
    ['FORBIDDEN', 3003, true],
    ['RATE_LIMITED', 1013, false],
    ['CONCURRENCY_LIMITED', 1013, false],
    ['SERVICE_UNAVAILABLE', 1013, false],
    ['UNKNOWN_ERROR', 1011, false],
  ];
  for (const [errorCode, code, hasFrame] of cases) {
    const closing = watchClosing(new ServiceError(errorCode, { message: 'why' }), silentLog);
    assert.deepEqual([closing.code, closing.reason], [code, 'why']);
    assert.deepEqual(closing.frame, hasFrame ? '{"type":"error","error":"why"}' : undefined);
  }
});

test('a bug is logged and told to nobody', () => {
  const errors: unknown[] = [];
  const log: Log = { ...silentLog, error: (_message, fields) => void errors.push(fields?.['error']) };
  const bug = new Error('secret');
  const closing = watchClosing(bug, log);
  assert.equal(closing.code, 1011);
  assert.ok(!JSON.stringify(closing).includes('secret'));
  assert.deepEqual(errors, [bug]);
});

test('a reason fits into a close frame, and is whole characters', () => {
  const { reason } = watchClosing(
    new ServiceError('NOT_FOUND', { message: `a${'ü'.repeat(100)}` }),
    silentLog,
  );
  assert.equal(reason, `a${'ü'.repeat(61)}`);
});
