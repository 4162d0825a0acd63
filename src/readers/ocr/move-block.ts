import type { OcrBlock, OcrBox } from './ocr-page.ts';

function moveBox({ left, top, right, bottom }: OcrBox, x: number, y: number): OcrBox {
  return { left: left + x, top: top + y, right: right + x, bottom: bottom + y };
}

/** Gives a block as it stands `x` and `y` further on. */
export function moveBlock(block: OcrBlock, x: number, y: number): OcrBlock {
  return {
    box: moveBox(block.box, x, y),
    paragraphs: block.paragraphs.map((paragraph) => ({
      box: moveBox(paragraph.box, x, y),
      lines: paragraph.lines.map((line) => ({
        ...line,
        box: moveBox(line.box, x, y),
        baseline: line.baseline + y,
        words: line.words.map((word) => ({ ...word, box: moveBox(word.box, x, y) })),
      })),
    })),
  };
}
