import { unifiedDiff } from './unified-diff.ts';

/** One side of a comparison. */
export interface DiffText {
  /** What its header line says. */
  label: string;
  text: string;
}

/** The unified diff of two texts, line by line. */
export function diffTexts(before: DiffText, after: DiffText): string {
  return unifiedDiff(
    { label: before.label, lines: linesOf(before.text) },
    { label: after.label, lines: linesOf(after.text) },
  );
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.split('\n');
}
