import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { z } from 'zod';
import { batchRequest } from '../../src/contract/requests/batch.ts';
import { crawlRequest } from '../../src/contract/requests/crawl.ts';
import { mapRequest } from '../../src/contract/requests/map.ts';
import { scrapeRequest } from '../../src/contract/requests/scrape.ts';
import { refusal } from './parsing.ts';

const BODIES = {
  scrape: [scrapeRequest, { url: 'https://a.test' }],
  batch: [batchRequest, { urls: ['https://a.test'] }],
  crawl: [crawlRequest, { url: 'https://a.test' }],
  map: [mapRequest, { url: 'https://a.test' }],
} as const satisfies Record<string, readonly [z.ZodType, object]>;

function messageOf(request: keyof typeof BODIES, given: object): string {
  const [schema, body] = BODIES[request];
  return refusal(schema, { ...body, ...given }).message;
}

const unknown = (key: string, hint: string) => `The body has the unknown key "${key}" (${hint})`;

describe('an option in the wrong place', () => {
  test('of a scrape, at the top of a crawl', () => {
    for (const option of ['formats', 'onlyMainContent', 'includeTags', 'timeout', 'waitFor', 'parsers'])
      assert.equal(
        messageOf('crawl', { [option]: ['markdown'] }),
        unknown(option, `it belongs in scrapeOptions.${option}`),
      );
    assert.equal(
      messageOf('crawl', { only_main_content: true }),
      unknown('only_main_content', 'it belongs in scrapeOptions.onlyMainContent'),
    );
    assert.equal(
      messageOf('crawl', { waitfor: 1 }),
      unknown('waitfor', 'did you mean "scrapeOptions.waitFor"?'),
    );
  });

  test('of a crawl, within scrapeOptions', () => {
    assert.equal(
      messageOf('crawl', { scrapeOptions: { limit: 3 } }),
      'scrapeOptions has the unknown key "limit" (limit belongs beside scrapeOptions, not in it)',
    );
    assert.equal(
      messageOf('crawl', { scrapeOptions: { max_depth: 3 } }),
      'scrapeOptions has the unknown key "max_depth" (maxDiscoveryDepth belongs beside scrapeOptions, not in it)',
    );
  });

  test('in an object that a request does not have', () => {
    const flat = 'its members belong here directly, without it';
    for (const request of ['scrape', 'batch'] as const)
      for (const group of ['scrapeOptions', 'pageOptions'])
        assert.equal(messageOf(request, { [group]: {} }), unknown(group, flat));
    assert.equal(messageOf('crawl', { crawlerOptions: {} }), unknown('crawlerOptions', flat));
    assert.equal(
      messageOf('crawl', { pageOptions: {} }),
      unknown('pageOptions', 'did you mean "scrapeOptions"?'),
    );
    assert.equal(messageOf('map', { pageOptions: {} }), 'The body has the unknown key "pageOptions"');
  });
});

describe('an option under another name', () => {
  test('of an earlier version', () => {
    const maxDepth = 'did you mean "maxDiscoveryDepth"?';
    assert.equal(messageOf('crawl', { maxDepth: 2 }), unknown('maxDepth', maxDepth));
    assert.equal(messageOf('crawl', { max_depth: 2 }), unknown('max_depth', maxDepth));
    for (const request of ['crawl', 'map'] as const)
      assert.equal(
        messageOf(request, { ignoreSitemap: true }),
        unknown('ignoreSitemap', 'write sitemap: "skip"'),
      );
    assert.equal(
      messageOf('crawl', { allowBackwardLinks: true }),
      unknown('allowBackwardLinks', 'did you mean "crawlEntireDomain"?'),
    );
    assert.equal(
      messageOf('scrape', { includeHtml: true }),
      unknown('includeHtml', 'write formats: ["html"]'),
    );
    assert.equal(
      messageOf('crawl', { screenshot: true }),
      unknown('screenshot', 'write scrapeOptions.formats: ["screenshot"]'),
    );
  });

  test('with another way to write words', () => {
    assert.equal(
      messageOf('scrape', { only_main_content: true }),
      unknown('only_main_content', 'did you mean "onlyMainContent"?'),
    );
    assert.equal(
      messageOf('crawl', { 'ignore-robots-txt': true }),
      'The body has the unknown key "ignore-robots-txt" (did you mean "ignoreRobotsTxt"?)',
    );
  });

  test('that means nothing here has no hint', () => {
    assert.equal(messageOf('scrape', { maxDepth: 1 }), 'The body has the unknown key "maxDepth"');
    assert.equal(messageOf('map', { formats: [] }), 'The body has the unknown key "formats"');
    for (const key of ['constructor', 'toString', 'zzz'])
      assert.equal(messageOf('crawl', { [key]: 1 }), `The body has the unknown key "${key}"`);
  });
});

test('a time in the wrong unit is told in the right one', () => {
  assert.equal(
    messageOf('scrape', { timeout: 30 }),
    'timeout must be at least 1000, not 30: it is in milliseconds, 30 seconds are 30000',
  );
  assert.match(
    messageOf('crawl', { scrapeOptions: { timeout: 60 } }),
    /^scrapeOptions\.timeout .* are 60000$/,
  );
  assert.equal(
    messageOf('crawl', { delay: 2_000 }),
    'delay must be at most 60, not 2000: it is in seconds, 2000 milliseconds are 2',
  );
});
