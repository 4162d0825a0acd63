import type { Grid, GridCell } from './document-structure.ts';
import { editDistance } from './edit-distance.ts';
import { treeEditDistance, treeSize, type LabelledTree } from './tree-edit-distance.ts';

/** Undefined for the table and its rows. */
type Label = GridCell | undefined;

/**
 * TEDS (Zhong, ShafieiBavani and Jimeno Yepes, "Image-based table recognition", 2020) of two tables: 1 - (tree edit distance) /
 * (nodes of the larger). Cells compare by their text. Spans are laid out: what a span covers may be empty or repeat its text.
 */
export function tableSimilarity(a: Grid, b: Grid): number {
  return similarity(a, b, contentCost);
}

/** S-TEDS: rows and cells only, whatever the cells say. */
export function tableStructureSimilarity(a: Grid, b: Grid): number {
  return similarity(a, b, (from, to) => ((from === undefined) === (to === undefined) ? 0 : 1));
}

/**
 * Of the tables of a document: each table in one has at most one in the other, in the same order, chosen so that the sum is
 * largest; the sum over the number of tables of the one that has more.
 */
export function tablesSimilarity(
  expected: readonly Grid[],
  actual: readonly Grid[],
  compare: (a: Grid, b: Grid) => number,
): number {
  const most = Math.max(expected.length, actual.length);
  if (most === 0) return 1;
  let best = Array.from({ length: actual.length + 1 }, () => 0);
  for (const table of expected) {
    const row = [0];
    for (const [index, other] of actual.entries()) {
      row.push(Math.max(best[index + 1]!, row[index]!, best[index]! + compare(table, other)));
    }
    best = row;
  }
  return best.at(-1)! / most;
}

function similarity(a: Grid, b: Grid, rename: (from: Label, to: Label) => number): number {
  const [left, right] = [treeOf(a), treeOf(b)];
  return 1 - treeEditDistance(left, right, rename) / Math.max(treeSize(left), treeSize(right));
}

function treeOf(grid: Grid): LabelledTree<Label> {
  return {
    label: undefined,
    children: grid.map((row) => ({
      label: undefined,
      children: row.map((cell) => ({ label: cell, children: [] })),
    })),
  };
}

function contentCost(from: Label, to: Label): number {
  if (from === undefined || to === undefined) return from === to ? 0 : 1;
  return Math.min(...readings(from).flatMap((one) => readings(to).map((other) => textCost(one, other))));
}

function readings({ text, isCovered }: GridCell): string[] {
  return isCovered ? [text, ''] : [text];
}

function textCost(a: string, b: string): number {
  if (a === b) return 0;
  return editDistance(a, b) / Math.max(a.length, b.length);
}
