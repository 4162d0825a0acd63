import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ignoredSearchOptions,
  searchRequest,
  type SearchRequest,
} from '../../src/contract/requests/search.ts';
import { parseWith } from '../../src/lib/validate.ts';
import { refusal, type Refusal } from './parsing.ts';

const parse = (body: object): SearchRequest => parseWith(searchRequest, { query: 'lamp', ...body });
const refuse = (body: object): Refusal => refusal(searchRequest, { query: 'lamp', ...body });

test('a query alone: ten pages of the web, nothing scraped', () => {
  const request = parse({ query: '  lamp ' });
  assert.equal(request.query, 'lamp');
  assert.equal(request.limit, 10);
  assert.equal(request.timeout, 60_000);
  assert.deepEqual(request.sources, [{ type: 'web' }]);
  assert.deepEqual(request.scrapeOptions.formats, []);
  assert.equal(request.country, undefined);
  assert.equal(request.highlights, true);
});

test('a query has 1 to 500 characters', () => {
  assert.equal(parse({ query: 'x'.repeat(500) }).query.length, 500);
  for (const query of ['', '   ', 'x'.repeat(501)])
    assert.deepEqual(refuse({ query }).issues[0]?.path, ['query']);
});

test('sources and categories are names, objects or both', () => {
  const sources = ['web', { type: 'news' }, 'images', 'alexandria', { type: 'exchange' }];
  assert.deepEqual(
    parse({ sources }).sources.map(({ type }) => type),
    ['web', 'news', 'images', 'alexandria', 'exchange'],
  );
  const web = { type: 'web', tbs: 'qdr:d', filter: '1', lang: 'de', country: 'de', location: 'Berlin' };
  assert.deepEqual(parse({ sources: [web] }).sources[0], { ...web, country: 'DE' });
  const categories = ['github', { type: 'research' }, 'pdf', { type: 'developer' }];
  assert.deepEqual(
    parse({ categories }).categories.map(({ type }) => type),
    ['github', 'research', 'pdf', 'developer'],
  );
  assert.deepEqual(refuse({ sources: ['video'] }).issues[0]?.path.slice(0, 2), ['sources', 0]);
  assert.deepEqual(
    refuse({ sources: [{ type: 'news', tbs: 'qdr:d' }] }).issues[0]?.code,
    'unrecognized_keys',
  );
  assert.deepEqual(refuse({ categories: [{ type: 'pdf', x: 1 }] }).issues[0]?.code, 'unrecognized_keys');
});

test('hosts lose blanks and capitals, and are nothing but hosts', () => {
  assert.deepEqual(parse({ includeDomains: [' Example.COM ', 'bücher.example'] }).includeDomains, [
    'example.com',
    'xn--bcher-kva.example',
  ]);
  for (const host of [
    'https://a.test',
    'a.test/docs',
    'a.test:80',
    '',
    'a b',
    'user@a.test',
    '*.a.test',
    '%61.test',
  ])
    assert.deepEqual(refuse({ excludeDomains: [host] }).issues[0]?.path, ['excludeDomains', 0], host);
  assert.deepEqual(refuse({ includeDomains: ['a.test'], excludeDomains: ['b.test'] }).issues[0]?.path, [
    'excludeDomains',
  ]);
  assert.deepEqual(parse({ includeDomains: ['a.test'], excludeDomains: [] }).excludeDomains, []);
});

test('a country is a code in any case', () => {
  assert.equal(parse({ country: 'de' }).country, 'DE');
  assert.match(refuse({ country: 'UK' }).message, /did you mean "GB"/);
});

test('formats that a result of a search cannot have are refused by their place', () => {
  const formats = (list: unknown[]) => ({ scrapeOptions: { formats: list } });
  const all = ['markdown', 'html', 'rawHtml', 'links', 'images', 'summary', 'screenshot', 'audio', 'video'];
  const asked = [
    ...all,
    { type: 'json', schema: { type: 'object' } },
    { type: 'question', question: 'Why?' },
    { type: 'highlights', query: 'lamp' },
  ];
  assert.equal(parse(formats(asked)).scrapeOptions.formats.length, asked.length);
  const attributes = { type: 'attributes', selectors: [{ selector: 'a', attribute: 'href' }] };
  for (const format of ['changeTracking', attributes, 'branding']) {
    const { issues } = refuse(formats(['markdown', format]));
    assert.deepEqual(issues[0]?.path, ['scrapeOptions', 'formats', 1], JSON.stringify(format));
  }
});

test('an unknown key is refused with its name, also among the options of scrapes', () => {
  const { issues } = refuse({ querry: 'x' });
  assert.deepEqual([issues[0]?.code, issues[0]?.keys], ['unrecognized_keys', ['querry']]);
  const inner = refuse({ scrapeOptions: { limit: 5 } });
  assert.equal(inner.issues[0]?.code, 'unrecognized_keys');
  assert.match(inner.message, /limit belongs beside scrapeOptions/);
});

test('keys that shipped clients send are taken; those that would change the results are named', () => {
  const request = parse({
    origin: 'cli',
    integration: 'cli',
    domainTools: true,
    toolDetail: 'compact',
    filter: '0',
    lang: 'en',
    safe: true,
    asyncScraping: false,
    fastMode: true,
    auditMetadata: {},
    redactPII: true,
    threatProtection: { mode: 'strict' },
    zeroDataRetention: false,
    enterprise: ['default'],
    scrapeOptions: { zeroDataRetention: true, redactPII: true, integration: 'x' },
  });
  assert.deepEqual(ignoredSearchOptions(request), ['redactPII', 'threatProtection']);
});

test('zero retention and a page cleaned by a model exclude each other', () => {
  const scrapeOptions = { formats: ['markdown'], onlyCleanContent: true };
  for (const secret of [{ enterprise: ['zdr'] }, { enterprise: ['anon'] }, { zeroDataRetention: true }])
    assert.deepEqual(refuse({ ...secret, scrapeOptions }).issues[0]?.path, [
      'scrapeOptions',
      'onlyCleanContent',
    ]);
  assert.ok(parse({ enterprise: ['default'], scrapeOptions }));
  assert.deepEqual(refuse({ enterprise: ['all'] }).issues[0]?.path, ['enterprise', 0]);
});
