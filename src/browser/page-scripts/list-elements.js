import { createSelectors } from './selectors.js';
import { isActedOn, roleOf } from './sight/roles.js';

/**
 * An element of the page's own document that a person can point at.
 * @typedef {object} PickableElement
 * @property {string} selector matches this element and no other one
 * @property {string} role empty for what is read rather than used
 * @property {string} name
 * @property {number} x from the left of the page, CSS pixels
 * @property {number} y from its top
 * @property {number} width
 * @property {number} height
 */

const MAX_NODES = 50_000;
const MAX_ELEMENTS = 2_000;
const MAX_NAME = 80;
/** The least side of what can be hit, CSS pixels. */
const LEAST_SIDE = 4;
/** The parts of a page that somebody may want to keep or to leave out. */
const PARTS =
  /^(?:article|aside|blockquote|dd|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|img|li|main|nav|ol|p|picture|pre|section|table|td|th|tr|ul|video)$/;

/**
 * Lists what of a document can be picked on a picture of it, in its order, each with its box and a selector of its own. A
 * document of tens of thousands of elements is listed as far as its first part.
 * @param {{maxMs: number}} options
 * @returns {PickableElement[]}
 */
export function listElements({ maxMs }) {
  const until = performance.now() + maxMs;
  const found = findSeen(until);
  const selectors = createSelectors(document, MAX_NODES);
  const listed = [];
  for (const { element, role, box } of found) {
    if (performance.now() > until) break;
    const selector = selectors.of(element);
    if (selector === undefined) continue;
    const { x, y, width, height } = box;
    listed.push({
      selector,
      role,
      name: nameOf(element),
      x: Math.round(x + scrollX),
      y: Math.round(y + scrollY),
      width: Math.round(width),
      height: Math.round(height),
    });
  }
  return listed;
}

/**
 * @param {number} until
 * @returns {Array<{element: Element, role: string, box: DOMRect}>}
 */
function findSeen(until) {
  const found = [];
  const walker = document.createTreeWalker(document, NodeFilter.SHOW_ELEMENT);
  for (let nodes = 0; nodes < MAX_NODES && walker.nextNode() && performance.now() < until; nodes += 1) {
    const element = /** @type {Element} */ (walker.currentNode);
    const role = roleOf(element, element.localName) ?? '';
    const isUsed = isActedOn(role) && role !== '';
    if (!isUsed && !isRead(element)) continue;
    const box = Element.prototype.getBoundingClientRect.call(element);
    if (box.width < LEAST_SIDE || box.height < LEAST_SIDE) continue;
    const isShown = Element.prototype.checkVisibility.call(element, {
      opacityProperty: true,
      visibilityProperty: true,
    });
    if (isShown) found.push({ element, role: isUsed ? role : '', box });
    if (found.length >= MAX_ELEMENTS) break;
  }
  return found;
}

/**
 * Tells whether an element is a part of the page, or has words of its own.
 * @param {Element} element
 */
function isRead(element) {
  if (PARTS.test(element.localName)) return true;
  if (element.namespaceURI !== 'http://www.w3.org/1999/xhtml' || element === document.body) return false;
  const { firstChild: first } = element;
  return first?.nodeType === 3 && /** @type {Text} */ (first).data.trim() !== '';
}

/** @param {Element} element */
function nameOf(element) {
  const attribute = (/** @type {string} */ name) => Element.prototype.getAttribute.call(element, name) ?? '';
  const said =
    attribute('aria-label') ||
    textOf(element) ||
    attribute('alt') ||
    attribute('placeholder') ||
    attribute('title');
  const words = said.replace(/\s+/g, ' ').trim();
  return words.length > MAX_NAME ? `${words.slice(0, MAX_NAME - 1)}…` : words;
}

/**
 * The first words in an element: a part of a page may hold all of its text.
 * @param {Element} element
 */
function textOf(element) {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let text = '';
  for (let nodes = 0; nodes < 20 && text.length < MAX_NAME && texts.nextNode(); nodes += 1) {
    text += `${texts.currentNode.nodeValue ?? ''} `;
  }
  return text;
}
