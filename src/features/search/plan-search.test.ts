import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wishFor } from '../../../test/support/search-wish.ts';
import { planSearch, type PlannedProvider } from './plan-search.ts';
import { abilitiesBut } from './providers/abilities.ts';
import { CATEGORY_HOSTS } from '../../text/search-query/category-hosts.ts';
import type { Ability, SearchAsk } from './providers/provider.ts';
import type { SearchWish } from './search-wish.ts';

function provider(
  others: Partial<Record<SearchAsk, Ability>> = {},
  given: Partial<PlannedProvider> & { maxWords?: number; maxCharacters?: number } = {},
): PlannedProvider {
  const { maxWords = 100, maxCharacters = 1_000, ...rest } = given;
  return {
    name: 'searxng',
    abilities: abilitiesBut(others),
    parameters: new Set(),
    loose: new Set(),
    limits: { pageSize: { web: 10, news: 10, images: 10 }, maxPages: 5, maxCharacters, maxWords },
    ...rest,
  };
}

function plan(wish: SearchWish, asked = provider()) {
  const made = planSearch(wish, asked)!;
  return { texts: made.requests.map(({ text }) => text), checked: [...made.checked], remarks: made.remarks };
}

test('a provider that takes everything gets the query as it was written', () => {
  const query = 'lamp "blue light" -red site:a.test (led OR bulb) filetype:pdf';
  assert.deepEqual(plan(wishFor(query)), { texts: [query], checked: [], remarks: [] });
});

test('operators that are done on results leave their words, and are checked', () => {
  const query = wishFor(
    'lamp intitle:guide inurl:docs -intitle:old site:a.test filetype:pdf -red "blue light"',
  );
  const others = Object.fromEntries(
    (['intitle', 'inurl', 'site', 'filetype', 'excluded', 'phrases'] as const).map((ask) => [ask, 'results']),
  );
  assert.deepEqual(plan(query, provider(others)), {
    texts: ['lamp blue light guide docs pdf'],
    checked: ['phrases', 'excluded', 'intitle', 'inurl', 'site', 'filetype'],
    remarks: [],
  });
});

test('parameters are no part of the text, and a loose ability is checked as well', () => {
  const wish = wishFor('lamp site:a.test', { includeDomains: ['a.test'], excludeDomains: ['b.test'] });
  const asked = provider(
    {},
    { parameters: new Set(['includeDomains', 'excludeDomains']), loose: new Set(['site']) },
  );
  assert.deepEqual(plan(wish, asked), { texts: ['lamp site:a.test'], checked: ['site'], remarks: [] });
  assert.deepEqual(planSearch(wish, asked)!.requests[0]!.includeDomains, ['a.test']);
});

test('what cannot be done is named in one sentence', () => {
  const wish = wishFor('lamp related:a.test', {
    location: 'Berlin',
    country: 'DE',
    range: { kind: 'week' },
    categories: ['pdf'],
  });
  const none = { related: 'none', location: 'none', 'range:week': 'none', 'category:pdf': 'none' } as const;
  const made = plan(wish, provider(none));
  assert.deepEqual(made.texts, ['lamp']);
  assert.deepEqual(made.remarks, [
    'searxng cannot take related:, a range of time (tbs), location and the category pdf into account.',
  ]);
});

test('a source that a provider does not have is not asked of it', () => {
  assert.equal(planSearch(wishFor('lamp', { source: 'images' }), provider({ images: 'none' })), undefined);
  assert.ok(planSearch(wishFor('lamp', { source: 'news' }), provider({ images: 'none' })));
});

test('sizes of pictures mean nothing for pages', () => {
  const asked = provider({ larger: 'results' });
  assert.deepEqual(plan(wishFor('lamp larger:100x100'), asked).checked, []);
  assert.deepEqual(plan(wishFor('lamp larger:100x100', { source: 'images' }), asked).checked, ['larger']);
});

test('domains and categories are alternatives in the text', () => {
  const domains = wishFor('lamp', { includeDomains: ['a.test', 'b.test'], excludeDomains: [] });
  assert.deepEqual(plan(domains).texts, ['lamp (site:a.test OR site:b.test)']);
  const without = wishFor('lamp', { excludeDomains: ['a.test', 'b.test'] });
  assert.deepEqual(plan(without).texts, ['lamp -site:a.test -site:b.test']);
  const files = wishFor('lamp', { categories: ['github', 'pdf'] });
  assert.deepEqual(plan(files).texts, ['lamp (site:github.com OR filetype:pdf)']);
  const both = plan(wishFor('lamp', { categories: ['pdf'], includeDomains: ['a.test'] }));
  assert.deepEqual([both.texts, both.checked], [['lamp site:a.test'], ['category:pdf']]);
});

test('papers are asked for in as many queries as fit, with every host once', () => {
  const wish = wishFor('how do whales sleep', { categories: ['research'] });
  const hosts = CATEGORY_HOSTS.research.map((host) => `site:${host}`);
  for (const [maxWords, parts] of [
    [100, 1],
    [30, 2],
    [16, 3],
  ] as const) {
    const { texts, remarks } = plan(wish, provider({}, { maxWords }));
    assert.equal(texts.length, parts);
    assert.deepEqual(
      texts.flatMap((text) => text.match(/site:[a-z.]+/g) ?? []),
      hosts,
    );
    for (const text of texts) {
      assert.ok(text.startsWith('how do whales sleep ('));
      assert.ok(text.split(/\s+/).length <= maxWords, text);
    }
    assert.deepEqual(remarks, []);
  }
});

test('domains that do not fit into three queries are left out with a remark', () => {
  const includeDomains = Array.from({ length: 30 }, (_, at) => `host-${at}.test`);
  const { texts, remarks } = plan(wishFor('lamp', { includeDomains }), provider({}, { maxWords: 10 }));
  assert.equal(texts.length, 3);
  for (const text of texts) assert.ok(text.split(/\s+/).length <= 10, text);
  assert.deepEqual(remarks, ['searxng was asked for 15 of 30 domains only.']);
});

test('a long query loses its last words, never its operators', () => {
  const words = Array.from({ length: 40 }, (_, at) => `word${at}`).join(' ');
  const { texts, remarks } = plan(wishFor(`${words} site:a.test -red`), provider({}, { maxWords: 6 }));
  assert.deepEqual(texts, ['word0 word1 word2 word3 -red site:a.test']);
  assert.match(remarks[0] ?? '', /shortened to the 6 words and 1000 characters that searxng takes/);
  const long = plan(wishFor('a'.repeat(500)), provider({}, { maxCharacters: 400 }));
  assert.equal(long.texts[0]?.length, 400);
  assert.equal(long.remarks.length, 1);
});

test('words of an OR that a provider does not know are words', () => {
  const query = wishFor('lamp led OR "light bulb" -red');
  assert.deepEqual(plan(query, provider({ alternatives: 'none' })).texts, ['lamp led light bulb -red']);
  assert.deepEqual(plan(query, provider({ excluded: 'results' })).texts, ['lamp (led OR "light bulb")']);
});

test('operators that take all words up to the next stand last', () => {
  const query = wishFor('allintitle:blue lamp -red filetype:pdf');
  const { texts } = plan(query, provider({ excluded: 'results' }));
  assert.deepEqual(texts, ['filetype:pdf allintitle:blue lamp']);
});
