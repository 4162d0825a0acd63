import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explainTrace } from './explain-trace.ts';

const removal = (tag: string, label: string, rule: string, characters: number) => ({
  node: 1,
  tag,
  label,
  rule,
  by: 'element',
  evidence: tag,
  why: '5.4 % of the words',
  characters,
});

test('steps are lines with their times, removed blocks a table by rule', () => {
  const text = explainTrace(
    [
      { step: 'fetch', atMs: 1, tookMs: 124.4, status: 200, bytes: 81_234, redirects: 1 },
      { step: 'convert', atMs: 1, tookMs: 9, kind: 'html', timings: { parse: 1 }, removals: [] },
      { step: 'escalate', atMs: 2, tookMs: 0, engine: 'http', reason: 'empty root', evidence: 'div#root' },
      { step: 'browserTab', atMs: 2, tookMs: 665, isReused: true, queuedMs: 12 },
      {
        step: 'convert',
        atMs: 3,
        tookMs: 20,
        kind: 'html',
        pageType: 'article',
        removals: [
          removal('nav', '', 'navigation', 12),
          removal('p', '.x\u001b[2J', 'repeated', 1_200),
          removal('p', '.x\u001b[2J', 'repeated', 300),
        ],
      },
    ],
    6_310,
  );
  assert.deepEqual(text.split('\n'), [
    'fetch        status 200, 81 kB, 1 redirect, 0.12 s',
    'convert      html, 0.01 s',
    'escalate     a browser is asked: empty root, evidence div#root',
    'browser tab  reused, queued 12 ms, 0.67 s',
    'convert      html, taken for a page of type article, 0.02 s',
    'removed      p.x [2J ×2  1,500 chars  repeated',
    'removed      nav         12 chars     navigation: by element nav, 5.4 % of the words',
    'kept         6,310 chars of Markdown',
    '             to keep more: --no-only-main-content, or --include-tags SELECTOR',
    '',
  ]);
});

test('a step that failed says why, and long lists are cut', () => {
  assert.equal(
    explainTrace([{ step: 'fetch', atMs: 0, tookMs: 5, error: 'no\nanswer' }], undefined),
    'fetch        0.01 s, failed: no answer\n',
  );
  const many = Array.from({ length: 25 }, (_, index) => removal('div', `#d${index}`, 'aside', index));
  assert.match(
    explainTrace([{ step: 'convert', atMs: 0, tookMs: 1, kind: 'html', removals: many }], undefined),
    /and 5 more kinds of blocks/,
  );
});
