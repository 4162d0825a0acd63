import { test } from 'node:test';
import { assertLinear } from '../../../../test/support/assert-linear.ts';
import { readByRules } from './read-by-rules.ts';

/** A prompt is 10,000 characters at most; each of these comes close to a rule again and again. */
const PIECES = [
  'not ',
  'a hundred ',
  'limit to the first ',
  'follow links to all any the ',
  '1,000,',
  'from 2020 and ',
  'docs ',
  '/a/b',
  'x',
  ' ',
  'no more than ',
  'wait for 1 second between ',
  'robots ',
];
const SITE = { listed: [new URL('https://example.com/docs/a')], linked: [] };
const NOW = new Date('2026-06-01T00:00:00Z');

for (const piece of PIECES)
  test(`a prompt of ${JSON.stringify(piece)} takes linear time`, async () => {
    await assertLinear(10_000, (size) => {
      const prompt = piece.repeat(Math.ceil(size / piece.length));
      return () => readByRules(prompt, SITE, NOW);
    });
  });
