import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { indexOfLinear } from './index-of-linear.ts';

describe('indexOfLinear', () => {
  it('finds what String.indexOf finds', () => {
    const period = 'ab'.repeat(20);
    const texts = [
      '',
      'x',
      period,
      `${period}a${period}`,
      `${'a'.repeat(99)}b${'a'.repeat(99)}b`,
      `x${period}`,
    ];
    const parts = [
      '',
      'a',
      `${'a'.repeat(40)}b`,
      `${'a'.repeat(40)}b${'a'.repeat(40)}`,
      period,
      `${period}a`,
      `a${period}`,
    ];
    for (const text of texts)
      for (const part of parts)
        for (const from of [0, 1, 7, text.length])
          assert.equal(
            indexOfLinear(text, part, from),
            text.indexOf(part, from),
            `${part} in ${text} from ${from}`,
          );
  });
});
