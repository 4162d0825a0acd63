import { DOCUMENT, TEXT } from '../tags.ts';
import { flatOrder, type FlatOrder } from './tree-order.ts';
import { NodeLinks } from './tree-links.ts';

/** Flag of a node: it is on the stack of open elements. */
export const OPEN = 1;
/** Flag of a text node: it holds no character references. */
export const RAW = 2;
/** Flag of an `annotation-xml` element: its content is HTML. */
export const HOLDS_HTML = 4;

/**
 * The nodes of a tree that is being built, as growing columns. As long as every node is appended behind all others
 * (nearly every page) the order of creation is document order and `parent` says everything; the first operation that
 * needs more calls `link()`.
 */
export class NodeColumns {
  length = 0;
  tag: Uint16Array;
  parent: Int32Array;
  /** Elements: range of their attributes in the attribute table. Others: range of their data in the source. */
  start: Int32Array;
  stop: Int32Array;
  /** Elements: `nameSign` of each of their attributes. */
  signs: Int32Array;
  namespace: Uint8Array;
  flags: Uint8Array;
  /** Further pieces of a text node that is not one piece of the source: start, stop, `RAW` or 0 for each. */
  readonly pieces = new Map<number, number[]>();
  #links: NodeLinks | undefined;

  constructor(sourceLength: number) {
    const capacity = 64 + (sourceLength >> 6);
    this.tag = new Uint16Array(capacity);
    this.parent = new Int32Array(capacity);
    this.start = new Int32Array(capacity);
    this.stop = new Int32Array(capacity);
    this.signs = new Int32Array(capacity);
    this.namespace = new Uint8Array(capacity);
    this.flags = new Uint8Array(capacity);
    this.create(DOCUMENT, 0, 0, 0);
    this.parent[0] = -1;
  }

  create(tag: number, namespace: number, start: number, stop: number): number {
    const node = this.length++;
    if (node === this.tag.length) this.#grow();
    this.tag[node] = tag;
    this.namespace[node] = namespace;
    this.start[node] = start;
    this.stop[node] = stop;
    return node;
  }

  /** Makes `node` the last child of `parent`. Before `link()`: `node` is the newest, `parent` an ancestor of the one before. */
  append(parent: number, node: number): void {
    this.parent[node] = parent;
    this.#links?.append(parent, node);
  }

  /** Puts `node` before its new sibling. */
  insertBefore(sibling: number, node: number): void {
    const parent = this.parent[sibling]!;
    this.parent[node] = parent;
    this.link().insertBefore(parent, sibling, node);
  }

  /** Appends text to `parent`, or puts it before `sibling` when that is not 0; joins it to text that already ends there. */
  insertText(parent: number, sibling: number, piece: TextPiece): void {
    const neighbour = this.#textNeighbour(parent, sibling);
    if (neighbour !== 0) {
      this.#extend(neighbour, piece);
      return;
    }
    const node = this.create(TEXT, 0, piece.start, piece.stop);
    this.flags[node] = piece.isRaw ? RAW : 0;
    if (sibling === 0) this.append(parent, node);
    else this.insertBefore(sibling, node);
  }

  /** Takes a node out of its parent; its subtree stays with it. */
  detach(node: number): void {
    this.link().detach(this.parent[node]!, node);
  }

  /** Appends all children of `from` to `to`; gives their number. */
  moveChildren(from: number, to: number): number {
    return this.link().moveChildren(from, to, this.parent);
  }

  /** Ends the ordered phase: from now on nodes may be moved. */
  link(): NodeLinks {
    this.#links ??= new NodeLinks(this.tag.length, this.parent, this.length);
    return this.#links;
  }

  /** Document order of what is still attached. */
  order(): FlatOrder {
    return flatOrder(this.parent, this.length, this.#links);
  }

  #textNeighbour(parent: number, sibling: number): number {
    if (this.#links === undefined) {
      const last = this.length - 1;
      return sibling === 0 && this.tag[last] === TEXT && this.parent[last] === parent ? last : 0;
    }
    const before = sibling === 0 ? this.#links.lastChild[parent]! : this.#links.previous[sibling]!;
    return this.tag[before] === TEXT ? before : 0;
  }

  #extend(node: number, piece: TextPiece): void {
    const pieces = this.pieces.get(node);
    const isRaw = piece.isRaw ? RAW : 0;
    if (pieces !== undefined) {
      pieces.push(piece.start, piece.stop, isRaw);
    } else if (this.stop[node] === piece.start && (this.flags[node]! & RAW) === isRaw) {
      this.stop[node] = piece.stop;
    } else {
      this.pieces.set(node, [piece.start, piece.stop, isRaw]);
    }
  }

  #grow(): void {
    const capacity = this.tag.length * 2;
    this.tag = enlarge(this.tag, new Uint16Array(capacity));
    this.parent = enlarge(this.parent, new Int32Array(capacity));
    this.start = enlarge(this.start, new Int32Array(capacity));
    this.stop = enlarge(this.stop, new Int32Array(capacity));
    this.signs = enlarge(this.signs, new Int32Array(capacity));
    this.namespace = enlarge(this.namespace, new Uint8Array(capacity));
    this.flags = enlarge(this.flags, new Uint8Array(capacity));
    this.#links?.grow(capacity);
  }
}

/** A range of the source that becomes text. */
export interface TextPiece {
  readonly start: number;
  readonly stop: number;
  readonly isRaw: boolean;
}

function enlarge<Column extends Int32Array | Uint16Array | Uint8Array>(old: Column, larger: Column): Column {
  larger.set(old);
  return larger;
}
