import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PLAYED_PROVIDERS } from '../../../test/support/search-providers/index.ts';
import { openProviderServer } from '../../../test/support/search-providers/open-provider-server.ts';
import { searchWith } from '../../../test/support/search-providers/search-with.ts';

const RESULTS = Array.from({ length: 30 }, (_none, index) => ({
  url: `https://a.test/${index}`,
  title: `A lamp ${index}`,
  text: 'It is one.',
}));

/** Requests at the edges of what is taken. */
const REQUESTS: Readonly<Record<string, Record<string, unknown>>> = {
  'one word': { query: 'a' },
  'an operator alone': { query: 'site:a.test' },
  'another one alone': { query: 'related:a.test' },
  'a minus alone': { query: '-red' },
  'a quote without words': { query: '"!" ?' },
  'only marks': { query: '... --- "' },
  'an operator without a value': { query: 'site: filetype: -' },
  'a title alone': { query: 'allintitle:blue lamp' },
  'a hundred words': { query: 'ab '.repeat(100).trim() },
  'a word of 500 characters': { query: 'x'.repeat(500) },
  'a quote of 500 characters': { query: `"${'ab '.repeat(166)}` },
  'a hundred operators': { query: '-site:a.io '.repeat(45).trim() },
  'letters of four bytes': { query: '😀'.repeat(250) },
  'half a letter': { query: 'lamp \ud83d' },
  'lines and zeros': { query: 'a\nb\u0000c\td\u2028e' },
  'all domains': {
    query: 'lamp',
    includeDomains: Array.from({ length: 300 }, (_none, at) => `host-${at}.test`),
  },
  'no domains': {
    query: 'lamp',
    excludeDomains: Array.from({ length: 300 }, (_none, at) => `host-${at}.test`),
  },
  'all categories': { query: 'lamp '.repeat(60), categories: ['github', 'research', 'pdf'] },
  'everything at once': {
    query:
      '"blue lamp" -red site:a.test -site:b.test filetype:pdf inurl:c intitle:d allintitle:e f related:g.test a OR b',
    categories: ['research', 'pdf'],
    includeDomains: ['a.test'],
    tbs: 'sbd:1,cdr:1,cd_min:1/1/2020,cd_max:12/31/2025',
    country: 'LI',
    location: 'Zürich,Zürich,Switzerland',
    lang: 'de',
    safe: true,
    sources: ['web', 'news', 'images'],
    limit: 100,
  },
  'a time that is over': { query: 'lamp', tbs: 'cdr:1,cd_max:1/1/1900' },
  'a time to come': { query: 'lamp', tbs: 'cdr:1,cd_min:1/1/2900' },
  'days of the year 0': { query: 'lamp', tbs: 'cdr:1,cd_min:1/1/0001,cd_max:1/1/9999' },
  'hours by the thousand': { query: 'lamp', tbs: 'qdr:y9999' },
};

for (const played of PLAYED_PROVIDERS) {
  test(`${played.name} takes every request that we take`, async () => {
    const refused: string[] = [];
    for (const [name, body] of Object.entries(REQUESTS)) {
      await using server = await openProviderServer(played);
      server.results.push(...RESULTS);
      const answers = await searchWith([server.settings], body);
      refused.push(...answers.flatMap(({ failures }) => failures.map(({ detail }) => `${name}: ${detail}`)));
      assert.ok(server.requests.length <= 60, `${name}: ${server.requests.length} requests`);
    }
    assert.deepEqual(refused, []);
  });
}
