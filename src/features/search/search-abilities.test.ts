import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  ASKED,
  BAD_HOST,
  DAY_MS,
  GOOD_HOST,
  now,
  type Asked,
} from '../../../test/support/search-providers/asked.ts';
import { PLAYED_PROVIDERS } from '../../../test/support/search-providers/index.ts';
import { searchWith } from '../../../test/support/search-providers/search-with.ts';
import {
  openProviderServer,
  type ProviderServer,
} from '../../../test/support/search-providers/open-provider-server.ts';
import type { PlayedRequest, PlayedResult } from '../../../test/support/search-providers/played-provider.ts';
import { SEARCH_ASKS } from './providers/abilities.ts';
import { PROVIDER_ADAPTERS } from './providers/index.ts';
import type { ProviderAdapter } from './providers/adapter.ts';
import type { ProviderResult, SearchAsk } from './providers/provider.ts';

const LIMIT = 8;

type Parameters = Partial<Record<SearchAsk, Record<string, unknown>>>;

/** Where each provider takes what it does not take in the query: parameters, members of the body, headers, or the path. */
const PARAMETERS: Readonly<Record<string, Parameters>> = {
  searxng: {
    'range:day': { time_range: 'day' },
    'range:week': { time_range: 'week' },
    'range:month': { time_range: 'month' },
    'range:year': { time_range: 'year' },
    country: { language: 'de-DE' },
    safe: { safesearch: '2' },
    news: { categories: 'news' },
    images: { categories: 'images' },
  },
  brave: {
    allintitle: { q: 'blue lamp intitle:blue intitle:lamp' },
    'range:day': { freshness: 'pd' },
    'range:week': { freshness: 'pw' },
    'range:month': { freshness: 'pm' },
    'range:year': { freshness: 'py' },
    'range:custom': { freshness: `${isoDay(20)}to${isoDay(10)}` },
    country: { country: 'DE' },
    location: { 'x-loc-city': 'Berlin', 'x-loc-country': 'DE' },
    safe: { safesearch: 'strict' },
    news: { path: '/res/v1/news/search' },
    images: { path: '/res/v1/images/search' },
  },
  serper: {
    ...tbsParameters(),
    country: { gl: 'de' },
    location: { location: 'Berlin,Germany' },
    news: { path: '/news' },
    images: { path: '/images' },
  },
  firecrawl: {
    ...tbsParameters(),
    includeDomains: { includeDomains: ['good.test'] },
    excludeDomains: { excludeDomains: ['bad.test'] },
    country: { country: 'DE' },
    location: { location: 'Berlin,Germany' },
    'category:github': { categories: [{ type: 'github' }] },
    'category:research': { categories: [{ type: 'research' }] },
    'category:pdf': { categories: [{ type: 'pdf' }] },
    safe: { safe: true },
    news: { sources: [{ type: 'news' }] },
    images: { sources: [{ type: 'images' }] },
  },
  tavily: {
    site: { include_domains: ['good.test'] },
    includeDomains: { include_domains: ['good.test'] },
    excludeDomains: { exclude_domains: ['bad.test'] },
    'range:day': { time_range: 'day' },
    'range:week': { time_range: 'week' },
    'range:month': { time_range: 'month' },
    'range:year': { time_range: 'year' },
    'range:custom': { start_date: isoDay(20), end_date: isoDay(10) },
    country: { country: 'germany' },
    'category:github': { include_domains: ['github.com'] },
    'category:research': { include_domains: /^arxiv\.org,.*medrxiv\.org$/ },
    news: { topic: 'news' },
    images: { include_images: true },
  },
  exa: {
    site: { includeDomains: ['good.test'] },
    includeDomains: { includeDomains: ['good.test'] },
    excludeDomains: { excludeDomains: ['bad.test'] },
    'range:hour': { startPublishedDate: since(1 / 24) },
    'range:day': { startPublishedDate: since(1) },
    'range:week': { startPublishedDate: since(7) },
    'range:month': { startPublishedDate: since(31) },
    'range:year': { startPublishedDate: since(366) },
    'range:custom': {
      startPublishedDate: `${isoDay(20)}T00:00:00.000Z`,
      endPublishedDate: `${isoDay(10)}T23:59:59.999Z`,
    },
    country: { userLocation: 'DE' },
    'category:github': { includeDomains: ['github.com'] },
    'category:research': { includeDomains: /^arxiv\.org,.*medrxiv\.org$/ },
    safe: { moderation: true },
    news: { category: 'news' },
  },
};

/** A time of that day, or of the next one where midnight came in between. */
function since(daysAgo: number): RegExp {
  return new RegExp(`^(?:${isoDay(daysAgo)}|${isoDay(daysAgo - 1 / 24)})T`);
}

function isoDay(daysAgo: number): string {
  return new Date(now - daysAgo * DAY_MS).toISOString().slice(0, 10);
}

function tbsParameters(): Parameters {
  return {
    'range:hour': { tbs: 'qdr:h' },
    'range:day': { tbs: 'qdr:d' },
    'range:week': { tbs: 'qdr:w' },
    'range:month': { tbs: 'qdr:m' },
    'range:year': { tbs: 'qdr:y' },
    'range:custom': { tbs: ASKED['range:custom'].body['tbs'] },
    sortByDate: { tbs: 'sbd:1' },
  };
}

/** The same with a minus before it: results that would have fitted do not. */
const NEGATED: Partial<Record<SearchAsk, Asked>> = {
  phrases: {
    body: { query: 'lamp -"deep red"' },
    fit: { title: 'A red deep lamp' },
    misfit: { title: 'A deep red lamp' },
    text: '-"deep red"',
  },
  site: negated('site:bad.test', GOOD_HOST, BAD_HOST),
  filetype: negated('filetype:html', { url: 'https://a.test/a.pdf' }, { url: 'https://a.test/a.html' }),
  inurl: negated('inurl:blog', { url: 'https://a.test/shop/a' }, { url: 'https://a.test/blog/a' }),
  intitle: negated('intitle:red', { title: 'Blue lamp' }, { title: 'Red lamp' }),
};

