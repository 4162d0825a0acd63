export const PAGE_STATES = ['done', 'failed', 'waiting', 'skipped'] as const;

export type PageState = (typeof PAGE_STATES)[number];

/** A page of a job, as the service tells of it. */
export interface ToldPage {
  page: string;
  url: string;
  state: PageState;
  code: string | null;
}

type Counts = Record<PageState, number>;

/** A part of the path of pages: a folder, a page, or both. */
export interface TreeNode {
  readonly name: string;
  readonly parent: TreeNode | undefined;
  /** The page of this very path. */
  page: ToldPage | undefined;
  /** Absent when nothing is below. */
  children: Map<string, TreeNode> | undefined;
  /** Pages here and below; absent when nothing is below. */
  counts: Counts | undefined;
  isOpen: boolean;
  /** The children in their order, as long as none was added. */
  sorted: readonly TreeNode[] | undefined;
}

/** A node as a row of the tree. */
export interface TreeRow {
  node: TreeNode;
  /** 1 for hosts. */
  level: number;
  /** Its place among those of its folder, from 1, and how many those are. */
  place: number;
  siblings: number;
}

/** More pages are counted and not kept, so that a page of the dashboard does not grow without end. */
const MAX_PAGES = 100_000;
/** Folders of one path; the rest of a longer path is one name. */
const MAX_DEPTH = 40;

/** The pages of a job, in a list as they came and as a tree of folders. */
export class PageTree {
  readonly root = createNode('', undefined);
  readonly #nodes = new Map<string, TreeNode>();
  readonly #maxPages: number;
  /** Pages came that are not kept. */
  isFull = false;

  constructor(maxPages = MAX_PAGES) {
    this.#maxPages = maxPages;
  }

  get size(): number {
    return this.#nodes.size;
  }

  get counts(): Counts {
    return this.root.counts ?? noCounts();
  }

  node(page: string): TreeNode | undefined {
    return this.#nodes.get(page);
  }

  /** Notes what became of a page, which may be known already. */
  take(told: ToldPage): void {
    const node = this.#nodes.get(told.page);
    if (node?.page === undefined) return this.#add(told);
    const before = node.page.state;
    node.page = told;
    if (before === told.state) return;
    for (let each: TreeNode | undefined = node; each; each = each.parent) {
      if (each.counts === undefined) continue;
      each.counts[before]--;
      each.counts[told.state]++;
    }
  }

  #add(told: ToldPage): void {
    if (this.#nodes.size >= this.#maxPages) {
      this.isFull = true;
      return;
    }
    let node = this.root;
    for (const name of partsOf(told.url)) node = childOf(node, name);
    // Two addresses of one path, such as with a slash at the end and without.
    if (node.page !== undefined) node = childOf(node, told.url);
    if (node.page !== undefined) node = childOf(node, told.page);
    node.page = told;
    this.#nodes.set(told.page, node);
    for (let each: TreeNode | undefined = node; each; each = each.parent)
      if (each.counts !== undefined) each.counts[told.state]++;
  }

  /** The rows that are seen: what stands in open folders. */
  rows(): TreeRow[] {
    const rows: TreeRow[] = [];
    const waiting = [{ nodes: sortedChildren(this.root), at: 0 }];
    for (let top = waiting.at(-1); top !== undefined; top = waiting.at(-1)) {
      const node = top.nodes[top.at++];
      if (node === undefined) {
        waiting.pop();
        continue;
      }
      rows.push({ node, level: waiting.length, place: top.at, siblings: top.nodes.length });
      if (node.isOpen && node.children !== undefined) waiting.push({ nodes: sortedChildren(node), at: 0 });
    }
    return rows;
  }

  /** The pages in these states whose address has the text, or whose error has it as its code. */
  matches(states: ReadonlySet<PageState>, text: string): ToldPage[] {
    const wanted = text.toLowerCase();
    const found: ToldPage[] = [];
    for (const { page } of this.#nodes.values()) {
      if (page === undefined || !states.has(page.state)) continue;
      if (wanted === '' || page.url.toLowerCase().includes(wanted) || page.code === text) found.push(page);
    }
    return found;
  }
}

/** Opens the folders that lead to a node. */
export function openAbove(node: TreeNode): void {
  for (let each = node.parent; each; each = each.parent) each.isOpen = true;
}

function createNode(name: string, parent: TreeNode | undefined): TreeNode {
  return {
    name,
    parent,
    page: undefined,
    children: undefined,
    counts: undefined,
    // Hosts are open.
    isOpen: parent !== undefined && parent.parent === undefined,
    sorted: undefined,
  };
}

function childOf(node: TreeNode, name: string): TreeNode {
  node.children ??= new Map();
  if (node.counts === undefined) {
    node.counts = noCounts();
    if (node.page !== undefined) node.counts[node.page.state]++;
  }
  const known = node.children.get(name);
  if (known !== undefined) return known;
  const child = createNode(name, node);
  node.children.set(name, child);
  node.sorted = undefined;
  return child;
}

function sortedChildren(node: TreeNode): readonly TreeNode[] {
  node.sorted ??= [...(node.children?.values() ?? [])].toSorted((one, other) =>
    one.name < other.name ? -1 : Number(one.name > other.name),
  );
  return node.sorted;
}

function noCounts(): Counts {
  return { done: 0, failed: 0, waiting: 0, skipped: 0 };
}

/** Host, folders, and the query as a name of its own. */
function partsOf(text: string): string[] {
  const url = URL.parse(text);
  if (url === null) return [text];
  const names = url.pathname.split('/').filter(Boolean);
  const folders =
    names.length <= MAX_DEPTH
      ? names
      : [...names.slice(0, MAX_DEPTH - 1), names.slice(MAX_DEPTH - 1).join('/')];
  return [url.host, ...folders, ...(url.search === '' ? [] : [url.search])];
}
