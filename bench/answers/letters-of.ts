import { foldText } from '../../src/text/fold-text.ts';

/** A text by its letters and digits alone: two texts that differ in marks and blanks are one. */
export function lettersOf(text: string): string {
  return foldText(text).replace(/[^\p{L}\p{N}]+/gu, '');
}
