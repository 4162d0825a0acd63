import type { OcrBlock, OcrBox, OcrLine, OcrWord } from './ocr-page.ts';

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

export function ocrLinesOf(blocks: readonly OcrBlock[]): OcrLine[] {
  return blocks.flatMap(({ paragraphs }) => paragraphs.flatMap(({ lines }) => lines));
}

/** Gives blocks with some of their words, without the lines that lose all. */
export function onlyWords(blocks: readonly OcrBlock[], isKept: (word: OcrWord) => boolean): OcrBlock[] {
  return blocks.map((block) => ({
    ...block,
    paragraphs: block.paragraphs.map((paragraph) => ({
      ...paragraph,
      lines: paragraph.lines.flatMap((line) => {
        const words = line.words.filter(isKept);
        return words.length === 0 ? [] : [{ ...line, words }];
      }),
    })),
  }));
}
