import { COMMENT, DOCTYPE, FIRST_ELEMENT_TAG, tagId, TEXT } from './tags.ts';
import type { RemovalMask, Tree } from './tree.ts';

/** The part of a tree that is written, and the hook for its attributes. */
export interface SerializeOptions {
  /** Node whose HTML is wanted, itself included; the whole document when absent. */
  root?: number;
  /** Nodes to leave out, with all they hold. */
  removed?: RemovalMask;
  /** Gives the value to write for an attribute; undefined drops it. */
  rewriteAttribute?: (node: number, name: string, value: string) => string | undefined;
  /** Attributes that are written beside those of a node; a text gets a `span` for them. */
  marks?: ReadonlyMap<number, Readonly<Record<string, string>>>;
}

/** Elements without an end tag (WHATWG HTML 13.3 "serializing HTML fragments"). */
const VOID_TAGS = tagSet(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr',
);
/** Elements whose text is written as it is; `noscript` is not one of them because scripting is disabled. */
const RAW_TEXT_TAGS = tagSet('style script xmp iframe noembed noframes plaintext');

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '\u00A0': '&nbsp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** HTML text of a tree by the standard's serialisation algorithm (WHATWG HTML 13.3). */
export function serializeHtml(tree: Tree, options: SerializeOptions = {}): string {
  const { root = 0, removed } = options;
  const stop = tree.end[root]!;
  /** Elements whose end tag is still to be written. */
  const open: number[] = [];
  let html = '';
  for (let node = root; node < stop;) {
    html += endTags(tree, open, node);
    if (removed !== undefined && removed[node] !== 0) {
      node = tree.end[node]!;
      continue;
    }
    html += serializedNode(tree, node, options);
    const isVoid = isVoidElement(tree, node);
    if (tree.tag[node]! >= FIRST_ELEMENT_TAG && !isVoid) open.push(node);
    // A void element has no content to write even when the tree gives it some.
    node = isVoid ? tree.end[node]! : node + 1;
  }
  return html + endTags(tree, open, stop);
}

/** End tags of all open elements that end at or before `node`. */
function endTags(tree: Tree, open: number[], node: number): string {
  let html = '';
  for (let top = open.at(-1); top !== undefined && tree.end[top]! <= node; top = open.at(-1)) {
    html += `</${tree.name(top)}>`;
    open.pop();
  }
  return html;
}

/** A node without its children and its end tag. */
function serializedNode(tree: Tree, node: number, options: SerializeOptions): string {
  const tag = tree.tag[node]!;
  if (tag >= FIRST_ELEMENT_TAG) return startTag(tree, node, options);
  if (tag === TEXT) return markedText(tree, node, options);
  if (tag === COMMENT) return `<!--${tree.text(node)}-->`;
  return tag === DOCTYPE ? `<!DOCTYPE ${tree.doctypeName}>` : '';
}

function serializedText(tree: Tree, node: number): string {
  const text = tree.text(node);
  const parent = tree.parent[node]!;
  if (parent >= 0 && tree.namespace[parent] === 0 && RAW_TEXT_TAGS.has(tree.tag[parent]!)) return text;
  return text.replace(/[&\u00A0<>]/g, escapeOf);
}

function markedText(tree: Tree, node: number, { marks }: SerializeOptions): string {
  const text = serializedText(tree, node);
  const mark = marks?.get(node);
  return mark === undefined ? text : `<span${writtenAttributes(mark)}>${text}</span>`;
}

function writtenAttributes(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${value.replace(/[&\u00A0<>"]/g, escapeOf)}"`)
    .join('');
}

function startTag(tree: Tree, node: number, { rewriteAttribute, marks }: SerializeOptions): string {
  const mark = marks?.get(node);
  let html = `<${tree.name(node)}${mark === undefined ? '' : writtenAttributes(mark)}`;
  for (const [name, value] of tree.attributes(node)) {
    const written = rewriteAttribute === undefined ? value : rewriteAttribute(node, name, value);
    if (written !== undefined) html += ` ${name}="${written.replace(/[&\u00A0<>"]/g, escapeOf)}"`;
  }
  return `${html}>`;
}

function escapeOf(char: string): string {
  return ESCAPES[char]!;
}

function isVoidElement(tree: Tree, node: number): boolean {
  return tree.namespace[node] === 0 && VOID_TAGS.has(tree.tag[node]!);
}

function tagSet(names: string): ReadonlySet<number> {
  return new Set(names.split(' ').map((name) => tagId(name)!));
}
