import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAskedTrouble } from './asked-trouble.ts';

const TIMED_OUT = { errorCode: 'SCRAPE_TIMEOUT' };
const FORBIDDEN = { statusCode: 403 };
const FINE = { statusCode: 200 };

for (const [question, fitting, others] of [
  ['SCRAPE_TIMEOUT on our wiki', [TIMED_OUT], [FORBIDDEN, FINE]],
  ['I get a 403', [FORBIDDEN], [TIMED_OUT, FINE, { statusCode: 404 }]],
  ['429?', [{ statusCode: 429 }, { errorCode: 'RATE_LIMITED' }], [TIMED_OUT, FORBIDDEN]],
  ['the page hangs', [TIMED_OUT], [FORBIDDEN, FINE]],
  ['clicking fails', [{ errorCode: 'SCRAPE_ACTION_ERROR' }], [TIMED_OUT]],
  ['the site blocks us', [FORBIDDEN, { statusCode: 429 }], [TIMED_OUT, { statusCode: 404 }]],
  ['a page on port 8403 is 404', [{ statusCode: 404 }], [FORBIDDEN]],
] as const)
  test(`a case with another trouble does not fit: ${question}`, () => {
    const trouble = readAskedTrouble(question);
    assert.ok(trouble.isSpecific);
    for (const one of fitting) assert.ok(trouble.fits(one), JSON.stringify(one));
    for (const one of others) assert.ok(!trouble.fits(one), JSON.stringify(one));
  });

test('a question that speaks of no trouble of its own fits all of them', () => {
  for (const question of ['Why was my crawl empty?', 'what went wrong', 'UNKNOWN_THING happened']) {
    const trouble = readAskedTrouble(question);
    assert.deepEqual([trouble.isSpecific, trouble.fits(TIMED_OUT), trouble.fits(FINE)], [false, true, true]);
  }
});
