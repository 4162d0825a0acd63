import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { endWithinTokens, estimateTokens } from './estimate-tokens.ts';

describe('estimateTokens', () => {
  it('knows that some scripts take more tokens', () => {
    const perLetter = [
      'opening hours of the shop',
      'часы работы магазина',
      'ساعات عمل المتجر',
      'เวลาเปิดร้าน',
      '商店营业时间',
    ].map((text) => estimateTokens(text) / text.length);
    assert.deepEqual(
      perLetter,
      perLetter.toSorted((a, b) => a - b),
    );
  });

  it('adds up', () => {
    const text = 'One price: 12,50 € — 价格 цена';
    const sum = Array.from({ length: text.length }, (_, at) => estimateTokens(text[at]!)).reduce(
      (a, b) => a + b,
      0,
    );
    assert.ok(Math.abs(sum - estimateTokens(text)) < 1e-9);
    assert.equal(estimateTokens(''), 0);
  });
});

describe('endWithinTokens', () => {
  it('goes as far as the tokens reach', () => {
    const text = '商店营业时间是早上九点';
    const end = endWithinTokens(text, 2, 3);
    assert.ok(estimateTokens(text.slice(2, end)) <= 3);
    assert.ok(estimateTokens(text.slice(2, end + 1)) > 3);
  });

  it('goes on by one at least, and never beyond the end', () => {
    assert.equal(endWithinTokens('abc', 0, 0), 1);
    assert.equal(endWithinTokens('abc', 1, 100), 3);
    assert.equal(endWithinTokens('abc', 3, 100), 3);
  });
});
