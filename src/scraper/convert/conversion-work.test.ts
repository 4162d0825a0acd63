import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConvertRequest } from './convert-page.ts';
import { isMoreWork } from './conversion-work.ts';

function isMore(limit: number, body: string, changes: Partial<ConvertRequest> = {}): boolean {
  const request: ConvertRequest = {
    body: Buffer.from(body),
    kind: 'html',
    contentType: 'text/html',
    contentLanguage: undefined,
    url: 'http://site.test/page',
    formats: [{ type: 'markdown' }],
    onlyMainContent: true,
    includeTags: [],
    excludeTags: [],
    removeBase64Images: true,
    isExplained: false,
    isDiscovering: false,
    ...changes,
  };
  return isMoreWork(request, limit);
}

test('an ordinary page is as much work as it has bytes, and each selector as much again', () => {
  const page = `<base href="/">${'<p>Words of a page with <a class="link" href="/a/b">a link</a> in them.</p>'.repeat(1_000)}`;
  assert.ok(isMore(page.length - 1, page) && !isMore(page.length, page));
  const selectors = { excludeTags: ['a', 'b'] };
  assert.ok(isMore(page.length * 3 - 1, page, selectors) && !isMore(page.length * 3, page, selectors));
});

test('what costs much for its length counts as much', () => {
  const limit = 400_000;
  const long = 'x'.repeat(8_000);
  const links = '<a href=a>b</a>'.repeat(7_000);
  assert.ok(!isMore(limit, links));
  assert.ok(isMore(limit, `<bAsE href="/${long}/">${links}`));
  assert.ok(isMore(limit, links, { url: `http://site.test/${long}/` }));
  assert.ok(isMore(limit, '<img SRCset="a 1x">'.repeat(15_000)));
  assert.ok(isMore(limit, ','.repeat(100_000), { kind: 'csv' }));
});
