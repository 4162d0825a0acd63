import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertLinear } from '../../../test/support/assert-linear.ts';
import { pickSize } from '../../../test/support/pick-size.ts';
import { parseSearchQuery } from './parse-search-query.ts';
import type { SearchQuery } from './search-query.ts';

/** A query without the parts that are empty, and filters as `-site:value`. */
function parts(query: string): Record<string, unknown> {
  const { filters, text: _, ...lists } = parseSearchQuery(query);
  const written = filters.map(
    ({ operator, value, isNegated }) => `${isNegated ? '-' : ''}${operator}:${value}`,
  );
  return Object.fromEntries(
    Object.entries({ ...lists, filters: written }).filter(([, list]) => list.length > 0),
  );
}

type Expected = Partial<Omit<Record<keyof SearchQuery, unknown>, 'text'>>;

const CASES: Array<[query: string, expected: Expected]> = [
  ['web  scraping\tguide', { words: ['web', 'scraping', 'guide'] }],
  ['東京　天気', { words: ['東京', '天気'] }],
  // Quotes.
  ['"exact words" more', { phrases: ['exact words'], words: ['more'] }],
  [
    '“curly” „deutsch“ «guillemets» »umgekehrt« ‹one› 「日本語」 『本』 ＂wide＂',
    {
      phrases: ['curly', 'deutsch', 'guillemets', 'umgekehrt', 'one', '日本語', '本', 'wide'],
    },
  ],
  ['"mixed signs”', { phrases: ['mixed signs'] }],
  ['"never closed words', { words: ['"never', 'closed', 'words'] }],
  ['27" monitor stand', { words: ['27"', 'monitor', 'stand'] }],
  ['"one""two"three', { phrases: ['one', 'two'], words: ['three'] }],
  ['"" "!?" " "', {}],
  ["rock 'n' roll don't", { words: ['rock', "'n'", 'roll', "don't"] }],
  ['"say -site:example.com OR not"', { phrases: ['say -site:example.com OR not'] }],
  // Minus.
  ['jaguar -car -"big cat"', { words: ['jaguar'], excluded: ['car', 'big cat'] }],
  ['-first word', { excluded: ['first'], words: ['word'] }],
  ['jaguar −car', { words: ['jaguar'], excluded: ['car'] }],
  ['e-mail well-known-word', { words: ['e-mail', 'well-known-word'] }],
  ['a - b -- c --flag -', { words: ['a', 'b', 'c', '--flag'] }],
  ['"quoted"-word', { phrases: ['quoted'], words: ['-word'] }],
  ['apple -(pie cake) tree', { words: ['apple', 'tree'], excluded: ['pie', 'cake'] }],
  ['apple -(pie OR "sweet cake") tree', { words: ['apple', 'tree'], excluded: ['pie', 'sweet cake'] }],
  // Operators.
  ['site:example.com docs', { filters: ['site:example.com'], words: ['docs'] }],
  ['-site:example.com -filetype:pdf', { filters: ['-site:example.com', '-filetype:pdf'] }],
  ['SITE:Example.com', { filters: ['site:Example.com'] }],
  ['site:https://example.com:8080/docs', { filters: ['site:https://example.com:8080/docs'] }],
  ['intitle:"two words" inurl:«path»', { filters: ['intitle:two words', 'inurl:path'] }],
  ['-intitle:"two words"', { filters: ['-intitle:two words'] }],
  [
    'related:example.com imagesize:1920x1080 larger:800x600',
    {
      filters: ['related:example.com', 'imagesize:1920x1080', 'larger:800x600'],
    },
  ],
  ['allintitle: quick start guide', { filters: ['allintitle:quick start guide'] }],
  ['allinurl:docs api site:a.com more', { filters: ['allinurl:docs api', 'site:a.com'], words: ['more'] }],
  ['allintitle:"a b" c -d e', { filters: ['allintitle:a b c'], excluded: ['d'], words: ['e'] }],
  ['-allintitle:one two', { filters: ['-allintitle:one two'] }],
  ['allintitle: allinurl: "x"', { phrases: ['x'] }],
  [
    'node:fs https://example.com/a?b=site:c lang:en',
    {
      words: ['node:fs', 'https://example.com/a?b=site:c', 'lang:en'],
    },
  ],
  ['site: example.com', { words: ['site:', 'example.com'] }],
  ['-site: x', { excluded: ['site:'], words: ['x'] }],
  ['intitle:"open words', { filters: ['intitle:"open'], words: ['words'] }],
  // Alternatives.
  ['cat OR dog food', { alternatives: [['cat', 'dog']], words: ['cat', 'dog', 'food'] }],
  [
    'a OR b OR c d | e',
    {
      alternatives: [
        ['a', 'b', 'c'],
        ['d', 'e'],
      ],
      words: ['a', 'b', 'c', 'd', 'e'],
    },
  ],
  ['(cat OR "big dog") food', { alternatives: [['cat', 'big dog']], words: ['cat', 'big', 'dog', 'food'] }],
  ['cat or dog', { words: ['cat', 'or', 'dog'] }],
  ['OR weather', { words: ['OR', 'weather'] }],
  ['portland OR', { words: ['portland', 'OR'] }],
  ['(site:a.com OR site:b.com) x', { filters: ['site:a.com', 'site:b.com'], words: ['x'] }],
  ['a OR -b', { words: ['a'], excluded: ['b'] }],
  ['a OR OR b', { alternatives: [['a', 'b']], words: ['a', 'b'] }],
  ['f(x) (plain) ((deep))', { words: ['f(x)', 'plain', 'deep'] }],
  ['', {}],
  [' ?! - " ', {}],
];

describe('parseSearchQuery', () => {
  for (const [query, expected] of CASES) {
    it(`takes apart: ${query}`, () => assert.deepEqual(parts(query), expected));
  }

  it('keeps the text as written, trimmed', () => {
    assert.equal(parseSearchQuery('  a  "b"\n').text, 'a  "b"');
  });

  it('takes any 500 characters', () => {
    const signs = [
      '"',
      '“',
      '-',
      '(',
      ')',
      ':',
      'site',
      'allintitle',
      'OR',
      '|',
      ' ',
      'a',
      '天',
      '\ud83d',
      '\0',
      '«',
    ];
    let seed = 7;
    for (let round = 0; round < pickSize(600, 3_000); round++) {
      let query = '';
      while (query.length < 500) {
        seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
        query += signs[(seed >>> 16) % signs.length]!;
      }
      const { words, phrases, excluded, alternatives, filters } = parseSearchQuery(query);
      const all = [
        ...words,
        ...phrases,
        ...excluded,
        ...alternatives.flat(),
        ...filters.map(({ value }) => value),
      ];
      for (const part of all) assert.ok(part !== '' && part === part.trim(), JSON.stringify(query));
    }
  });

  it('is linear in the query, whatever is left open', async () => {
    for (const piece of ['"', '«a „b ', '-(', '(', 'allintitle:', 'a OR ', 'site:"x ', ')', ':']) {
      await assertLinear(
        200_000,
        (size) => {
          const query = piece.repeat(Math.ceil(size / piece.length));
          return () => parseSearchQuery(query);
        },
        piece,
      );
    }
  });
});
