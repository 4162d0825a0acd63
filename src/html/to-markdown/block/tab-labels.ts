import * as tags from '../../tags.ts';
import type { Tree } from '../../tree.ts';

const LONGEST_LABEL = 80;
/** Nodes of a tab, and of the start of a panel, that are read. */
const LABEL_NODES = 24;
const PANEL_CLASS = /(?:^|\s)(?:tabs?[-_]*pane|tabs?[-_]*panel|tab-content-item)(?:\s|$)/i;
const TABS_CLASS = /(?:^|[\s_-])tabs?(?:$|[\s_-])/i;
/** Elements above a link in which tabs are looked for. */
const MAX_TABS_CLIMB = 4;

/** The names of tabs by the ids that their panels refer to, or that the tabs lead to; read when the first panel is met. */
export class TabLabels {
  readonly #tree: Tree;
  #labels: Map<string, string> | undefined;

  constructor(tree: Tree) {
    this.#tree = tree;
  }

  /** The label to write above a panel; '' for any other element, and for a panel that begins with it. */
  labelOf(node: number, classes: string): string {
    const tree = this.#tree;
    if (!PANEL_CLASS.test(classes) && tree.attribute(node, 'role') !== 'tabpanel') return '';
    const labels = (this.#labels ??= readLabels(tree));
    const tab = tree.attribute(node, 'aria-labelledby')?.trim() ?? '';
    const label = labels.get(tab) ?? labels.get(`#${tree.attribute(node, 'id') ?? ''}`) ?? '';
    return startOf(tree, node).toLowerCase().startsWith(label.toLowerCase()) ? '' : label;
  }
}

/** Labels by the id of the tab, and by `#` and the id of the panel that the tab opens. */
function readLabels(tree: Tree): Map<string, string> {
  const labels = new Map<string, string>();
  for (let node = 1; node < tree.length; node++) {
    if (tree.tag[node]! < tags.FIRST_ELEMENT_TAG || !tree.hasAttributes(node)) continue;
    const isTab = tree.attribute(node, 'role') === 'tab';
    const target = targetOf(tree, node, isTab);
    if (!isTab && target === undefined) continue;
    const label = startOf(tree, node);
    if (label === '' || label.length > LONGEST_LABEL) continue;
    const id = tree.attribute(node, 'id');
    if (isTab && id !== undefined) labels.set(id, label);
    if (target !== undefined && !labels.has(target)) labels.set(target, label);
  }
  return labels;
}

/** The panel that a tab opens, as `#` and its id. */
function targetOf(tree: Tree, node: number, isTab: boolean): string | undefined {
  const controlled = isTab ? tree.attribute(node, 'aria-controls')?.trim() : undefined;
  if (controlled !== undefined && controlled !== '') return `#${controlled}`;
  if (tree.tag[node] !== tags.A) return undefined;
  const href = tree.attribute(node, 'href')?.trim();
  if (href === undefined || !/^#./.test(href)) return undefined;
  return isTab || isAmongTabs(tree, node) ? href : undefined;
}

function isAmongTabs(tree: Tree, link: number): boolean {
  let above = link;
  for (let level = 0; above > 0 && level < MAX_TABS_CLIMB; level++) {
    if (TABS_CLASS.test(tree.attribute(above, 'class') ?? '')) return true;
    above = tree.parent[above]!;
  }
  return false;
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
