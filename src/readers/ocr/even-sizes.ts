import type { OcrBlock, OcrLine } from './ocr-page.ts';

/** Sizes that differ less than this are one: they were measured in whole pixels. */
const SAME_SIZE = 0.12;

/**
 * Gives lines of one font size the same size: first the size with most text takes those near to it, then the next one.
 * Their heights follow from that of an `x`, which is measured more exactly than the height of a line without tall letters.
 */
export function evenSizes(blocks: readonly OcrBlock[]): OcrBlock[] {
  const lines = blocks.flatMap((block) => block.paragraphs.flatMap((paragraph) => paragraph.lines));
  const sizeOf = groupSizes(lines);
  const ratio = usualRatio(lines);
  return blocks.map((block) => ({
    ...block,
    paragraphs: block.paragraphs.map((paragraph) => ({
      ...paragraph,
      lines: paragraph.lines.map((line) => {
        const xHeight = sizeOf.get(line.xHeight) ?? line.xHeight;
        return { ...line, xHeight, height: xHeight * ratio };
      }),
    })),
  }));
}

function lengthOf(line: OcrLine): number {
  return line.words.reduce((sum, word) => sum + word.text.length, 0);
}

/** From each height of an `x` that was measured to the one that it is taken for. */
function groupSizes(lines: readonly OcrLine[]): Map<number, number> {
  const lengths = new Map<number, number>();
  for (const line of lines) lengths.set(line.xHeight, (lengths.get(line.xHeight) ?? 0) + lengthOf(line));
  const common = [...lengths].toSorted(([, one], [, other]) => other - one).map(([size]) => size);
  const sizeOf = new Map<number, number>();
  const groups: number[] = [];
  for (const size of common) {
    const group = groups.find((other) => Math.abs(size - other) <= other * SAME_SIZE);
    if (group === undefined) groups.push(size);
    sizeOf.set(size, group ?? size);
  }
  return sizeOf;
}

/** Heights of lines in heights of an `x`: the median, weighted by length. */
function usualRatio(lines: readonly OcrLine[]): number {
  const ratios = lines
    .map((line) => ({ ratio: line.height / line.xHeight, length: lengthOf(line) }))
    .toSorted((one, other) => one.ratio - other.ratio);
  const total = ratios.reduce((sum, { length }) => sum + length, 0);
  let passed = 0;
  return ratios.find(({ length }) => (passed += length) * 2 >= total)?.ratio ?? 1;
}
