import { treeReaders } from '../capture/tree-readers.js';
import { isHiding, isTextSeen, surroundingsIn } from './unseen.js';

/** @import { TreeReaders } from '../capture/tree-readers.js' */
/** @import { Surroundings } from './unseen.js' */

/**
 * @typedef {object} Place where the walk is
 * @property {Surroundings} around
 * @property {number} x of the frame's inside in the window of the page
 * @property {number} y
 * @property {CSSStyleDeclaration | undefined} style of the element around
 *
 * @typedef {object} SeenElement an element that is seen, or may have something in it that is
 * @property {Element} element
 * @property {string} name
 * @property {CSSStyleDeclaration} style
 * @property {Place} place of the element around
 * @property {boolean} isBlock
 *
 * @typedef {object} Visitor is told of all that readers of a page see, in its order
 * @property {(seen: SeenElement) => (() => void) | undefined} enter returns what is to be called after all that is in it
 * @property {(words: string) => void} text
 * @property {(frame: Element, place: Place) => void} foreign a frame that cannot be looked into
 *
 * @typedef {{node: Node, place: Place} | {leave: () => void}} Todo
 *
 * @typedef {{readers: TreeReaders, todo: Todo[], visitor: Visitor}} Walk
 */

const UNREAD = new Set(['head', 'script', 'style', 'template', 'noscript', 'object', 'embed', 'math']);
/** Elements in which nothing is looked for. */
const WHOLE = new Set(['img', 'svg', 'select', 'textarea', 'input', 'video', 'audio', 'canvas']);
const MAX_NODES = 100_000;
const MAX_MS = 1_500;
const MIN_FRAME_PIXELS = 24;
const WHITE = { red: 255, green: 255, blue: 255, alpha: 1 };

/**
 * Walks through a document as its readers see it, with shadow roots and frames of the same site; false when it was too
 * much. Passed over is all that is hidden from them in one of the usual ways: not displayed, transparent, cut away, outside of
 * the page, tiny, or in the colour of what is behind it.
 * @param {Visitor} visitor
 * @param {{isInner: boolean, isFull: () => boolean}} options `isInner`: the document is a frame's
 */
export function walkSeen(visitor, { isInner, isFull }) {
  /** @type {Walk} */
  const walk = { readers: treeReaders(), todo: [], visitor };
  const root = walk.readers.rootOf(document);
  // A frame may show what is behind it.
  const around = { behind: isInner ? undefined : WHITE, clip: undefined };
  if (root) walk.todo.push({ node: root, place: { around, x: 0, y: 0, style: undefined } });
  const until = performance.now() + MAX_MS;
  let nodes = 0;
  let isCut = false;
  for (let next = walk.todo.pop(); next !== undefined; next = walk.todo.pop()) {
    if ('leave' in next) next.leave();
    else if (!isCut) visit(next.node, next.place, walk);
    nodes += 1;
    isCut ||= nodes >= MAX_NODES || isFull() || performance.now() > until;
  }
  return !isCut;
}

/**
 * @param {Node} node
 * @param {Place} place
 * @param {Walk} walk
 */
function visit(node, place, walk) {
  const type = walk.readers.typeOf(node);
  if (type === 1) visitElement(/** @type {Element} */ (node), place, walk);
  if ((type !== 3 && type !== 4) || place.style === undefined) return;
  const text = /** @type {Text} */ (node);
  const isBlank = text.data.trim() === '';
  if (isBlank || isTextSeen(text, place.style, place.around)) walk.visitor.text(text.data);
}

/**
 * @param {Element} element
 * @param {Place} place
 * @param {Walk} walk
 */
function visitElement(element, place, walk) {
  const { readers, visitor, todo } = walk;
  const name = readers.nameOf(element);
  if (UNREAD.has(name)) return;
  const style = getComputedStyle(element);
  if (style.display === 'none' || isHiding(element, style)) return;
  const isBlock = !/^(?:inline|contents|ruby)/.test(style.display);
  const leave = visitor.enter({ element, name, style, place, isBlock });
  if (leave) todo.push({ leave });
  if (name === 'iframe' || name === 'frame') return enterFrame(element, place, walk);
  if (WHOLE.has(name)) return;
  const around = surroundingsIn(element, style, place.around);
  pushChildren(element, name, { ...place, around, style }, walk);
}

/**
 * @param {Element} element
 * @param {string} name
 * @param {Place} place
 * @param {Walk} walk
 */
function pushChildren(element, name, place, { readers, todo }) {
  const { shadowOf, childOf, nextOf, nameOf, typeOf } = readers;
  const isClosed = name === 'details' && !Element.prototype.hasAttribute.call(element, 'open');
  const children = name === 'slot' ? HTMLSlotElement.prototype.assignedNodes.call(element) : [];
  if (children.length === 0) {
    const parent = shadowOf(element) ?? element;
    for (let child = childOf(parent); child !== null; child = nextOf(child)) children.push(child);
  }
  for (const node of children.toReversed()) {
    if (!isClosed || (typeOf(node) === 1 && nameOf(/** @type {Element} */ (node)) === 'summary'))
      todo.push({ node, place });
  }
}

/**
 * @param {Element} element
 * @param {Place} place
 * @param {Walk} walk
 */
function enterFrame(element, place, { readers, todo, visitor }) {
  const box = element.getBoundingClientRect();
  if (box.width < MIN_FRAME_PIXELS || box.height < MIN_FRAME_PIXELS) return;
  const frame = /** @type {any} */ (element);
  const inner = readers.innerOf[element.localName === 'frame' ? 'frame' : 'iframe'](frame);
  const root = inner && readers.rootOf(inner);
  if (!root) return visitor.foreign(element, place);
  const at = { x: place.x + box.left + element.clientLeft, y: place.y + box.top + element.clientTop };
  todo.push({
    node: root,
    place: { ...at, around: { behind: undefined, clip: undefined }, style: undefined },
  });
}
