import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { indexInMemory, type PageInMemory } from '../../test/support/index-in-memory.ts';
import type { IndexQuery } from './search-index.ts';

const page = (name: string, text: string, more: Partial<PageInMemory> = {}): PageInMemory => ({
  url: `https://example.com/${name}`,
  text,
  ...more,
});

/** The names of the pages found, in their order. */
async function found(
  pages: readonly PageInMemory[],
  query: string,
  asked: Partial<IndexQuery> = {},
): Promise<string> {
  const index = await indexInMemory(pages, { pagesASegment: 3 });
  return index
    .search(query, asked)
    .map(({ url }) => url.split('/').at(-1))
    .join(' ');
}

const FILLER = 'Nothing here matters much for anybody who reads along. ';
const PAGES: PageInMemory[] = [
  page('fox', `The quick brown fox jumps over the lazy dog. ${FILLER}`, {
    title: 'A fox at work',
    fileType: 'pdf',
  }),
  page('dog', `A dog that is quick is a happy dog. ${FILLER}`, {
    url: 'https://docs.example.com/guides/dog',
  }),
  page('net', `The internet is a network of networks. ${FILLER}`, {
    title: 'The internet',
    publishedAt: new Date('2026-05-01'),
  }),
  page('law', `International law binds states. ${FILLER}`, {
    url: 'https://other.org/law',
    publishedAt: new Date('2020-01-01'),
  }),
  page('cat', `Cats sleep. ${FILLER}`, { url: 'https://www.other.org:8443/docs/cat', title: 'Brown cats' }),
  page('late', `${FILLER.repeat(1_200)} A zebra walks. The last dog here.`),
];

