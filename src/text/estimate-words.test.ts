import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { estimateWords } from './estimate-words.ts';

describe('estimateWords', () => {
  const examples: Array<[text: string, words: number]> = [
    ['', 0],
    ['one, two - three!', 3],
    ['часы работы', 2],
    ['ساعات العمل', 2],
    ['图书馆开门', 2.5],
    ['ราคา', 1],
    ['iPhone 15 手机', 3],
  ];
  for (const [text, words] of examples)
    it(`${words} in ${JSON.stringify(text)}`, () => assert.equal(estimateWords(text), words));
});
