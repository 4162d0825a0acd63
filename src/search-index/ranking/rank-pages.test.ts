import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pageToAnalyse } from '../../../test/support/pages-to-index.ts';
import { parseSearchQuery } from '../../text/search-query/parse-search-query.ts';
import { planQuery } from '../planning/plan-query.ts';
import { createPageRanker, type CandidatePage, type PageRanker } from './rank-pages.ts';
import type { IndexQuery } from '../search-index.ts';

const NOW = new Date('2026-06-01');

function rankerFor(query: string, given: Partial<IndexQuery> = {}): PageRanker {
  const lists = { includeHosts: [], excludeHosts: [], categories: [] };
  const asked: IndexQuery = {
    ...lists,
    query: parseSearchQuery(query),
    source: 'web',
    limit: 10,
    isByDate: false,
    hasPassages: true,
    ...given,
  };
  const plan = planQuery(asked, NOW);
  return createPageRanker(plan, asked, { rarities: new Map(plan.scoring.map(({ term }) => [term, 2])) });
}

function candidate(name: string, given: Partial<CandidatePage> = {}): CandidatePage {
  return {
    ...pageToAnalyse({ url: `https://example.com/${name}` }),
    text: '',
    firstSeenAt: NOW,
    imageUrl: undefined,
    simhash: undefined,
    candidate: { score: 1, minutes: 1, isSuspect: false },
    ...given,
  };
}

describe('createPageRanker', () => {
  it('counts results, not pages that were read', () => {
    const ranker = rankerFor('"red fox"');
    ranker.add([candidate('a', { text: 'A red fox.' }), candidate('b', { text: 'A fox, red.' })]);
    assert.equal(ranker.found, 1);
    assert.deepEqual(
      ranker.hits().map(({ url }) => url),
      ['https://example.com/a'],
    );
  });

  it('counts pictures where pictures are looked for', () => {
    const image = (name: string, width: number) => ({
      url: `https://example.com/${name}`,
      alt: 'fox',
      width,
      height: 500,
    });
    const ranker = rankerFor('fox larger:400x400', { source: 'images', limit: 2 });
    ranker.add([
      candidate('a', { images: [image('small.png', 100)] }),
      candidate('b', { images: [image('1.png', 800), image('2.png', 900), image('3.png', 700)] }),
    ]);
    assert.equal(ranker.found, 3);
    assert.deepEqual(
      ranker.hits().map((hit) => hit.image?.url),
      ['https://example.com/2.png', 'https://example.com/1.png'],
    );
  });

  it('gives the page’s own description when passages are not wanted, or tell no more', () => {
    const page = { description: 'About foxes.', text: 'Much else. The red fox lives here. Much else.' };
    const descriptionOf = (
      query: string,
      hasPassages: boolean,
      more: Partial<CandidatePage> = {},
    ): string => {
      const ranker = rankerFor(query, { hasPassages });
      ranker.add([candidate('a', { ...page, ...more })]);
      return ranker.hits()[0]!.description;
    };
    assert.match(descriptionOf('red fox', true), /The red fox lives here\./);
    assert.equal(descriptionOf('red fox', false), 'About foxes.');
    assert.equal(descriptionOf('fox', true, { description: 'A fox.' }), 'A fox.');
    assert.equal(descriptionOf('nothing', true, { description: '' }), page.text);
  });

  it('orders by date where that is asked for', () => {
    const ranker = rankerFor('fox', { isByDate: true });
    const at = (minutes: number, score: number) => ({ candidate: { score, minutes, isSuspect: false } });
    ranker.add([candidate('old', at(1, 9)), candidate('new', at(3, 1)), candidate('between', at(2, 5))]);
    assert.deepEqual(
      ranker.hits().map(({ url }) => url.slice(20)),
      ['new', 'between', 'old'],
    );
  });
});
