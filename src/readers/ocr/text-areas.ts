import { ocrLinesOf } from './blocks.ts';
import type { TextMeasures } from './ink-tables.ts';
import type { OcrBlock, OcrBox } from './ocr-page.ts';

/** Gaps wider than this are not between words of one text, in heights of an `x`. */
const MOST_BLANK = 2;
/** Areas that share this of the height of the lower one stand beside each other. */
const BESIDE = 0.3;

/** Measures the text of a page, in pixels of the picture; undefined when there is none. */
export function measureText(blocks: readonly OcrBlock[], factor: number): TextMeasures | undefined {
  const lines = ocrLinesOf(blocks);
  const [first] = lines;
  if (first === undefined) return undefined;
  const xHeight = middleOf(lines.map((line) => line.xHeight));
  const gaps = lines.flatMap(({ words }) =>
    words.slice(1).map(({ box }, index) => box.left - words[index]!.box.right),
  );
  const blank = middleOf(gaps.filter((gap) => gap > 0 && gap < xHeight * MOST_BLANK));
  return {
    xHeight: xHeight * factor,
    height: middleOf(lines.map((line) => line.height)) * factor,
    blank: blank * factor,
  };
}

function middleOf(values: readonly number[]): number {
  return Float64Array.from(values).toSorted()[values.length >> 1] ?? 0;
}

/** Areas of text, those beside each other as one, in pixels of the picture. */
export function textAreas(blocks: readonly OcrBlock[], factor: number): OcrBox[] {
  const zones: OcrBox[] = [];
  const boxes = blocks.map(({ box }) => ({
    left: box.left * factor,
    top: box.top * factor,
    right: box.right * factor,
    bottom: box.bottom * factor,
  }));
  for (const box of boxes.toSorted((a, b) => a.top - b.top)) {
    const zone = zones.at(-1);
    const shared = zone === undefined ? 0 : Math.min(zone.bottom, box.bottom) - box.top;
    if (zone === undefined || shared < (box.bottom - box.top) * BESIDE) zones.push(box);
    else {
      zone.left = Math.min(zone.left, box.left);
      zone.right = Math.max(zone.right, box.right);
      zone.bottom = Math.max(zone.bottom, box.bottom);
    }
  }
  return zones;
}
