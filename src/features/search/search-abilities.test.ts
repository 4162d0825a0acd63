import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
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
const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
const now = Date.now();

/** Something that is asked for, with results that fit it and others. */
interface Asked {
  /** Members of the request beside the limit. */
  body: Record<string, unknown>;
  fit: Partial<PlayedResult>;
  misfit: Partial<PlayedResult>;
  /** The words for it in a query. */
  text?: string;
  /** The words for it in a warning. */
  warned?: RegExp;
}

const image = (width: number, height: number): Partial<PlayedResult> => ({
  image: { url: 'https://a.test/a.png', width, height },
});
const dated = (ms: number): Partial<PlayedResult> => ({ date: new Date(now - ms).toISOString() });
const american = (ms: number): string => {
  const date = new Date(now - ms);
  return `${date.getUTCMonth() + 1}/${date.getUTCDate()}/${date.getUTCFullYear()}`;
};
const GOOD_HOST = { url: 'https://good.test/a' };
const BAD_HOST = { url: 'https://bad.test/a' };
const within = (tbs: string, fitMs: number, misfitMs: number): Asked => ({
  body: { query: 'lamp', tbs, sources: ['news'] },
  fit: dated(fitMs),
  misfit: dated(misfitMs),
  warned: /range of time/,
});
const ofImages = (query: string): Asked => ({
  body: { query, sources: ['images'] },
  fit: image(640, 480),
  misfit: image(64, 48),
  text: query.replace('lamp ', ''),
  warned: /images|imagesize:|larger:/,
});
const ofCategory = (category: string, url: string, text: string): Asked => ({
  body: { query: 'lamp', categories: [category] },
  fit: { url },
  misfit: BAD_HOST,
  text,
});

const ASKED: Readonly<Record<SearchAsk, Asked>> = {
  phrases: {
    body: { query: '"blue lamp" table' },
    fit: {},
    misfit: {},
    text: '"blue lamp"',
    warned: /quotes/,
  },
  excluded: { body: { query: 'lamp -red' }, fit: { title: 'Blue' }, misfit: { title: 'Red' }, text: '-red' },
  alternatives: {
    body: { query: 'lamp OR light' },
    fit: {},
    misfit: {},
    text: 'lamp OR light',
    warned: /\bOR\b/,
  },
  site: { body: { query: 'lamp site:good.test' }, fit: GOOD_HOST, misfit: BAD_HOST, text: 'site:good.test' },
  filetype: {
    body: { query: 'lamp filetype:pdf' },
    fit: { url: 'https://a.test/a.pdf' },
    misfit: { url: 'https://a.test/a.html' },
    text: 'filetype:pdf',
  },
  inurl: {
    body: { query: 'lamp inurl:shop' },
    fit: { url: 'https://a.test/shop/a' },
    misfit: { url: 'https://a.test/blog/a' },
    text: 'inurl:shop',
  },
  allinurl: {
    body: { query: 'allinurl:shop blue' },
    fit: { url: 'https://a.test/shop/blue' },
    misfit: { url: 'https://a.test/shop/red' },
    text: 'allinurl:shop blue',
  },
  intitle: {
    body: { query: 'lamp intitle:blue' },
    fit: { title: 'Blue lamp' },
    misfit: { title: 'Red lamp' },
    text: 'intitle:blue',
  },
  allintitle: {
    body: { query: 'allintitle:blue lamp' },
    fit: { title: 'A blue lamp' },
    misfit: { title: 'A blue chair' },
    text: 'allintitle:blue lamp',
  },
  related: {
    body: { query: 'lamp related:a.test' },
    fit: {},
    misfit: {},
    text: 'related:a.test',
    warned: /related:/,
  },
  imagesize: ofImages('lamp imagesize:640x480'),
  larger: ofImages('lamp larger:600x400'),
  includeDomains: {
    body: { query: 'lamp', includeDomains: ['good.test'] },
    fit: GOOD_HOST,
    misfit: BAD_HOST,
    text: 'site:good.test',
  },
  excludeDomains: {
    body: { query: 'lamp', excludeDomains: ['bad.test'] },
    fit: GOOD_HOST,
    misfit: BAD_HOST,
    text: '-site:bad.test',
  },
  'range:hour': within('qdr:h', 5 * MINUTE_MS, 180 * MINUTE_MS),
  'range:day': within('qdr:d', MINUTE_MS, 3 * DAY_MS),
  'range:week': within('qdr:w', MINUTE_MS, 9 * DAY_MS),
  'range:month': within('qdr:m', MINUTE_MS, 60 * DAY_MS),
  'range:year': within('qdr:y', MINUTE_MS, 600 * DAY_MS),
  'range:custom': within(
    `cdr:1,cd_min:${american(20 * DAY_MS)},cd_max:${american(10 * DAY_MS)}`,
    15 * DAY_MS,
    2 * DAY_MS,
  ),
  sortByDate: { body: { query: 'lamp', tbs: 'sbd:1', sources: ['news'] }, ...dates() },
  country: { body: { query: 'lamp', country: 'DE' }, fit: {}, misfit: {}, warned: /country/ },
  location: { body: { query: 'lamp', location: 'Berlin,Germany' }, fit: {}, misfit: {}, warned: /location/ },
  'category:github': ofCategory('github', 'https://github.com/a/b', 'site:github.com'),
  'category:research': ofCategory('research', 'https://arxiv.org/abs/1', 'site:arxiv.org'),
  'category:pdf': ofCategory('pdf', 'https://a.test/a.pdf', 'filetype:pdf'),
  safe: { body: { query: 'lamp', safe: true }, fit: {}, misfit: {}, warned: /safe/ },
  news: { body: { query: 'lamp', sources: ['news'] }, fit: {}, misfit: {}, warned: /news/ },
  images: {
    body: { query: 'lamp', sources: ['images'] },
    fit: image(3, 2),
    misfit: image(3, 2),
    warned: /images/,
  },
};

function dates(): Pick<Asked, 'fit' | 'misfit'> {
  return { fit: dated(DAY_MS), misfit: dated(30 * DAY_MS) };
}

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
    'range:hour': { startPublishedDate: new RegExp(`^${isoDay(1 / 24)}T`) },
    'range:day': { startPublishedDate: new RegExp(`^${isoDay(1)}T`) },
    'range:week': { startPublishedDate: new RegExp(`^${isoDay(7)}T`) },
    'range:month': { startPublishedDate: new RegExp(`^${isoDay(31)}T`) },
    'range:year': { startPublishedDate: new RegExp(`^${isoDay(366)}T`) },
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
