import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OcrLine, OcrPage } from '../ocr/ocr-page.ts';
import { findLetterPitch } from './letter-pitch.ts';

const TEXT =
  'Reading circle bakery garden batteries treasurer sourdough children neighbours visitors harbour';
/** Letters that most fonts make narrow, and wide. */
const NARROW = /[fijlrt]/;
const WIDE = /[mwMW]/;
const BOX = { left: 0, top: 100, right: 900, bottom: 150 };

function found(text: string, widthOf: (letter: string) => number): OcrPage {
  const words = text.split(' ').map((word) => {
    const width = word.split('').reduce((sum, letter) => sum + widthOf(letter), 0);
    const box = { ...BOX, left: 100, right: 100 + width - 2 };
    return { text: word, box, confidence: 0.9, isSuperscript: false, isSubscript: false };
  });
  const line: OcrLine = {
    words,
    box: BOX,
    baseline: 140,
    height: 30,
    xHeight: 17,
    confidence: 0.9,
    isRtl: false,
  };
  return {
    width: 2500,
    height: 3333,
    rotation: 0,
    skew: 0,
    blocks: [{ box: BOX, paragraphs: [{ box: BOX, lines: [line] }] }],
    confidence: 0.9,
    isComplete: true,
    rules: [],
  };
}

function usualWidth(letter: string): number {
  if (NARROW.test(letter)) return 9;
  return WIDE.test(letter) ? 27 : 18;
}

describe('findLetterPitch', () => {
  it('finds the width that all letters have, in heights of the line', () => {
    const pitch = findLetterPitch(found(TEXT, () => 18)) ?? 0;
    assert.ok(Math.abs(pitch - 0.6) < 0.01, `${pitch}`);
  });

  it('finds none where letters differ', () => {
    assert.equal(findLetterPitch(found(TEXT, usualWidth)), undefined);
  });

  it('finds none in few words, one word that comes again, or numbers', () => {
    const texts = [
      'Reading circle bakery',
      'Sourdough '.repeat(20).trim(),
      '12345 67890 24.680 '.repeat(8).trim(),
    ];
    for (const text of texts) assert.equal(findLetterPitch(found(text, () => 18)), undefined, text);
  });
});
