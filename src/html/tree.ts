/**
 * The flat tree: a parsed page as parallel arrays in document order (preorder).
 *
 * A node is a number. Node 0 is the document. The subtree of `n` is the range `n .. end[n]-1`, so every pass over a
 * page is one loop and nothing recurses. First child: `n + 1` when `n + 1 < end[n]`. Next sibling: `end[n]` when
 * `end[n] < end[parent[n]]`.
 */
export interface Tree {
  /** Number of nodes, the document included. */
  readonly length: number;
  /** Tag of each node: one of the constants of `tags.ts`, or an id >= `FIRST_UNKNOWN_TAG` for names outside its table. */
  readonly tag: Uint16Array;
  /** Parent of each node; -1 for the document. */
  readonly parent: Int32Array;
  /** One past the last descendant of each node. */
  readonly end: Int32Array;
  /** 0 = HTML, 1 = SVG, 2 = MathML, for elements. */
  readonly namespace: Uint8Array;
  /** True when the page asked for quirks mode (no or old doctype). */
  readonly isQuirks: boolean;
  /** Name in the doctype, in lower case; '' when the page has none. */
  readonly doctypeName: string;
  /** Lower-case name of an element (SVG camel case kept as the standard adjusts it); '#text', '#comment', '#document', '#doctype' else. */
  name(node: number): string;
  /** Character data of a text or comment node, character references decoded; '' for other nodes. */
  text(node: number): string;
  /** True when a text is surely nothing but ASCII white space; costs less than reading it. */
  isBlank(node: number): boolean;
  /** Tells whether an element has any attribute; costs less than asking for one. */
  hasAttributes(node: number): boolean;
  /** Value of an attribute (name in lower case), references decoded; undefined when absent; '' when it has no value. */
  attribute(node: number, name: string): string | undefined;
  /** The elements that have one of these attributes, in document order; costs less than asking each element. */
  elementsWith(...names: readonly string[]): number[];
  /** All attributes in source order, first of each name only. */
  attributes(node: number): ReadonlyArray<readonly [name: string, value: string]>;
}

/**
 * The nodes that are taken out, and why, a byte for each: 0 = kept, else a rule number (see each transform's rule
 * table). A node that is taken out takes its whole subtree with it; transforms mark only the top of it.
 */
export type RemovalMask = Uint8Array;