describe('the index in memory', () => {
  const cases: Array<[query: string, names: string, asked?: Partial<IndexQuery>]> = [
    ['fox', 'fox'],
    ['the', 'fox dog net'.split(' ').toSorted().join(' ')],
    ['zebra fox', 'fox late'],
    ['"quick brown"', 'fox'],
    ['"brown quick"', ''],
    ['“lazy DOGS”', 'fox'],
    ['"zebra walks"', 'late'],
    ['dog -fox', 'dog late'],
    ['dog -quick', 'late'],
    ['network law -internet', 'law'],
    ['internet -international', 'net'],
    ['dog -"happy dog"', 'fox late'],
    ['dog -"zebra walks"', 'dog fox'],
    ['fox OR cats', 'cat fox'],
    ['zebra OR "quick brown" dog', 'fox late'],
    ['dog site:docs.example.com', 'dog'],
    ['site:example.com -site:docs.example.com -fox', 'late net'],
    ['site:other.org', 'cat law'],
    ['site:other.org/docs', 'cat'],
    ['site:www.other.org:8443', 'cat'],
    ['site:other.org -site:other.org/docs', 'law'],
    ['site:.org OR site:docs.example.com', 'cat dog law'],
    ['filetype:pdf', 'fox'],
    ['dog -filetype:pdf', 'dog late'],
    ['inurl:guides', 'dog'],
    ['inurl:guides/dog', 'dog'],
    ['inurl:dog/guides', ''],
    ['allinurl:dog guides', 'dog'],
    ['dog -inurl:guides', 'fox late'],
    ['dog -inurl:guides/dog', 'fox late'],
    ['intitle:cats', 'cat'],
    ['intitle:"brown cats"', 'cat'],
    ['intitle:"cats brown"', ''],
    ['allintitle:work fox', 'fox'],
    ['brown -intitle:cat', 'fox'],
    ['brown -intitle:"brown cats"', 'fox'],
    ['law internet', 'law', { from: new Date('2019-01-01'), to: new Date('2021-01-01') }],
    ['law internet', 'law', { includeHosts: ['other.org'] }],
    ['law internet', 'net', { excludeHosts: ['other.org'] }],
    ['dog', 'fox', { categories: ['pdf'] }],
    ['dog', '', { categories: ['github', 'research'] }],
    ['nothingness', ''],
    ['', ''],
  ];
  for (const [query, names, asked] of cases) {
    it(`finds [${names}] for ${query} ${asked === undefined ? '' : JSON.stringify(asked)}`, async () => {
      const sorted = (await found(PAGES, query, asked)).split(' ').toSorted().join(' ');
      if (query === 'the') assert.ok(sorted.includes('net'));
      else if (query === '') assert.equal(sorted.split(' ').length, PAGES.length);
      else assert.equal(sorted, names);
    });
  }

  it('orders by date where that is asked for, and without words', async () => {
    assert.equal(await found(PAGES.slice(2, 4), 'law internet', { isByDate: true }), 'net law');
    assert.equal(await found(PAGES.slice(2, 4), 'site:com OR site:org'), 'net law');
  });

  it('puts exact words before others of the same beginning', async () => {
    const pages = [
      page('a', `Internationals. ${FILLER}`),
      page('b', `Internet. ${FILLER}`),
      page('c', `Interns. ${FILLER}`),
    ];
    assert.match(await found(pages, 'internet'), /^b/);
    assert.match(await found(pages, 'internationals'), /^a/);
  });

  it('puts words that stand together first', async () => {
    const apart = `Green tea is fine. ${FILLER.repeat(3)} Houses are built of stone.`;
    const together = `Green houses keep tea warm. ${FILLER.repeat(3)} Stone is cold.`;
    assert.equal(await found([page('a', apart), page('b', together)], 'green houses'), 'b a');
  });

  it('finds pages that are about the same as another', async () => {
    const pages = [
      page('a', `Volcanoes spew lava and ash. ${FILLER}`),
      page('b', `Lava is molten rock of volcanoes. ${FILLER}`),
      page('c', `Bread is baked of flour. ${FILLER}`),
    ];
    assert.match(await found(pages, 'related:example.com/a'), /^b/);
    assert.doesNotMatch(await found(pages, 'related:https://example.com/a'), /a/);
  });

  it('leaves out copies', async () => {
    const text = Array.from(
      { length: 80 },
      (_, index) => `Sentence ${index} speaks of thing ${index * 7}.`,
    ).join(' ');
    const pages = [
      page('a', text),
      page('b', `${text} More.`),
      page('c', text.replaceAll('thing', 'animal')),
    ];
    assert.equal((await found(pages, 'sentence speaks')).split(' ').length, 2);
  });

  it('gives news that say so, new ones first', async () => {
    const text = `The harbour was closed. ${FILLER}`;
    const pages = [
      page('old', text, { pageType: 'article', publishedAt: new Date('2025-01-01') }),
      page('new', `${text} Again.`, { pageType: 'news', publishedAt: new Date('2026-05-30') }),
      page('undated', text, { pageType: 'article' }),
      page('forum', text, { pageType: 'forum', publishedAt: new Date('2026-05-30') }),
    ];
    assert.equal(await found(pages, 'harbour', { source: 'news' }), 'new old');
  });

  it('gives pictures of the sizes asked for', async () => {
    const image = (name: string, alt: string, width?: number, height?: number) => ({
      url: `https://example.com/${name}.jpg`,
      alt,
      ...(width !== undefined && height !== undefined && { width, height }),
    });
    const pages = [
      page('a', FILLER, {
        images: [image('1', 'A red fox', 800, 600), image('2', 'A fox cub', 1920, 1080), image('3', 'A dog')],
      }),
      page('b', `fox fox. ${FILLER}`, { images: [image('red-fox', ''), image('9', 'Stones')] }),
      page('c', 'fox'),
    ];
    const index = await indexInMemory(pages);
    const urls = (query: string): string[] =>
      index
        .search(query, { source: 'images' })
        .map((hit) => hit.image!.url.split('/').at(-1)!)
        .toSorted();
    assert.deepEqual(urls('fox'), ['1.jpg', '2.jpg', 'red-fox.jpg']);
    assert.deepEqual(urls('fox imagesize:800x600'), ['1.jpg']);
    assert.deepEqual(urls('fox larger:1000x1000'), ['2.jpg']);
    assert.deepEqual(urls('fox -larger:1000x1000'), ['1.jpg', 'red-fox.jpg']);
    assert.deepEqual(urls('larger:100x100'), ['1.jpg', '2.jpg']);
    assert.deepEqual(urls('stones'), ['9.jpg']);
  });

  const languages: Array<[language: string, query: string, text: string]> = [
    ['Russian', 'книга о собаках', 'В этой книге рассказано о собаке и её доме.'],
    ['Turkish', 'kitapların FIYATI', 'Kitaplar artık daha pahalı, fiyatı yüksek.'],
    ['Arabic', 'المدارس القديمة', 'هذه المدرسة والقديم من الكتب'],
    ['Thai', 'ราคาบ้าน', 'วันนี้เราพูดถึงราคาและบ้านในประเทศไทย'],
    ['Chinese', '东京天气', '今天东京的天气很好。'],
    ['one sign of Chinese', '猫', '我家有一只小猫很可爱。'],
    ['Japanese', '京都の桜', '春になると京都で桜が咲きます。'],
    ['Korean', '서울 날씨', '오늘 서울의 날씨는 맑습니다.'],
    ['one syllable of Korean', '물', '아침마다 물을 마십니다.'],
    ['German', 'Häuser mieten', 'Ein Haus zu mieten ist teuer, sagt der Hausbesitzer. Häusern geht es gut.'],
    ['German without umlauts', 'Hauser', 'Viele Häuser stehen leer.'],
  ];
  for (const [language, query, text] of languages) {
    it(`finds another form of a word, and shows it: ${language}`, async () => {
      const others = languages
        .filter(([name]) => name !== language)
        .map(([name, , other]) => page(encodeURIComponent(name), other));
      const index = await indexInMemory([
        page('wanted', text),
        ...others.filter(({ text: other }) => !(language.includes('German') && /Häuser/.test(other!))),
      ]);
      const [best] = index.search(query);
      assert.equal(best?.url, 'https://example.com/wanted');
      assert.ok(text.includes(best.description.replaceAll('…', '').trim()));
    });
  }
});
