import * as tags from '../../tags.ts';
import type { Tree } from '../../tree.ts';

const LONGEST_LABEL = 80;
/** Nodes of a tab, and of the start of a panel, that are read. */
const LABEL_NODES = 24;

/** The names of tabs by the ids that their panels refer to; read when the first panel is met. */
export class TabLabels {
  readonly #tree: Tree;
  #labels: Map<string, string> | undefined;

  constructor(tree: Tree) {
    this.#tree = tree;
  }

  /** The label to write above a panel; '' for any other element, and for a panel that begins with it. */
  labelOf(node: number): string {
    const tree = this.#tree;
    if (tree.attribute(node, 'role') !== 'tabpanel') return '';
    const id = tree.attribute(node, 'aria-labelledby')?.trim() ?? '';
    const label = (this.#labels ??= readLabels(tree)).get(id) ?? '';
    return startOf(tree, node).toLowerCase().startsWith(label.toLowerCase()) ? '' : label;
  }
}

function readLabels(tree: Tree): Map<string, string> {
  const labels = new Map<string, string>();
  for (let node = 1; node < tree.length; node++) {
    if (tree.tag[node]! < tags.FIRST_ELEMENT_TAG || !tree.hasAttributes(node)) continue;
    if (tree.attribute(node, 'role') !== 'tab') continue;
    const id = tree.attribute(node, 'id');
    const label = startOf(tree, node);
    if (id !== undefined && label !== '' && label.length <= LONGEST_LABEL) labels.set(id, label);
  }
  return labels;
}

/** The beginning of an element's text. */
function startOf(tree: Tree, element: number): string {
  let text = '';
  const end = Math.min(tree.end[element]!, element + LABEL_NODES);
  for (let node = element + 1; node < end && text.length <= LONGEST_LABEL; node++) {
    const tag = tree.tag[node]!;
    if (tag === tags.TEXT) text += ` ${tree.text(node)}`;
    else if (tag === tags.SVG || tag === tags.STYLE || tag === tags.SCRIPT) node = tree.end[node]! - 1;
  }
  return text.replace(/\s+/g, ' ').trim();
}
