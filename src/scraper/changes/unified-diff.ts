import { findLineEdits, type LineEdit } from './line-edits.ts';

/** Unchanged lines around a change, as `git diff` shows them. */
const CONTEXT_LINES = 3;

/** One side of a comparison. */
export interface DiffSide {
  /** The text of the side's header line. */
  label: string;
  /** Without line ends. */
  lines: readonly string[];
}

/** The unified diff of two texts as `git diff` prints it, without the lines about files; empty when they are equal. */
export function unifiedDiff(before: DiffSide, after: DiffSide): string {
  const edits = findLineEdits(before.lines, after.lines);
  if (edits.length === 0) return '';
  const output = [`--- ${before.label}`, `+++ ${after.label}`];
  for (const hunk of gatherHunks(edits)) writeHunk(hunk, before.lines, after.lines, output);
  return `${output.join('\n')}\n`;
}

/** Edits so near to each other that their context meets. */
function gatherHunks(edits: readonly LineEdit[]): LineEdit[][] {
  const hunks: LineEdit[][] = [];
  for (const edit of edits) {
    const hunk = hunks.at(-1);
    const last = hunk?.at(-1);
    if (hunk && last && edit.oldFrom - last.oldTo <= 2 * CONTEXT_LINES) hunk.push(edit);
    else hunks.push([edit]);
  }
  return hunks;
}

function writeHunk(
  edits: readonly LineEdit[],
  before: readonly string[],
  after: readonly string[],
  output: string[],
): void {
  const [first, last] = [edits[0], edits.at(-1)];
  if (!first || !last) return;
  const lead = Math.min(CONTEXT_LINES, first.oldFrom);
  const tail = Math.min(CONTEXT_LINES, before.length - last.oldTo);
  const old = { from: first.oldFrom - lead, to: last.oldTo + tail };
  const fresh = { from: first.newFrom - lead, to: last.newTo + tail };
  output.push(`@@ -${rangeText(old)} +${rangeText(fresh)} @@`);
  let at = old.from;
  for (const edit of edits) {
    for (; at < edit.oldFrom; at++) output.push(` ${before[at]}`);
    for (; at < edit.oldTo; at++) output.push(`-${before[at]}`);
    for (let added = edit.newFrom; added < edit.newTo; added++) output.push(`+${after[added]}`);
  }
  for (; at < old.to; at++) output.push(` ${before[at]}`);
}

/** Lines count from 1, an empty range names the line before it, and a count of one goes without saying. */
function rangeText({ from, to }: { from: number; to: number }): string {
  if (to - from === 1) return `${from + 1}`;
  return to === from ? `${from},0` : `${from + 1},${to - from}`;
}
