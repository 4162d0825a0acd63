import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crawlRequest } from '../contract/requests/crawl.ts';
import { flagsOf, parseFlags } from './option-flags.ts';

const flags = flagsOf(crawlRequest);

test('names of the API become flags, abbreviations as one word', () => {
  const names = flags.map(({ flag }) => flag);
  for (const name of [
    'max-discovery-depth',
    'regex-on-full-url',
    'deduplicate-similar-urls',
    'ignore-robots-txt',
  ])
    assert.ok(names.includes(name), name);
});

test('values get the type that the contract wants', () => {
  const args = ['x', '--limit', '5', '--no-deduplicate-similar-urls', '--sitemap', 'skip'];
  assert.deepEqual(parseFlags(args, flags, {}).options, {
    limit: 5,
    deduplicateSimilarURLs: false,
    sitemap: 'skip',
  });
});

test('a pattern is taken as it is, commas and all', () => {
  const args = ['--include-paths', '^/a{1,3}$', '--include-paths', '/b'];
  assert.deepEqual(parseFlags(args, flags, {}).options, { includePaths: ['^/a{1,3}$', '/b'] });
});
