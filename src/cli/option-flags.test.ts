import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crawlRequest } from '../contract/requests/crawl.ts';
import { scrapeRequest } from '../contract/requests/scrape.ts';
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

test('the entries of a list stand between commas, or in a list of JSON', () => {
  const lists = flagsOf(scrapeRequest);
  const tagsOf = (text: string): unknown =>
    parseFlags(['--include-tags', text], lists, {}).options['includeTags'];
  assert.deepEqual(tagsOf('main, .faq'), ['main', '.faq']);
  assert.deepEqual(tagsOf('["a, b", "main"]'), ['a, b', 'main']);
  assert.deepEqual(tagsOf('[hidden],main'), ['[hidden]', 'main']);
});

test('options may be written by the names of the API, and booleans with their value', () => {
  const args = ['--maxDiscoveryDepth', '2', '--deduplicateSimilarURLs=false', '--ignore-robots-txt=true'];
  assert.deepEqual(parseFlags(args, flags, {}).options, {
    maxDiscoveryDepth: 2,
    deduplicateSimilarURLs: false,
    ignoreRobotsTxt: true,
  });
  assert.deepEqual(parseFlags(['--', '--maxDiscoveryDepth'], flags, {}).positionals, ['--maxDiscoveryDepth']);
});

test('an option that there is not names the one that was meant', () => {
  for (const [given, message] of [
    ['--limt', 'There is no option --limt; did you mean --limit?'],
    ['--no-deduplicate-similar-url', /did you mean --deduplicate-similar-urls\?$/],
    ['--something-else-entirely', /; npx decant COMMAND --help lists what there is$/],
  ] as const) {
    assert.throws(() => parseFlags([given], flags, {}), { name: 'UsageError', message });
  }
});

test('an option of an earlier version names what does the same here', () => {
  for (const [given, near] of [
    ['--max-depth', '--max-discovery-depth'],
    ['--max_depth', '--max-discovery-depth'],
    ['--ignoreSitemap', '--sitemap'],
    ['--allow-backward-links', '--crawl-entire-domain'],
  ])
    assert.throws(() => parseFlags([given!], flags, {}), {
      message: `There is no option ${given}; did you mean ${near}?`,
    });
});
