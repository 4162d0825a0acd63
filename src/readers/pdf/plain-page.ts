import type { DocumentBlock } from '../document.ts';
import { linkFinder } from './find-link.ts';
import { unionOf } from './layout/box.ts';
import { inlineHtml, linesOf } from './layout/inline-html.ts';
import { Lexicon } from './layout/lexicon.ts';
import type { TextLine } from './layout/text-line.ts';
import type { Box, PdfPage, PdfWord } from './pdf-page.ts';

/** Lines further apart than this begin a new paragraph, in sizes of the font. */
const PARAGRAPH_GAP = 1.9;

/**
 * A page as plain paragraphs in the order of its content, with every word that it has: what stands in when a better
 * reading has lost too much of it.
 */
export function plainPage(page: PdfPage): DocumentBlock[] {
  const lexicon = new Lexicon();
  const find = linkFinder(page);
  const isTilted = page.words.some(({ angle }) => angle !== 0);
  const linkOf = isTilted ? () => undefined : find;
  return paragraphsOf(linesOf(page.words.map(upright))).map((lines) => {
    const box = unionOf(lines.map((line) => line.box));
    return {
      type: 'paragraph',
      label: 'Paragraph',
      // Lines that were turned are not where the page has them.
      bbox: isTilted ? null : shareOf(box, page),
      html: `<p>${inlineHtml(lines, { linkOf, lexicon })}</p>`,
      source: 'layout',
      confidence: { layout: 0.3, ocr: null },
    };
  });
}

function shareOf({ left, top, right, bottom }: Box, { width, height }: PdfPage): DocumentBlock['bbox'] {
  const share = (value: number, whole: number): number =>
    Math.min(1, Math.max(0, value / Math.max(1, whole)));
  return [share(left, width), share(top, height), share(right, width), share(bottom, height)];
}

/** A tilted word on the axes of its own line, so that words of one line stand on one line again. */
function upright(word: PdfWord): PdfWord {
  if (word.angle === 0) return word;
  const radians = (word.angle * Math.PI) / 180;
  const { left, right, top, bottom } = word.box;
  const x = (left + right) / 2;
  const y = (top + bottom) / 2;
  const along = x * Math.cos(radians) + y * Math.sin(radians);
  const across = y * Math.cos(radians) - x * Math.sin(radians);
  const half = (word.text.length * word.size) / 4;
  const box = {
    left: along - half,
    right: along + half,
    top: across - word.size / 2,
    bottom: across + word.size / 2,
  };
  return { ...word, angle: 0, box, baseline: across + word.size * 0.3 };
}

function paragraphsOf(lines: readonly TextLine[]): TextLine[][] {
  const paragraphs: TextLine[][] = [];
  let before: TextLine | undefined;
  for (const line of lines) {
    const last = paragraphs.at(-1);
    if (before === undefined || last === undefined || !continues(before, line)) paragraphs.push([line]);
    else last.push(line);
    before = line;
  }
  return paragraphs;
}

function continues(before: TextLine, line: TextLine): boolean {
  const drop = line.baseline - before.baseline;
  const isSameSize = Math.abs(line.size - before.size) < 0.15 * before.size;
  return isSameSize && drop > -0.5 * line.size && drop < PARAGRAPH_GAP * line.size;
}
