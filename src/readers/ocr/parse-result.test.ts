import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseResult } from './parse-result.ts';

interface Word {
  text: string;
  confidence?: number;
  box?: [left: number, top: number, right: number, bottom: number];
}

const box = ([x0, y0, x1, y1]: readonly [number, number, number, number]): object => ({ x0, y0, x1, y1 });

/** Lines of 100 pixels that stand on y = 50, with an `x` of 20 pixels unless another height is given. */
const answer = (lines: ReadonlyArray<{ words: Word[]; xHeight?: number; rowHeight?: number }>): string => {
  const bbox = box([0, 0, 1_000, 60]);
  const toLine = ({ words, xHeight = 20, rowHeight = xHeight + 16 }: (typeof lines)[number]): object => ({
    bbox,
    rowAttributes: { rowHeight, ascenders: rowHeight - xHeight - 6, descenders: 6 },
    baseline: box([0, 50, 1_000, 50]),
    words: words.map(({ text, confidence = 95, box: place = [100, 20, 200, 50] }) => ({
      text,
      confidence,
      bbox: box(place),
      symbols: [{ is_superscript: 0, is_subscript: 0 }],
    })),
  });
  return JSON.stringify({ blocks: [{ bbox, paragraphs: [{ bbox, is_ltr: 1, lines: lines.map(toLine) }] }] });
};
const linesOf = (json: string, factor = 1) =>
  parseResult(json, factor).flatMap(({ paragraphs }) => paragraphs.flatMap(({ lines }) => lines));
const textsOf = (words: Word[]): string[] =>
  linesOf(answer([{ words }])).map((line) => line.words.map(({ text }) => text).join(' '));

describe('what is taken for text', () => {
  test('every word of a clear line', () => {
    assert.deepEqual(textsOf([{ text: 'at' }, { text: 'certain' }, { text: 'x.io', confidence: 5 }]), [
      'at certain x.io',
    ]);
  });
  test('only words that are likely, of an unclear line', () => {
    assert.deepEqual(
      textsOf([
        { text: 'may', confidence: 50 },
        { text: 'xqj', confidence: 10 },
      ]),
      ['may'],
    );
  });
  test('no marks that are unclear, and no line of them', () => {
    assert.deepEqual(
      textsOf([{ text: 'word' }, { text: '|', confidence: 50 }, { text: '&', confidence: 80 }]),
      ['word &'],
    );
    assert.deepEqual(textsOf([{ text: '|', confidence: 50 }]), []);
    assert.deepEqual(textsOf([{ text: 'xqj', confidence: 30 }]), []);
  });
  test('nothing without blocks', () => {
    assert.deepEqual(parseResult('{}', 1), []);
  });
});

describe('bullets', () => {
  const text: Word = { text: 'Text', box: [60, 20, 160, 50] };
  const mark = (place: Word['box'] & object, sign = '«'): string[] =>
    textsOf([{ text: sign, confidence: 40, box: place }, text]);
  test('are small blots half way up', () => {
    assert.deepEqual(mark([20, 36, 30, 46]), ['• Text']);
  });
  test('are nothing else', () => {
    assert.deepEqual(mark([20, 22, 30, 32]), ['Text'], 'too high');
    assert.deepEqual(mark([20, 20, 50, 50]), ['Text'], 'too large');
    assert.deepEqual(mark([48, 36, 58, 46]), ['Text'], 'beside the word');
    assert.deepEqual(textsOf([{ text: '-', box: [20, 38, 30, 42] }, text]), ['- Text']);
    assert.deepEqual(textsOf([{ text: '1', box: [20, 36, 30, 46] }, text]), ['1 Text']);
  });
});

test('sizes that were measured a little apart are one, others stay', () => {
  const words = [{ text: 'abcdefghij' }];
  const lines = linesOf(
    answer([
      { words, xHeight: 20 },
      { words, xHeight: 20, rowHeight: 33 },
      { words, xHeight: 21 },
      { words: [{ text: 'Title' }], xHeight: 30 },
    ]),
    2,
  );
  assert.deepEqual(
    lines.map(({ xHeight, height, baseline }) => [xHeight, Number(height.toFixed(3)), baseline]),
    [
      [10, 17.619, 25],
      [10, 17.619, 25],
      [10, 17.619, 25],
      [15, 26.429, 25],
    ],
  );
});
