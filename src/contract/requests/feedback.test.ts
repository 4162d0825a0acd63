import assert from 'node:assert/strict';
import { test } from 'node:test';
import { feedbackRequest } from './feedback.ts';

test('any object is taken as it is', () => {
  for (const body of [
    {},
    { rating: 'bad', anything: [null, { else: 1 }] },
    { rating: 7, metadata: 'text', issues: null, note: 'a\0b' },
  ]) {
    assert.deepEqual(feedbackRequest.parse(body), body);
  }
});

test('a body that is too large or nests too deep is refused, however deep', () => {
  const problem = (body: unknown) => feedbackRequest.safeParse(body).error?.issues[0]?.message;
  const emptyNote = JSON.stringify({ note: '' }).length;
  assert.equal(problem({ note: 'x'.repeat(1_000_000 - emptyNote) }), undefined);
  assert.match(problem({ note: 'x'.repeat(1_000_001 - emptyNote) }) ?? '', /at most 1000000 characters/);
  const nested = (depth: number) => ({
    metadata: JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as unknown,
  });
  assert.equal(problem(nested(99)), undefined);
  assert.match(problem(nested(100)) ?? '', /deeper than 100 levels/);
  assert.match(problem(nested(100_000)) ?? '', /deeper than 100 levels/);
});
