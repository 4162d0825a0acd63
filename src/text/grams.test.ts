import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eachGram, GramSet } from './grams.ts';

function gramsOf(text: string): string[] {
  const grams: string[] = [];
  const count = eachGram(text, (high, low) => {
    const codes = [high >>> 16, high & 0xffff, low >>> 16, low & 0xffff];
    grams.push(String.fromCharCode(...codes.filter((code) => code !== 0)));
  });
  assert.equal(count, grams.length);
  return grams;
}

describe('eachGram', () => {
  const examples: Array<[name: string, text: string, grams: string[]]> = [
    ['short words whole, long ones in fours', 'is it opening', ['is', 'it', 'open', 'peni', 'enin', 'ning']],
    ['digits as letters', '24 1999', ['24', '1999', '199']],
    ['the beginning of a word of four letters', 'dogs', ['dogs', 'dog']],
    ['Cyrillic', 'цена дома', ['цена', 'цен', 'дома', 'дом']],
    ['Arabic', 'مدرسة', ['مدرس', 'درسة']],
    ['pairs of Chinese signs', '价格是多少', ['价', '格', '价格', '是', '格是', '多', '是多', '少', '多少']],
    ['a sign alone', '价 a', ['价', 'a']],
    ['Japanese in two scripts', '東京タワー', ['東', '京', '東京', '京タ', 'タワ', 'ワー']],
    ['Thai', 'ราคา', ['รา', 'าค', 'คา']],
    ['Korean', '가격은 얼마', ['가격', '격은', '얼마']],
    ['a change of script', 'ios版本', ['ios', '版', '本', '版本']],
    ['and back', '版ios', ['版', 'ios']],
    ['no hyphen that may be seen', 'auto\u00ADbahn', ['auto', 'utob', 'toba', 'obah', 'bahn']],
    ['nothing in signs', ' … -- !', []],
    ['nothing in nothing', '', []],
  ];
  for (const [name, text, grams] of examples) it(name, () => assert.deepEqual(gramsOf(text), grams));

  it('tells words from their beginnings', () => {
    assert.deepEqual(gramsOf('cat cats'), ['cat', 'cats', 'cat']);
  });
});

describe('GramSet', () => {
  it('numbers each gram once', () => {
    const set = new GramSet('open opening open');
    assert.equal(set.size, 5);
    const numbers: number[] = [];
    eachGram('opening closed', (high, low) => numbers.push(set.numberOf(high, low)));
    assert.deepEqual(numbers, [0, 2, 3, 4, -1, -1, -1]);
  });

  it('holds very many', () => {
    const words = Array.from({ length: 20_000 }, (_, index) => `${index}`.padStart(5, '0'));
    const distinct = new Set(words.flatMap((word) => [word.slice(0, 4), word.slice(1)]));
    assert.equal(new GramSet(words.join(' ')).size, distinct.size);
  });
});
