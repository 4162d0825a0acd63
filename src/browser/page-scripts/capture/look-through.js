/** @import { TreeReaders } from './tree-readers.js' */

/**
 * The facts of a page that must be known before it is written.
 * @typedef {object} Seen
 * @property {Set<Node>} hidden the outermost elements that are not displayed
 * @property {Map<Node, ShadowRoot>} roots by host
 * @property {Map<Node, Node[]>} assigned by slot
 * @property {Map<Node, Frame>} frames by frame element
 * @property {Map<Node, Element>} framedBy frame elements by the root element in them
 * @property {Set<Node>} placed nodes that stand in a slot
 * @property {Set<Node>} mixed elements that are written by hand: those above and the ones they are in. All others the
 *   browser writes
 *
 * @typedef {object} Frame
 * @property {Element | undefined} root
 * @property {string} url
 *
 * @typedef {{hiddenMark: string, frameMark: string, maxLookMs: number, maxFrames: number, minFramePixels: number}} LookOptions
 *
 * @typedef {object} Look
 * @property {TreeReaders} readers
 * @property {Seen} seen
 * @property {LookOptions} options
 * @property {{lookUntil: number, frames: number}} budget
 * @property {Node[]} scopes that are looked through: documents' root elements and shadow roots
 */

const UNSEEN = new Set(['head', 'script', 'style', 'template', 'noscript', 'svg', 'math']);

/**
 * Looks at every element of a page, in its shadow roots and in its frames of the same site.
 * @param {Element} root
 * @param {TreeReaders} readers
 * @param {LookOptions} options
 * @returns {Seen}
 */
export function lookThrough(root, readers, options) {
  /** @type {Look} */
  const look = {
    readers,
    seen: {
      hidden: new Set(),
      roots: new Map(),
      assigned: new Map(),
      frames: new Map(),
      framedBy: new Map(),
      placed: new Set(),
      mixed: new Set(),
    },
    options,
    budget: { lookUntil: performance.now() + options.maxLookMs, frames: options.maxFrames },
    scopes: [root],
  };
  for (const scope of look.scopes) lookInto(scope, look);
  return look.seen;
}

/**
 * @param {Node} scope
 * @param {Look} look
 */
function lookInto(scope, look) {
  const { nameOf, typeOf } = look.readers;
  const isElement = typeOf(scope) === 1;
  mixMarked(scope, look);
  mixCdata(scope, look);
  const walker = Document.prototype.createTreeWalker.call(document, scope, NodeFilter.SHOW_ELEMENT);
  /** @type {Node | null} */
  let hiddenTop = null;
  let node = isElement ? scope : walker.firstChild();
  while (node !== null) {
    const element = /** @type {Element} */ (node);
    const name = nameOf(element);
    const isUnseen = UNSEEN.has(name);
    if (!isUnseen && !note(element, name, look, hiddenTop !== null)) hiddenTop ??= node;
    let next = isUnseen ? null : walker.firstChild();
    while (next === null) {
      if (walker.currentNode === hiddenTop) hiddenTop = null;
      if (walker.currentNode === scope) return;
      next = walker.nextSibling();
      if (next === null && walker.parentNode() === null) return;
    }
    node = next;
  }
}

/**
 * Marks of the page's own are none.
 * @param {Node} scope
 * @param {Look} look
 */
function mixMarked(scope, look) {
  const { hiddenMark, frameMark } = look.options;
  const { prototype } = look.readers.typeOf(scope) === 1 ? Element : DocumentFragment;
  const marked = `[${hiddenMark}],[${frameMark}]`;
  for (const element of prototype.querySelectorAll.call(scope, marked)) mix(element, look);
}

/**
 * The browser writes XHTML as XML, whose CDATA is a comment to a reader of HTML. That of scripts and style sheets is
 * text to it.
 * @param {Node} scope
 * @param {Look} look
 */
function mixCdata(scope, look) {
  const { nameOf, parentOf, typeOf } = look.readers;
  const walker = Document.prototype.createTreeWalker.call(document, scope, NodeFilter.SHOW_CDATA_SECTION);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = /** @type {Element} */ (parentOf(node));
    if (typeOf(parent) === 1 && !/^(?:script|style)$/.test(nameOf(parent))) mix(parent, look);
  }
}

/**
 * Looks at an element; false when nothing in it is displayed.
 * @param {Element} element
 * @param {string} name
 * @param {Look} look
 * @param {boolean} isInHidden
 */
function note(element, name, look, isInHidden) {
  const { readers, seen } = look;
  if (!isInHidden && !isDisplayed(element, look)) {
    seen.hidden.add(element);
    mix(element, look);
    return false;
  }
  const root = readers.shadowOf(element);
  if (root !== null) {
    seen.roots.set(element, root);
    look.scopes.push(root);
    mix(element, look);
  } else if (name === 'slot') noteSlot(element, look);
  else if (!isInHidden && (name === 'iframe' || name === 'frame')) noteFrame(element, name, look);
  else if (name === 'frameset' || name === 'noframes') mix(element, look);
  return true;
}

/**
 * @param {Element} element
 * @param {Look} look
 */
function isDisplayed(element, { readers, budget }) {
  // An element without a box of its own may still have children that show.
  if (readers.checkVisibility.call(element) || performance.now() > budget.lookUntil) return true;
  return getComputedStyle(element).display !== 'none';
}

/**
 * @param {Element} element
 * @param {Look} look
 */
function noteSlot(element, look) {
  const nodes = HTMLSlotElement.prototype.assignedNodes.call(element);
  if (nodes.length === 0) return;
  look.seen.assigned.set(element, nodes);
  for (const node of nodes) look.seen.placed.add(node);
  mix(element, look);
}

/**
 * @param {Element} element
 * @param {'iframe' | 'frame'} name
 * @param {Look} look
 */
function noteFrame(element, name, look) {
  const { readers, seen, options, budget } = look;
  const { width, height } = Element.prototype.getBoundingClientRect.call(element);
  if (width < options.minFramePixels || height < options.minFramePixels || budget.frames <= 0) return;
  budget.frames -= 1;
  const frame = /** @type {HTMLIFrameElement & HTMLFrameElement} */ (element);
  const inner = readers.innerOf[name](frame);
  const root = inner ? readers.rootOf(inner) : null;
  seen.frames.set(element, { root: root ?? undefined, url: inner?.location?.href ?? frame.src });
  if (root) {
    seen.framedBy.set(root, element);
    look.scopes.push(root);
  }
  mix(element, look);
}

/**
 * @param {Node} element
 * @param {Look} look
 */
function mix(element, { readers, seen }) {
  const { typeOf, parentOf } = readers;
  for (let at = /** @type {Node | undefined} */ (element); at && !seen.mixed.has(at);) {
    if (typeOf(at) === 1) seen.mixed.add(at);
    const above = parentOf(at);
    if (above === null) at = undefined;
    else if (typeOf(above) === 9) at = seen.framedBy.get(at);
    else at = typeOf(above) === 11 ? /** @type {ShadowRoot} */ (above).host : above;
  }
}