function negated(text: string, fit: Partial<PlayedResult>, misfit: Partial<PlayedResult>): Asked {
  return { body: { query: `lamp -${text}` }, fit, misfit, text: `-${text}` };
}

const NEGATED_PARAMETERS: Readonly<Record<string, Parameters>> = {
  tavily: { site: { exclude_domains: ['bad.test'] } },
  exa: { site: { excludeDomains: ['bad.test'] } },
};

const counts = { native: 0, results: 0, warned: 0 };

for (const [at, adapter] of PROVIDER_ADAPTERS.entries()) {
  describe(adapter.name, () => {
    for (const ask of SEARCH_ASKS) {
      const ability = adapter.abilities[ask];
      test(`${ask}: ${ability}${adapter.loose.has(ask) ? ' and on results' : ''}`, async () => {
        await using server = await openProviderServer(PLAYED_PROVIDERS[at]!);
        const asked = ASKED[ask];
        server.results.push(...resultsFor(asked));
        const [answer] = await searchWith([server.settings], { limit: LIMIT, ...asked.body }, { now });
        assert.deepEqual(answer?.failures, []);
        const { results = [], remarks } = answer;
        if (ability === 'native')
          checkSent(adapter, { ask, asked, expected: PARAMETERS[adapter.name]?.[ask] }, server.requests);
        if (ability === 'results' || adapter.loose.has(ask)) checkResults(ask, results, server);
        if (ability === 'none') assert.match(remarks.join(' '), asked.warned ?? /never/);
        else assert.deepEqual(remarks, []);
        counts[ability === 'none' ? 'warned' : ability] += 1;
      });
    }
  });
}

for (const [at, adapter] of PROVIDER_ADAPTERS.entries()) {
  describe(`${adapter.name}, with a minus`, () => {
    for (const [operator, asked] of Object.entries(NEGATED)) {
      const ask = operator === 'phrases' ? 'excluded' : (operator as SearchAsk);
      test(operator, async () => {
        await using server = await openProviderServer(PLAYED_PROVIDERS[at]!);
        server.results.push(...resultsFor(asked));
        const [answer] = await searchWith([server.settings], { limit: LIMIT, ...asked.body }, { now });
        const { results = [], remarks, failures } = answer!;
        const expected = NEGATED_PARAMETERS[adapter.name]?.[ask];
        const isNative = adapter.abilities[ask] === 'native';
        if (isNative) checkSent(adapter, { ask, asked, expected }, server.requests);
        if (!isNative || adapter.loose.has(ask)) checkResults(ask, results, server);
        assert.deepEqual([remarks, failures], [[], []]);
      });
    }
  });
}

test('every cell of the table was gone through', (context) => {
  const { native, results, warned } = counts;
  context.diagnostic(`${native} native, ${results} on results, ${warned} warned`);
  assert.equal(native + results + warned, PROVIDER_ADAPTERS.length * SEARCH_ASKS.length);
});

/** One that fits after each that does not. */
function resultsFor({ fit, misfit }: Asked): PlayedResult[] {
  return Array.from({ length: 20 * LIMIT }, (_none, index): PlayedResult => {
    const own = index % 2 === 0 ? misfit : fit;
    const picture = own.image && { image: { ...own.image, url: `https://a.test/${index}.png` } };
    const { url = 'https://a.test/a' } = own;
    return { title: 'A lamp', text: 'It is one.', ...own, ...picture, url: numbered(url, index) };
  });
}

function numbered(url: string, index: number): string {
  return url.replace(/\/([^/]*)$/, `/${index}/$1`);
}

interface Sent {
  ask: SearchAsk;
  asked: Asked;
  /** Where the provider takes it; undefined: in the query. */
  expected: Record<string, unknown> | undefined;
}

function checkSent(
  { parameters }: ProviderAdapter,
  { ask, asked, expected }: Sent,
  requests: readonly PlayedRequest[],
): void {
  assert.ok(requests.length > 0);
  for (const { query, body, headers, path } of requests) {
    const sent: Record<string, unknown> = { ...headers, ...query, ...body, path };
    if (expected === undefined) {
      assert.ok(!parameters.has(ask));
      assert.ok(String(sent['q'] ?? sent['query']).includes(asked.text ?? 'never'), JSON.stringify(sent));
    } else
      for (const [member, value] of Object.entries(expected)) {
        if (value instanceof RegExp) assert.match(String(sent[member]), value);
        else assert.deepEqual(sent[member], value);
      }
  }
}

/** Those that do not fit are gone, and more were fetched so that there are as many as wanted. */
function checkResults(ask: SearchAsk, results: readonly ProviderResult[], server: ProviderServer): void {
  assert.equal(results.length, LIMIT);
  if (ask === 'sortByDate') {
    const times = results.map((result) =>
      result.source === 'news' ? (result.publishedAt?.getTime() ?? 0) : 0,
    );
    assert.deepEqual(
      times,
      times.toSorted((a, b) => b - a),
    );
    assert.ok(new Set(times).size > 1 || times[0]! > now - 2 * DAY_MS);
    return;
  }
  const places = results.map(({ url }) => server.results.findIndex((played) => played.url === url));
  // Those that fit have odd places.
  assert.deepEqual(
    places.filter((place) => place % 2 === 0),
    [],
  );
  assert.ok(Math.max(...places) >= 2 * LIMIT - 1);
}
