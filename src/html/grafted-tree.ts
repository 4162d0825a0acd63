import { FRAME_MARK } from './marks.ts';
import { DIV } from './tags.ts';
import type { Tree } from './tree.ts';

/** A subtree of another tree that stands in the place of a frame. */
export interface Graft {
  tree: Tree;
  /** The node whose children stand in the frame. */
  root: number;
  /** The address of the frame. */
  url: string;
}

/** Attributes that a frame has no use for once it holds its content. */
const FRAME_ATTRIBUTES: ReadonlySet<string> = new Set(['src', 'srcdoc', FRAME_MARK]);

/**
 * A page whose frames hold the content of their documents, each in a marked `div` as a rendered page has it. Linear in
 * all trees together; nothing is parsed again.
 */
export class GraftedTree implements Tree {
  readonly length: number;
  readonly tag: Uint16Array;
  readonly parent: Int32Array;
  readonly end: Int32Array;
  readonly namespace: Uint8Array;
  readonly isQuirks: boolean;
  readonly doctypeName: string;
  /** Addresses by frame. */
  readonly #frames = new Map<number, string>();
  readonly #trees: readonly Tree[];
  /** The tree of each node, and its number there. */
  readonly #owner: Uint8Array;
  readonly #local: Int32Array;

  /** `grafts` by frame, at most 255. */
  constructor(page: Tree, grafts: ReadonlyMap<number, Graft>) {
    let length = page.length;
    for (const [frame, { tree, root }] of grafts)
      length += tree.end[root]! - root - (page.end[frame]! - frame);
    this.length = length;
    this.tag = new Uint16Array(length);
    this.parent = new Int32Array(length);
    this.end = new Int32Array(length);
    this.namespace = new Uint8Array(length);
    this.isQuirks = page.isQuirks;
    this.doctypeName = page.doctypeName;
    this.#owner = new Uint8Array(length);
    this.#local = new Int32Array(length);
    this.#trees = [page, ...Array.from(grafts.values(), ({ tree }) => tree)];
    this.#fill(page, grafts);
  }

  #fill(page: Tree, grafts: ReadonlyMap<number, Graft>): void {
    /** The number here of each node of the page. */
    const moved = new Int32Array(page.length + 1);
    let at = 0;
    let owner = 0;
    for (let node = 0; node < page.length;) {
      moved[node] = at;
      this.#set(at, 0, node);
      this.parent[at] = node === 0 ? -1 : moved[page.parent[node]!]!;
      const graft = grafts.get(node);
      const stop = graft === undefined ? node + 1 : page.end[node]!;
      at = graft === undefined ? at + 1 : this.#graft(at, ++owner, graft);
      for (node++; node < stop; node++) moved[node] = at;
    }
    moved[page.length] = at;
    for (let node = 0; node < at; node++)
      if (this.#owner[node] === 0) this.end[node] = moved[page.end[this.#local[node]!]!]!;
  }

  /** Puts the content of a frame below `frame`, and gives the number of the node behind it. */
  #graft(frame: number, owner: number, { tree, root, url }: Graft): number {
    this.tag[frame] = DIV;
    this.#frames.set(frame, url);
    const shift = frame - root;
    const stop = tree.end[root]!;
    for (let node = root + 1; node < stop; node++) {
      this.#set(node + shift, owner, node);
      this.parent[node + shift] = tree.parent[node]! + shift;
      this.end[node + shift] = tree.end[node]! + shift;
    }
    return stop + shift;
  }

  #set(at: number, owner: number, local: number): void {
    const tree = this.#trees[owner]!;
    this.#owner[at] = owner;
    this.#local[at] = local;
    this.tag[at] = tree.tag[local]!;
    this.namespace[at] = tree.namespace[local]!;
  }

  name(node: number): string {
    return this.#frames.has(node) ? 'div' : this.#treeOf(node).name(this.#local[node]!);
  }

  text(node: number): string {
    return this.#treeOf(node).text(this.#local[node]!);
  }

  isBlank(node: number): boolean {
    return this.#treeOf(node).isBlank(this.#local[node]!);
  }

  hasAttributes(node: number): boolean {
    return this.#treeOf(node).hasAttributes(this.#local[node]!);
  }

  attribute(node: number, name: string): string | undefined {
    if (FRAME_ATTRIBUTES.has(name) && this.#frames.has(node))
      return name === FRAME_MARK ? this.#frames.get(node) : undefined;
    return this.#treeOf(node).attribute(this.#local[node]!, name);
  }

  elementsWith(...names: readonly string[]): number[] {
    const found: number[] = [];
    for (let node = 0; node < this.length; node++) {
      if (this.hasAttributes(node) && names.some((name) => this.attribute(node, name) !== undefined))
        found.push(node);
    }
    return found;
  }

  attributes(node: number): ReadonlyArray<readonly [name: string, value: string]> {
    const own = this.#treeOf(node).attributes(this.#local[node]!);
    const url = this.#frames.get(node);
    if (url === undefined) return own;
    return [[FRAME_MARK, url], ...own.filter(([name]) => !FRAME_ATTRIBUTES.has(name))];
  }

  #treeOf(node: number): Tree {
    return this.#trees[this.#owner[node]!]!;
  }
}
