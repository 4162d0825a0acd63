import { propertyReader } from '../property-reader.js';

/** @import { Frame, Seen } from './look-through.js' */
/** @import { TreeReaders } from './tree-readers.js' */

/**
 * How nodes are written: children of a host that are in no slot are `unplaced`, and not shown.
 * @typedef {'unplaced' | undefined} Mode
 *
 * @typedef {object} Writing
 * @property {TreeReaders} readers
 * @property {Seen} seen
 * @property {{hiddenMark: string, frameMark: string}} marks
 * @property {string[]} pieces around the frames whose content only they themselves can tell
 * @property {string[]} parts of the piece that is written
 * @property {ForeignFrame[]} foreign
 * @property {Array<string | {node: Node, mode: Mode}>} todo what is to be written next is at the end
 *
 * @typedef {{element: Element, url: string, tag: string}} ForeignFrame
 */

/**
 * @param {Element} root
 * @param {Pick<Writing, 'readers' | 'seen' | 'marks'>} page
 * @returns {Pick<Writing, 'pieces' | 'foreign'>}
 */
export function writePage(root, page) {
  /** @type {Writing} */
  const writing = { ...page, pieces: [], parts: [], foreign: [], todo: [{ node: root, mode: undefined }] };
  const doctype = propertyReader(Document.prototype, 'doctype')(document);
  if (doctype !== null) writing.parts.push(`<!DOCTYPE ${doctype.name}>`);
  for (let item = writing.todo.pop(); item !== undefined; item = writing.todo.pop()) write(item, writing);
  endPiece(writing);
  return writing;
}

/**
 * @param {Writing['todo'][number]} item
 * @param {Writing} writing
 */
function write(item, writing) {
  const { parts, readers, marks } = writing;
  if (typeof item === 'string') return void parts.push(item);
  const { node, mode } = item;
  const type = readers.typeOf(node);
  if (type === 1) return writeElement(/** @type {Element} */ (node), mode, writing);
  const { data } = /** @type {CharacterData} */ (node);
  if (type === 8) parts.push(`<!--${data}-->`);
  else if (type === 3 || type === 4) {
    const text = escapeText(data);
    const isUnseen = mode === 'unplaced' && text.trim() !== '';
    parts.push(isUnseen ? `<span ${marks.hiddenMark}="">${text}</span>` : text);
  }
}

/**
 * @param {Element} element
 * @param {Mode} mode
 * @param {Writing} writing
 */
function writeElement(element, mode, writing) {
  const { readers, seen, parts, todo } = writing;
  if (!seen.mixed.has(element) && mode !== 'unplaced') return void parts.push(readers.outerOf(element));
  const frame = seen.frames.get(element);
  if (frame) return writeFrame(element, frame, writing);
  if (readers.nameOf(element) === 'noframes') return;
  const name = writtenName(element, readers);
  parts.push(startTag(element, name, mode, writing));
  todo.push(`</${name}>`);
  const root = seen.roots.get(element);
  const nodes = seen.assigned.get(element);
  if (root) {
    // Children in no slot are not shown.
    pushChildren(element, 'unplaced', writing);
    todo.push('</template>');
    pushChildren(root, undefined, writing);
    parts.push('<template shadowrootmode="open">');
  } else if (nodes) pushAll(nodes, undefined, writing);
  else pushChildren(element, undefined, writing);
}

/**
 * A frameset is written under another name: it has no place for the content of its frames.
 * @param {Element} element
 * @param {TreeReaders} readers
 */
function writtenName(element, { nameOf, parentOf }) {
  const name = nameOf(element);
  if (name !== 'frameset') return name;
  return nameOf(/** @type {Element} */ (parentOf(element))) === 'html' ? 'body' : 'div';
}

/**
 * @param {Element} element
 * @param {Frame} frame
 * @param {Writing} writing
 */
function writeFrame(element, { root, url }, writing) {
  const { readers, parts, todo, marks, foreign } = writing;
  if (root === undefined) {
    const tag = `${startTag(element, 'iframe', undefined, writing)}</iframe>`;
    foreign.push({ element, url, tag });
    endPiece(writing);
    return;
  }
  parts.push(`<div ${marks.frameMark}="${escapeValue(url)}">`);
  todo.push('</div>');
  // Its head would say things about the page around it.
  const body = bodyOf(root, readers);
  if (body === undefined) todo.push({ node: root, mode: undefined });
  else if (readers.nameOf(body) === 'frameset') todo.push({ node: body, mode: undefined });
  else pushChildren(body, undefined, writing);
}

/** @param {Writing} writing */
function endPiece({ pieces, parts }) {
  pieces.push(parts.join(''));
  parts.length = 0;
}

/**
 * @param {Element} element
 * @param {string} name
 * @param {Mode} mode
 * @param {Writing} writing
 */
function startTag(element, name, mode, { readers, seen, marks }) {
  const { hiddenMark, frameMark } = marks;
  let tag = `<${name}`;
  for (const { name: attribute, value } of readers.attributesOf(element)) {
    if (attribute !== hiddenMark && attribute !== frameMark) tag += ` ${attribute}="${escapeValue(value)}"`;
  }
  return `${tag}${seen.hidden.has(element) || mode === 'unplaced' ? ` ${hiddenMark}=""` : ''}>`;
}

/**
 * @param {Node} parent
 * @param {Mode} mode
 * @param {Writing} writing
 */
function pushChildren(parent, mode, writing) {
  const { childOf, nextOf } = writing.readers;
  const children = [];
  for (let child = childOf(parent); child !== null; child = nextOf(child)) {
    if (!(mode === 'unplaced' && writing.seen.placed.has(child))) children.push(child);
  }
  pushAll(children, mode, writing);
}

/**
 * @param {Node[]} nodes
 * @param {Mode} mode
 * @param {Writing} writing
 */
function pushAll(nodes, mode, { todo }) {
  for (let at = nodes.length - 1; at >= 0; at--) {
    todo.push({ node: /** @type {Node} */ (nodes[at]), mode });
  }
}

/**
 * @param {Element} root
 * @param {TreeReaders} readers
 */
function bodyOf(root, { childOf, nextOf, nameOf, typeOf }) {
  for (let child = childOf(root); child !== null; child = nextOf(child)) {
    if (typeOf(child) !== 1) continue;
    const element = /** @type {Element} */ (child);
    if (nameOf(element) === 'body' || nameOf(element) === 'frameset') return element;
  }
  return undefined;
}

/** @param {string} text */
function escapeText(text) {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('\u00A0', '&nbsp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

/** @param {string} text */
function escapeValue(text) {
  return escapeText(text).replaceAll('"', '&quot;');
}
