import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertLinear } from '../../../test/support/assert-linear.ts';
import { pickSize } from '../../../test/support/pick-size.ts';
import { parseSearchQuery } from '../../text/search-query/parse-search-query.ts';
import { eachWord } from '../../text/words/scan-words.ts';
import { stem } from '../../text/words/stem.ts';
import { planQuery } from '../planning/plan-query.ts';
import { QueryMatcher } from './query-matcher.ts';
import { createRescorer, type PageReading } from './rescore.ts';
import { SequenceFinder } from './sequence-finder.ts';

const EMPTY = {
  url: 'https://example.com/',
  title: '',
  description: '',
  headings: '',
  linkText: '',
  text: '',
};

function read(query: string, page: Partial<typeof EMPTY>, isSuspect = false): PageReading {
  const asked = { includeHosts: [], excludeHosts: [], categories: [], isByDate: false, hasPassages: true };
  const plan = planQuery({ ...asked, query: parseSearchQuery(query), source: 'web', limit: 10 }, new Date(0));
  const rarities = new Map(plan.scoring.map(({ term }) => [term, 3]));
  return createRescorer(plan, { rarities })({ ...EMPTY, ...page }, isSuspect);
}

describe('createRescorer', () => {
  it('counts exact words, in the title most', () => {
    const inTitle = read('internet', { title: 'The internet' }).bonus;
    const inText = read('internet', { text: 'The internet' }).bonus;
    assert.ok(inTitle > inText && inText > 0);
    assert.equal(read('internet', { text: 'International' }).bonus, 0);
  });

  it('counts words that are near to each other', () => {
    const near = read('green house', { text: 'A green house and a tea.' }).bonus;
    const far = read('green house', { text: 'A green and a tea in house.' }).bonus;
    const apart = read('green house', {
      text: 'A green and a tea and more and more and more and house.',
    }).bonus;
    assert.ok(near > far && far > apart, `${near} ${far} ${apart}`);
  });

  it('finds the passage with most of the query', () => {
    const text = `One green thing. ${'Other words come. '.repeat(40)}The green house has tea. ${'More. '.repeat(50)} Tea.`;
    const { window } = read('green house tea', { text });
    assert.equal(text.slice(window!.start, window!.end), 'green house has tea');
    assert.equal(window!.words, 3);
  });

  it('reads phrases in any field, and not over their ends', () => {
    assert.ok(read('"quick start"', { title: 'Quick starts' }).isWanted);
    assert.ok(read('"quick start"', { text: 'A quick “start” here' }).isWanted);
    assert.ok(!read('"quick start"', { title: 'Quick', headings: 'start' }).isWanted);
    assert.ok(!read('"quick start"', { text: 'quick new start' }).isWanted);
  });

  it('reads a long text to its end for phrases, and for what is excluded', () => {
    const text = `${'Other words come. '.repeat(3_000)}The quick international start of trade.`;
    assert.ok(read('"international start"', { text }).isWanted);
    assert.ok(!read('words -international', { text }, true).isWanted);
    assert.ok(read('words -internet', { text }, true).isWanted);
  });

  it('is linear in the text, and long ones cost no more', async () => {
    const texts = ['green house ', 'Grün “Haus” ', '東京都', 'word', 'зелёный дом '];
    for (const piece of texts) {
      for (const query of ['green house word', '"green house" зеленый дом', '東京 haus -internationally']) {
        await assertLinear(
          pickSize(200_000, 400_000),
          (size) => {
            const text = piece.repeat(Math.ceil(size / piece.length));
            return () => read(query, { text, title: text.slice(0, 500) }, true);
          },
          `${query} in ${piece}`,
        );
      }
    }
  });
});

describe('QueryMatcher', () => {
  it('finds what reading each word finds', () => {
    const text =
      'Der “Käse” der Käsereien, e\u0301te\u0301 ÉTÉ, ½ ﬁne Straße strasse 東京都の天気 x. Z 猫と猫';
    const wanted = ['kase', 'ete', '1', 'fine', 'strasse', '天気', 'z', 'der'];
    const matcher = new QueryMatcher(wanted, wanted.map(stem));
    const hits: string[] = [];
    const words = matcher.eachHit(text, ({ word, position }) => hits.push(`${position} ${wanted[word]}`));
    const expected: string[] = [];
    let position = 0;
    eachWord(text, ({ word }) => {
      if (wanted.includes(word)) expected.push(`${position} ${word}`);
      position++;
    });
    assert.deepEqual(hits, expected);
    assert.equal(words, position);
  });

  it('finds single signs within pairs, each once', () => {
    const matcher = new QueryMatcher(['猫'], ['猫']);
    const starts: number[] = [];
    matcher.eachHit('小猫と猫。猫 犬猫', ({ start }) => starts.push(start));
    assert.deepEqual(starts, [1, 3, 5, 8]);
  });
});

describe('SequenceFinder', () => {
  it('finds what comparing at each place finds', () => {
    let seed = 1;
    const random = (below: number): number =>
      ((seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0) >>> 8) % below;
    for (let round = 0; round < pickSize(500, 2_000); round++) {
      const list = (length: number, kinds: number): number[] => Array.from({ length }, () => random(kinds));
      const [text, sequences] = [list(random(30), 4), [list(random(4) + 1, 3), list(random(6) + 1, 2)]];
      const finder = new SequenceFinder(sequences);
      for (const [position, number] of text.entries()) if (number < 3) finder.see(position, number);
      for (const [index, sequence] of sequences.entries()) {
        const isThere = text.some((_, at) =>
          sequence.every((number, offset) => text[at + offset] === number),
        );
        assert.equal(finder.hasFound(index), isThere, `${text.join(' ')} / ${sequence.join(' ')}`);
      }
    }
  });
});
