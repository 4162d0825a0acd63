import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crawlRequest } from '../../src/contract/requests/crawl.ts';
import { parseWith } from '../../src/lib/validate.ts';
import { refusal } from './parsing.ts';

test('robotsUserAgent is something that a header can hold', () => {
  for (const agent of ['SomeBot', 'Mozilla/5.0 (compatible; SomeBot/1.0)', 'B\u00fcro']) {
    assert.equal(
      parseWith(crawlRequest, { url: 'https://a.test', robotsUserAgent: agent }).robotsUserAgent,
      agent,
    );
  }
  for (const odd of ['', 'a\nb', 'a\0', '\u65e5\u672c', 'x'.repeat(1_001)]) {
    const { issues } = refusal(crawlRequest, { url: 'https://a.test', robotsUserAgent: odd });
    assert.deepEqual(issues[0]?.path, ['robotsUserAgent']);
  }
});

test('maxDiscoveryDepth is a whole number', () => {
  assert.equal(parseWith(crawlRequest, { url: 'https://a.test', maxDiscoveryDepth: 0 }).maxDiscoveryDepth, 0);
  for (const maxDiscoveryDepth of [1.5, -1])
    assert.throws(() => parseWith(crawlRequest, { url: 'https://a.test', maxDiscoveryDepth }), {
      code: 'BAD_REQUEST',
    });
});
