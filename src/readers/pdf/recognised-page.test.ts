import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OcrLine, OcrPage } from '../ocr/ocr-page.ts';
import type { PdfPage } from './pdf-page.ts';
import { toRecognisedPage } from './recognised-page.ts';

const BOX = { left: 300, top: 100, right: 900, bottom: 150 };
const PAGE: PdfPage = {
  number: 3,
  width: 600,
  height: 800,
  words: [],
  rules: [{ box: BOX, isHorizontal: true, colour: 0 }],
  rectangles: [],
  images: [],
  links: [],
  fields: [],
  tags: [],
};

function found(texts: readonly string[], changes: Partial<OcrPage> = {}): OcrPage {
  const words = texts.map((text) => ({
    text,
    box: BOX,
    confidence: 0.9,
    isSuperscript: text === '2',
    isSubscript: false,
  }));
  const line: OcrLine = {
    words,
    box: BOX,
    baseline: 140,
    height: 46.5,
    xHeight: 20,
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
    ...changes,
  };
}

test('words are brought from pixels to points', () => {
  const { words, width, rules, number } = toRecognisedPage(found(['Hello', '2']), PAGE, 300);
  assert.deepEqual([number, width, rules.length], [3, 600, 1]);
  const [word, raised] = words;
  assert.ok(word !== undefined && raised !== undefined);
  assert.deepEqual([word.box.left, word.box.right, Math.round(word.size)], [72, 216, 12]);
  assert.ok(Math.abs(word.baseline - 33.6) < 0.01);
  assert.ok(raised.size < word.size * 0.7 && raised.baseline < word.baseline - 3);
});

test('a page that was scanned on its side loses what is not turned with it', () => {
  const { rules } = toRecognisedPage(found(['Hello'], { rotation: 90 }), PAGE, 300);
  assert.deepEqual(rules, []);
});

test('Chinese words are not parted by blanks', () => {
  const { words } = toRecognisedPage(found(['中文', '测试', 'and']), PAGE, 300);
  assert.deepEqual(
    words.map(({ hasSpaceBefore }) => hasSpaceBefore),
    [true, false, true],
  );
});

test('letters that are equally wide give the font a pitch in sizes of the text', () => {
  const texts = Array.from({ length: 12 }, (_, index) => `Word${'abcdefghijkl'[index]}`);
  const fontOf = (list: readonly string[]) => toRecognisedPage(found(list), PAGE, 300).words[0]!.font;
  // 600 pixels wide, in a line of size 50.
  const { pitch = 0 } = fontOf(texts);
  assert.ok(Math.abs(pitch - 600 / 4.85 / 50) < 0.01, `${pitch}`);
  assert.equal(fontOf(texts.slice(0, 5)).pitch, undefined);
});
