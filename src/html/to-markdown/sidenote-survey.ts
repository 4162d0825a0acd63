import * as tags from '../tags.ts';
import type { Tree } from '../tree.ts';

const NOTE_CLASS = /(?:^|\s)(?:side-?note|margin-?note)(?:\s|$)/i;
const TOGGLE_CLASS = /(?:^|[\s_-])(?:toggle|side-?note|margin-?note)(?:$|[\s_-])/i;
/** Nodes before a toggle among which its label is looked for. */
const LABEL_NODES = 6;

/** Whether a `span` or `small` is a note that a style sheet puts into the margin, while it stands within the sentence. */
export function isSidenote(tree: Tree, node: number): boolean {
  return tree.hasAttributes(node) && NOTE_CLASS.test(tree.attribute(node, 'class') ?? '');
}

/** The label with the sign of a note in the margin, by the checkbox that shows the note on narrow screens; 0 for none. */
export function labelOfToggle(tree: Tree, input: number): number {
  if (tree.attribute(input, 'type')?.toLowerCase() !== 'checkbox') return 0;
  if (!TOGGLE_CLASS.test(tree.attribute(input, 'class') ?? '')) return 0;
  let next = tree.end[input]!;
  if (tree.tag[next] === tags.TEXT && tree.isBlank(next)) next = tree.end[next]!;
  if (next >= tree.length || tree.parent[next] !== tree.parent[input] || !isSidenote(tree, next)) return 0;
  const id = tree.attribute(input, 'id');
  for (let node = input - 1; node > 0 && node >= input - LABEL_NODES; node--) {
    if (tree.tag[node] === tags.LABEL && tree.attribute(node, 'for') === id) return node;
  }
  return 0;
}
