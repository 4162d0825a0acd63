import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertLinear } from '../../../test/support/assert-linear.ts';
import { isNearDuplicate, simhashOf } from './simhash.ts';

const sentence = (index: number): string =>
  `Part ${index} tells how thing ${index * index} came to place ${index % 7}. `;
const text = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, index) => sentence(from + index)).join('');

describe('simhashOf', () => {
  it('is close for a text with a few other words', () => {
    const changed = text(0, 200).replace('thing 100 ', 'matter 100 ').replace('Part 30 ', '');
    assert.ok(isNearDuplicate(simhashOf(text(0, 200)), simhashOf(changed)));
  });

  it('is not outvoted by a list that repeats itself', () => {
    const list = 'Euro Dollar Pound Krone '.repeat(200);
    assert.ok(!isNearDuplicate(simhashOf(list + text(0, 30)), simhashOf(list + text(500, 530))));
  });

  it('does not see case, signs and layout', () => {
    assert.equal(simhashOf(text(0, 20)), simhashOf(text(0, 20).toUpperCase().replaceAll('.', '\n')));
  });

  it('is far for other texts', () => {
    assert.ok(!isNearDuplicate(simhashOf(text(0, 200)), simhashOf(text(500, 700))));
    const dense = '今天东京的天气很好我们去公园散步'.repeat(4);
    assert.ok(
      !isNearDuplicate(simhashOf(dense), simhashOf(dense.replaceAll('天', '地').replaceAll('公', '私'))),
    );
  });

  it('is undefined for a few words', () => {
    assert.equal(simhashOf('A short text, which could be anywhere.'), undefined);
    assert.ok(!isNearDuplicate(undefined, undefined));
  });

  it('fits a column of 64 bits', () => {
    for (let from = 0; from < 20; from++) {
      const hash = simhashOf(text(from, from + 40))!;
      assert.equal(BigInt.asIntN(64, hash), hash);
    }
  });

  it('is linear in the text', async () => {
    await assertLinear(400_000, (size) => {
      const long = text(0, Math.ceil(size / 45));
      return () => simhashOf(long);
    });
  });
});
