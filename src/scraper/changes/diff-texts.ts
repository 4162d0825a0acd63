import { unifiedDiff } from './unified-diff.ts';

/** One side of a comparison. */
export interface DiffText {
  /** The text of the side's header line. */
  label: string;
  /** UTF-8. */
  bytes: Uint8Array;
}

/** The unified diff of two texts, line by line. */
export function diffTexts(before: DiffText, after: DiffText): string {
  return unifiedDiff(
    { label: before.label, lines: linesOf(before.bytes) },
    { label: after.label, lines: linesOf(after.bytes) },
  );
}

function linesOf({ buffer, byteOffset, length }: Uint8Array): string[] {
  return length === 0 ? [] : Buffer.from(buffer, byteOffset, length).toString().split('\n');
}
