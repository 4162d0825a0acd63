import * as tags from '../../html/tags.ts';
import type { Tree } from '../../html/tree.ts';

/** Whether the first row of a table names its columns: it stands in the head of the table, or all of its cells say so. */
export function hasHeaderRow(tree: Tree, table: number): boolean {
  const stop = tree.end[table]!;
  let row = table + 1;
  while (row < stop && tree.tag[row] !== tags.TR) row++;
  if (row >= stop) return false;
  if (tree.tag[tree.parent[row]!] === tags.THEAD) return true;
  for (let cell = row + 1; cell < tree.end[row]!; cell = tree.end[cell]!) {
    if (tree.tag[cell] === tags.TD) return false;
  }
  return true;
}
