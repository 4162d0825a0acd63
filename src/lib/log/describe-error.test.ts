import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeError, describeErrorBriefly } from './describe-error.ts';
import { createLog } from './log.ts';

const REASON = Object.assign(new Error('getaddrinfo ENOTFOUND secret.example'), {
  code: 'ENOTFOUND',
  where: 'JSON data, line 1: ...',
});
const ERROR = new TypeError('secret.example did not answer', { cause: REASON });

test('name, message, code, stack and causes are logged; what else hangs on an error is not', () => {
  const described = describeError(ERROR);
  assert.equal(described.name, 'TypeError');
  assert.match(described.stack ?? '', /describe-error\.test/);
  assert.deepEqual([described.cause?.code, described.cause?.message], ['ENOTFOUND', REASON.message]);
  assert.ok(!JSON.stringify(described).includes('JSON data'));
  assert.deepEqual(describeError('text'), { name: 'thrown', message: 'text' });
});

test('the brief form names nothing that the error was about', () => {
  const text = JSON.stringify(describeErrorBriefly(ERROR));
  assert.ok(!text.includes('secret.example'), text);
  assert.match(text, /describe-error\.test/);
});

test('a cause that leads back to itself ends', () => {
  const loop = new Error('loop');
  loop.cause = loop;
  assert.ok(JSON.stringify(describeError(loop)).length < 100_000);
});

test('the log writes errors that way', () => {
  const lines: string[] = [];
  createLog({ level: 'info', stream: { write: (line) => void lines.push(line) } }).error('failed', {
    error: ERROR,
  });
  const { error } = JSON.parse(lines[0] ?? '') as { error: { name: string; cause: { code: string } } };
  assert.deepEqual([error.name, error.cause.code], ['TypeError', 'ENOTFOUND']);
});
