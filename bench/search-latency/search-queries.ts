import type { IndexQuery } from '../../src/search-index/search-index.ts';
import { parseSearchQuery } from '../../src/text/search-query/parse-search-query.ts';
import type { Random } from '../pages/random.ts';
import type { SourcePage } from './synthetic-pages.ts';

/** A kind of query, and how to make one. */
export interface QueryKind {
  readonly name: string;
  /** The longest that one of twenty may take, ms. */
  readonly barMs: number;
  make(random: Random, sources: readonly SourcePage[]): IndexQuery;
}

const BAR_MS = 50;
const PHRASE_BAR_MS = 150;
const MONTHS = 70;

/** Words, words with each operator, phrases, ranges of time. */
export const QUERY_KINDS: readonly QueryKind[] = [
  ...[1, 2, 3, 4].map((count) =>
    kindOf(`${count} words`, (random, sources) => titleWords(random, sources, count)),
  ),
  kindOf('whole title', (random, sources) => random.pick(sources).title),
  { ...kindOf('phrase', (random, sources) => `"${phraseOf(random, sources)}"`), barMs: PHRASE_BAR_MS },
  kindOf(
    '-word',
    (random, sources) => `${titleWords(random, sources, 2)} -${titleWords(random, sources, 1)}`,
  ),
  kindOf(
    'site:',
    (random, sources) => `${titleWords(random, sources, 2)} site:host${random.int(0, 20)}.example`,
  ),
  kindOf(
    'site:/path',
    (random, sources) => `${titleWords(random, sources, 1)} site:docs.host0.example/guide`,
  ),
  kindOf('intitle:', (random, sources) => `intitle:${titleWords(random, sources, 1)}`),
  kindOf('inurl:', (random, sources) => `inurl:${titleWords(random, sources, 1)}`),
  {
    ...kindOf('two months', () => ''),
    make(random, sources) {
      const month = random.int(0, MONTHS);
      const [from, to] = [new Date(Date.UTC(2020, month)), new Date(Date.UTC(2020, month + 2))];
      return { ...queryOf(titleWords(random, sources, 2)), from, to };
    },
  },
];

function kindOf(name: string, text: (random: Random, sources: readonly SourcePage[]) => string): QueryKind {
  return { name, barMs: BAR_MS, make: (random, sources) => queryOf(text(random, sources)) };
}

function queryOf(text: string): IndexQuery {
  return {
    query: parseSearchQuery(text),
    source: 'web',
    limit: 10,
    includeHosts: [],
    excludeHosts: [],
    categories: [],
    isByDate: false,
    hasPassages: true,
  };
}

function titleWords(random: Random, sources: readonly SourcePage[], count: number): string {
  const words: string[] = [];
  while (words.length < count) {
    const all = random.pick(sources).title.match(/[\p{L}\p{N}]{3,}/gu) ?? [];
    words.push(...all.slice(0, count - words.length));
  }
  return words.join(' ');
}

/** Words that stand together, common ones too. */
function phraseOf(random: Random, sources: readonly SourcePage[]): string {
  for (;;) {
    const words = random.pick(random.pick(sources).paragraphs).match(/[\p{L}\p{N}]+/gu) ?? [];
    if (words.length < 6) continue;
    const from = random.int(0, words.length - 4);
    return words.slice(from, from + random.int(2, 3)).join(' ');
  }
}
