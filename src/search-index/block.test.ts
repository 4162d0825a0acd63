import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pickSize } from '../../test/support/pick-size.ts';
import { BlockCursor, IndexBlockWriter, blockOf, findPostings, readVarint, writeVarint } from './block.ts';
import { compareTerms, sortTerms } from './compare-terms.ts';

describe('writeVarint', () => {
  it('is read again', () => {
    const data = new Uint8Array(5);
    for (const value of [0, 1, 127, 128, 16_383, 16_384, 2 ** 28, 2 ** 31 - 1]) {
      const end = writeVarint(data, 0, value);
      const at = { value: 0 };
      assert.equal(readVarint(data, at), value);
      assert.equal(at.value, end);
    }
  });
});

describe('sortTerms', () => {
  it('sorts as bytes do', () => {
    const terms = ['\uffff', '𐌰', 'z', 'é', '\ue000', '', 'za', '\ud7ff', 't:a', 'ａ', '𠀀𠀁'];
    const byBytes = terms.toSorted((left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right)));
    assert.deepEqual(sortTerms([...terms]), byBytes);
    for (const left of terms) {
      for (const right of terms) {
        const order = Math.sign(Buffer.compare(Buffer.from(left), Buffer.from(right)));
        assert.equal(Math.sign(compareTerms(left, right)), order, `${left} ${right}`);
      }
    }
  });
});

describe('IndexBlockWriter', () => {
  const list = (bytes: number): Uint8Array => new Uint8Array(bytes).fill(7);

  it('parts terms into blocks of some 6 kB', () => {
    const writer = new IndexBlockWriter();
    const terms = sortTerms(Array.from({ length: 3_000 }, (_, index) => `term${index}`));
    for (const [index, term] of terms.entries()) writer.add(term, 1, index, [list(4)]);
    const blocks = writer.take(true);
    assert.ok(blocks.length > 5, `${blocks.length} blocks`);
    for (const { data } of blocks) assert.ok(data.length < 6_400);
    for (const [index, term] of terms.entries()) {
      const found = findPostings(blockOf(blocks, term)!.data, term);
      assert.equal(found?.last, index);
    }
    for (const absent of ['', 'a', 'term', 'term10000', 'zz', 'term2999x']) {
      const block = blockOf(blocks, absent);
      assert.equal(block && findPostings(block.data, absent), undefined);
    }
  });

  it('gives a long list a block of its own', () => {
    const writer = new IndexBlockWriter();
    for (const [term, bytes] of [
      ['a', 5],
      ['b', 50_000],
      ['c', 5],
      ['d', 5],
    ] as const)
      writer.add(term, 1, 1, [list(bytes)]);
    assert.deepEqual(
      writer.take(true).map(({ firstTerm, data }) => [firstTerm, data.length > 50_000]),
      [
        ['a', false],
        ['b', true],
        ['c', false],
      ],
    );
  });

  it('takes terms as bytes and lists in parts', () => {
    const writer = new IndexBlockWriter();
    writer.add(Buffer.from('東京'), 2, 300, [list(1), list(2), list(3)]);
    const [block] = writer.take(true);
    assert.equal(block?.firstTerm, '東京');
    assert.deepEqual(findPostings(block.data, '東京')?.bytes, Buffer.from(list(6)));
  });

  it('ends where bytes that are no block end', () => {
    let seed = 1;
    for (let round = 0; round < pickSize(500, 2_000); round++) {
      const data = Buffer.from(
        Array.from(
          { length: round % 60 },
          () => (seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0) >>> 24,
        ),
      );
      const cursor = new BlockCursor(data);
      for (let entries = 0; cursor.next(); entries++) assert.ok(entries <= data.length);
      findPostings(data, 'term');
    }
  });
});
