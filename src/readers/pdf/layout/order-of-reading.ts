import { logicalOrder } from '../extract/right-to-left/logical-order.ts';
import type { PdfWord } from '../pdf-page.ts';

/** Whether a line with right-to-left words is one that reads so: as the levels of its words tell, or else as most of its text does. */
export function readsFromRight(words: readonly PdfWord[], isMostly: boolean): boolean {
  // Nearly all lines end here.
  if (!words.some(isOfRight)) return false;
  const levels = words.flatMap(({ level }) => level ?? []);
  return levels.length === 0 ? isMostly : levels.every((level) => level > 0);
}

/** Words of a line in the order of reading, from those in the order of their left edges. */
export function orderOfReading(words: readonly PdfWord[], isRightToLeft: boolean): readonly PdfWord[] {
  if (!words.some(isOfRight)) return words;
  const levels = words.map((word) => levelOf(word, isRightToLeft));
  return logicalOrder(levels).map((place) => words[place]!);
}

function isOfRight({ isRtl }: PdfWord): boolean {
  return isRtl;
}

/** Words without a level are those of a scan, or stand on a line by their place alone. */
function levelOf({ level, isRtl }: PdfWord, isRightToLeft: boolean): number {
  if (isRtl) return level ?? 1;
  return isRightToLeft ? Math.max(level ?? 2, 2) : (level ?? 0);
}
