import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertLinear } from '../../../test/support/assert-linear.ts';
import { pickSize } from '../../../test/support/pick-size.ts';
import { countTurns } from '../../../test/support/count-turns.ts';
import { rankByRelevance, type RankedEntry } from './relevance.ts';

/** URLs in the order of their relevance. */
const ranked = async (query: string, entries: readonly RankedEntry[]): Promise<string[]> =>
  (await rankByRelevance(query, entries)).map(({ url }) => url);

const pages = (...paths: string[]): RankedEntry[] =>
  paths.map((path) => ({ url: `https://example.com/${path}` }));
const first = async (query: string, ...paths: string[]): Promise<string> =>
  (await ranked(query, pages(...paths)))[0]?.slice(20) ?? '';

describe('rankByRelevance', () => {
  it('puts title before path before description', async () => {
    const entries: RankedEntry[] = [
      { url: 'https://example.com/a', title: 'Other', description: 'All about pricing' },
      { url: 'https://example.com/pricing', title: 'Other', description: 'Nothing' },
      { url: 'https://example.com/b', title: 'Pricing', description: 'Nothing' },
      { url: 'https://example.com/c', title: 'Other', description: 'Nothing' },
    ];
    assert.deepEqual(
      (await ranked('pricing', entries)).map((url) => url.slice(20)),
      ['b', 'pricing', 'a', 'c'],
    );
  });

  const winners: Array<[rule: string, query: string, winner: string, others: string[]]> = [
    ['another form of the word', 'prices', 'pricing', ['about', 'press']],
    ['the same word before another form', 'prices', 'prices', ['pricing', 'priced']],
    ['a plural', 'policy', 'policies', ['police', 'polite']],
    ['a noun of a verb', 'authenticate', 'authentication', ['authors', 'automation']],
    ['a noun with its verb', 'integrations', 'integrate', ['integers', 'interior']],
    ['the beginning of a word', 'doc', 'documentation', ['dog', 'products']],
    ['a part of a word', 'hook', 'webhooks', ['web', 'cook-book']],
    ['a typing mistake', 'pricng', 'pricing', ['printing', 'about']],
    ['swapped letters', 'recieve', 'receive', ['retrieve', 'relative']],
    ['two mistakes in a long word', 'authentcaton', 'authentication', ['automation', 'author']],
    ['the word before a mistake', 'form', 'form', ['from', 'farm', 'forum']],
    [
      'all words before some',
      'api rate limit',
      'api/rate-limits',
      ['api', 'rate', 'api/api/api', 'limit/rate'],
    ],
    ['words side by side', 'quick start', 'guides/quick-start', ['quick/guides/start', 'start/guides/quick']],
    ['little else besides', 'webhooks', 'webhooks', ['docs/reference/webhooks/retries', 'docs/webhooks']],
    ['rare words before common ones', 'docs webhooks', 'webhooks', ['docs/a', 'docs/b', 'docs/c', 'docs/d']],
    ['no stop words', 'how to install', 'install', ['how-to', 'how-to/how-to']],
    ['stop words alone', 'how to', 'how-to', ['install', 'about']],
    ['case and diacritics', 'CAFE', 'caf%C3%A9', ['about', 'cab']],
    ['other scripts', 'цены', '%D1%86%D0%B5%D0%BD%D1%8B', ['about', 'prices']],
    [
      'scripts without spaces',
      '価格',
      '%E8%A3%BD%E5%93%81%E4%BE%A1%E6%A0%BC%E8%A1%A8',
      ['%E8%A3%BD%E5%93%81', 'about'],
    ],
    ['vowel signs of Thai', 'ปี', 'ปี', ['ปู', 'ปา']],
    ['particles of Korean', '서울', '서울의-날씨', ['날씨', '울산']],
    ['the query of the URL', 'french', 'a?lang=french', ['a?lang=german', 'a']],
  ];
  for (const [rule, query, winner, others] of winners) {
    it(`${rule}: ${query}`, async () => {
      assert.equal(await first(query, ...others, winner), winner);
      assert.equal(await first(query, winner, ...others), winner);
    });
  }

  it('does not look for words in the host', async () => {
    assert.deepEqual(await ranked('example', pages('b', 'a', 'examples')), [
      'https://example.com/examples',
      'https://example.com/b',
      'https://example.com/a',
    ]);
  });

  it('keeps the order of ties, and of what does not answer', async () => {
    const entries = pages('z/pricing', 'q', 'b/pricing', 'a', 'm/pricing', 'c');
    assert.deepEqual(
      (await ranked('pricing', entries)).map((url) => url.slice(20)),
      ['z/pricing', 'b/pricing', 'm/pricing', 'q', 'a', 'c'],
    );
  });

  it('leaves nothing out and changes nothing', async () => {
    const entries = pages('b', 'a', 'pricing');
    const copy = structuredClone(entries);
    assert.equal((await rankByRelevance('pricing', entries)).length, 3);
    assert.deepEqual(entries, copy);
    assert.deepEqual(await rankByRelevance(' !? ', entries), entries);
    assert.deepEqual(await rankByRelevance('', entries), entries);
    assert.deepEqual(await rankByRelevance('pricing', []), []);
  });

  it('does not mistake numbers for each other', async () => {
    assert.deepEqual(await ranked('2024', pages('2023', '2025', '2024')), [
      'https://example.com/2024',
      'https://example.com/2023',
      'https://example.com/2025',
    ]);
  });

  it('survives what is no URL, long fields and long queries', async () => {
    const entries: RankedEntry[] = [
      { url: 'not a url', title: 'x'.repeat(1_000_000), description: 'word '.repeat(200_000) },
      { url: 'https://example.com/%zz', title: 'Found' },
    ];
    assert.equal((await ranked(`found ${'word '.repeat(100_000)}`, entries)).length, 2);
    assert.equal((await ranked('found', entries))[0], 'https://example.com/%zz');
  });

  it('orders very many entries in linear time, and others have their turn meanwhile', async () => {
    const entriesOf = (count: number): RankedEntry[] =>
      Array.from({ length: count }, (_, index) => ({
        url: `https://example.com/section-${index % 90}/page-${index}/some-title-${index % 1_000}`,
        title: `Page ${index} about thing ${index % 77}`,
      }));
    const many = pickSize(30_000, 100_000);
    const all = entriesOf(many);
    const turns = await countTurns(async () => {
      assert.match((await ranked('page 27777 of section', all))[0] ?? '', /page-27777/);
    });
    assert.ok(turns > 3, `others had ${turns} turns meanwhile`);
    await assertLinear(many, (size) => {
      const entries = entriesOf(size);
      return () => ranked('page 27777 of section', entries);
    });
  });
});
