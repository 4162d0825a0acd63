import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ActionResults } from './action.ts';
import { createResultMeter } from './result-meter.ts';

test('what actions bring is bounded, all kinds together, each result counted once', () => {
  const results: ActionResults = {
    screenshots: [],
    scrapes: [],
    javascriptReturns: [],
    pdfs: [],
    warnings: [],
  };
  const MB = 2 ** 20;
  const meter = createResultMeter(results, 4 * MB);
  results.screenshots.push({ bytes: Buffer.alloc(MB), contentType: 'image/png' });
  meter.check();
  results.scrapes.push({ url: 'https://example.com/', html: 'x'.repeat(MB) });
  meter.check();
  results.javascriptReturns.push({ type: 'undefined', value: undefined });
  results.javascriptReturns.push({ type: 'string', value: 'x'.repeat(MB - 2) });
  meter.check();
  results.pdfs.push({ bytes: Buffer.alloc(MB), contentType: 'application/pdf' });
  for (let again = 0; again < 3; again += 1) meter.check();
  results.scrapes.push({ url: 'https://example.com/', html: 'x' });
  assert.throws(() => meter.check(), { name: 'PageProblem', message: /larger than 4 MB/ });
});
