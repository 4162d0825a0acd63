import type { Heading } from './document-structure.ts';
import { editDistance } from './edit-distance.ts';
import { treeEditDistance, type LabelledTree } from './tree-edit-distance.ts';

/**
 * How alike two hierarchies of headings are: 1 - (tree edit distance) / (headings of the one that has more). A heading hangs
 * below the last one before it of a smaller level; levels as such do not count, only who hangs below whom.
 */
export function headingSimilarity(expected: readonly Heading[], actual: readonly Heading[]): number {
  const most = Math.max(expected.length, actual.length);
  if (most === 0) return 1;
  return 1 - treeEditDistance(treeOf(expected), treeOf(actual), renameCost) / most;
}

interface Node extends LabelledTree<string> {
  children: Node[];
}

function treeOf(headings: readonly Heading[]): Node {
  const root: Node = { label: '', children: [] };
  const open: Array<{ level: number; node: Node }> = [{ level: 0, node: root }];
  for (const { level, text } of headings) {
    while ((open.at(-1)?.level ?? 0) >= level) open.pop();
    const node: Node = { label: text, children: [] };
    open.at(-1)?.node.children.push(node);
    open.push({ level, node });
  }
  return root;
}

function renameCost(from: string, to: string): number {
  if (from === to) return 0;
  // The roots have no text and stay roots.
  if (from === '' || to === '') return 1;
  return editDistance(from, to) / Math.max(from.length, to.length);
}
