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
    ['digits as letters', '24 1999', ['24', '1999']],
    ['a word of the exact length', 'four', ['four']],
    ['Cyrillic', 'цена дома', ['цена', 'дома']],
    ['Arabic', 'مدرسة', ['مدرس', 'درسة']],
    ['pairs of Chinese signs', '价格是多少', ['价格', '格是', '是多', '多少']],
    ['a sign alone', '价 a', ['价', 'a']],
    ['Japanese in two scripts', '東京タワー', ['東京', '京タ', 'タワ', 'ワー']],
    ['Thai', 'ราคา', ['รา', 'าค', 'คา']],
    ['Korean', '가격은 얼마', ['가격', '격은', '얼마']],
    ['a change of script', 'ios版本', ['ios', '版本']],
    ['and back', '版ios', ['版', 'ios']],
    ['no hyphen that may be seen', 'auto\u00ADbahn', ['auto', 'utob', 'toba', 'obah', 'bahn']],
    ['nothing in signs', ' … -- !', []],
    ['nothing in nothing', '', []],
  ];
  for (const [name, text, grams] of examples) it(name, () => assert.deepEqual(gramsOf(text), grams));

  it('tells words from their beginnings', () => {
    assert.deepEqual(gramsOf('cat cats'), ['cat', 'cats']);
  });
});

describe('GramSet', () => {
  it('numbers each gram once', () => {
    const set = new GramSet('open opening open');
    assert.equal(set.size, 4);
    const numbers: number[] = [];
    eachGram('opening closed', (high, low) => numbers.push(set.numberOf(high, low)));
    assert.deepEqual(numbers, [0, 1, 2, 3, -1, -1, -1]);
  });

  it('holds very many', () => {
    const text = Array.from({ length: 20_000 }, (_, index) =>
      (index + 10_000).toString(36).padStart(4, 'z'),
    ).join(' ');
    assert.equal(new GramSet(text).size, 20_000);
  });
});
