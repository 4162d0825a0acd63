import * as tags from '../../tags.ts';
import type { Tree } from '../../tree.ts';

const LONGEST_LABEL = 80;
/** Nodes of a tab, and of the start of a panel, that are read. */
const LABEL_NODES = 24;
const PANEL_CLASS = /(?:^|\s)(?:tabs?[-_]*pane|tabs?[-_]*panel|tab-content-item|tabbed-block)(?:\s|$)/i;
const ROW_CLASS = /(?:^|\s)tabbed-labels(?:\s|$)/;
const TABS_CLASS = /(?:^|[\s_-])tabs?(?:$|[\s_-])/i;
/** Elements above a link in which tabs are looked for. */
const MAX_TABS_CLIMB = 4;

/**
 * The names of tabs by the ids that their panels refer to, or that the tabs lead to, else by their order in a row above as
 * many panels; read when the first panel is met.
 */
export class TabLabels {
  readonly #tree: Tree;
  #labels: Map<string, string> | undefined;
  #ordered: Map<number, string> | undefined;

  constructor(tree: Tree) {
    this.#tree = tree;
  }

  /** The label to write above a panel; '' for any other element, and for a panel that begins with it. */
  labelOf(node: number, classes: string): string {
    const tree = this.#tree;
    if (!isPanel(tree, node, classes)) return '';
    const labels = (this.#labels ??= readLabels(tree));
    const tab = tree.attribute(node, 'aria-labelledby')?.trim() ?? '';
    const label =
      labels.get(tab) ??
      labels.get(`#${tree.attribute(node, 'id') ?? ''}`) ??
      (this.#ordered ??= readOrderedLabels(tree)).get(node) ??
      '';
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

/** Labels by panel, of rows of tabs that are followed by as many panels: Docusaurus and Material for MkDocs name no ids. */
function readOrderedLabels(tree: Tree): Map<number, string> {
  const labels = new Map<number, string>();
  for (let node = 1; node < tree.length; node++) {
    if (!isTabRow(tree, node)) continue;
    const tabs = tabsOf(tree, node);
    const panels = panelsBehind(tree, node);
    if (tabs.length !== panels.length) continue;
    for (const [index, panel] of panels.entries()) {
      const label = startOf(tree, tabs[index]!);
      if (label.length <= LONGEST_LABEL) labels.set(panel, label);
    }
  }
  return labels;
}

function isTabRow(tree: Tree, node: number): boolean {
  if (tree.tag[node]! < tags.FIRST_ELEMENT_TAG || !tree.hasAttributes(node)) return false;
  return tree.attribute(node, 'role') === 'tablist' || ROW_CLASS.test(tree.attribute(node, 'class') ?? '');
}

/** The tabs of a row, up to a row within it. */
function tabsOf(tree: Tree, row: number): number[] {
  const found: number[] = [];
  for (let node = row + 1; node < tree.end[row]! && !isTabRow(tree, node); node++) {
    if (tree.tag[node]! < tags.FIRST_ELEMENT_TAG) continue;
    if (tree.tag[node] === tags.LABEL || tree.attribute(node, 'role') === 'tab') found.push(node);
  }
  return found;
}

/** The panels beside a row, up to the next row: so each part of a page is looked through once. */
function panelsBehind(tree: Tree, row: number): number[] {
  const found: number[] = [];
  const end = tree.end[tree.parent[row]!]!;
  for (let node = tree.end[row]!; node < end && !isTabRow(tree, node);) {
    const isElement = tree.tag[node]! >= tags.FIRST_ELEMENT_TAG;
    const isFound = isElement && isPanel(tree, node, tree.attribute(node, 'class') ?? '');
    if (isFound) found.push(node);
    node = isFound ? tree.end[node]! : node + 1;
  }
  return found;
}

function isPanel(tree: Tree, node: number, classes: string): boolean {
  return PANEL_CLASS.test(classes) || tree.attribute(node, 'role') === 'tabpanel';
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
