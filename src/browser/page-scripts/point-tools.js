import { boxesOf } from './element-tools.js';

/** @typedef {{x: number, y: number}} Point */

/**
 * The window that an element is drawn in.
 * @param {Element} element
 */
export function viewOf(element) {
  return /** @type {Window} */ (element.ownerDocument.defaultView);
}

/**
 * Frames around an element, innermost first.
 * @param {Element} element
 */
export function framesAround(element) {
  const frames = [];
  for (let frame = viewOf(element)?.frameElement; frame; frame = viewOf(frame)?.frameElement) {
    frames.push(frame);
  }
  return frames;
}

/**
 * Where the inside of a frame begins in the window around it.
 * @param {Element} frame
 */
function cornerOf(frame) {
  const { x, y } = frame.getBoundingClientRect();
  const style = viewOf(frame).getComputedStyle(frame);
  return {
    x: x + frame.clientLeft + Number.parseFloat(style.paddingLeft),
    y: y + frame.clientTop + Number.parseFloat(style.paddingTop),
  };
}

/**
 * The innermost element at a point of a document's window, in shadow roots too.
 * @param {Document} owner
 * @param {number} x
 * @param {number} y
 * @param {number} [maxDepth] shadow roots in one another
 */
export function elementAt(owner, x, y, maxDepth = Infinity) {
  let hit = owner.elementFromPoint(x, y);
  for (let depth = 0; hit?.shadowRoot && depth < maxDepth; depth++) {
    const inner = hit.shadowRoot.elementFromPoint(x, y);
    if (!inner || inner === hit) break;
    hit = inner;
  }
  return hit;
}

/**
 * The element around another one, out of shadow roots too.
 * @param {Element} element
 * @returns {Element | null}
 */
export function parentOf(element) {
  const { host = null } = /** @type {Partial<ShadowRoot>} */ (element.getRootNode());
  return element.assignedSlot ?? element.parentElement ?? host;
}

/**
 * @param {Element} element
 * @param {Element} outer
 */
function isWithin(element, outer) {
  for (let node = /** @type {Element | null} */ (element); node; node = parentOf(node)) {
    if (node === outer) return true;
  }
  return false;
}

/**
 * Where an element lies, to be compared.
 * @param {Element} element
 */
export function placeOf(element) {
  const { x, y, width, height } = boxesOf(element)[0] ?? { x: 0, y: 0, width: 0, height: 0 };
  return [x, y, width, height].map((value) => Math.round(value * 2)).join(',');
}

/**
 * The points of an element that are tried.
 * @param {Element} element
 */
export function pointsOf(element) {
  const boxes = boxesOf(element);
  const at = (/** @type {DOMRect} */ box, /** @type {number} */ across, /** @type {number} */ down) => ({
    x: box.x + box.width * across,
    y: box.y + box.height * down,
  });
  const corners = boxes
    .slice(0, 1)
    .flatMap((box) => [0.2, 0.8].flatMap((across) => [0.2, 0.8].map((down) => at(box, across, down))));
  return [...boxes.map((box) => at(box, 0.5, 0.5)), ...corners];
}

/**
 * @param {Element | null} hit
 * @param {Element} element
 */
function isHit(hit, element) {
  if (!hit) return false;
  if (isWithin(hit, element) || (hit.closest('label')?.control ?? null) === element) return true;
  // A click on an icon that lets clicks through is one on its button.
  const clickable = element.closest(
    'a,button,label,summary,[role=button],[role=link],[role=tab],[role=menuitem]',
  );
  return clickable !== null && isWithin(hit, clickable);
}

/**
 * Without `at` when something else is hit there; otherwise the point in the main frame's window.
 * @param {Element} element
 * @param {Point} point
 * @returns {{at: Point} | {at?: never, cover: Element | null}}
 */
export function throughFrames(element, point) {
  const hit = elementAt(element.ownerDocument, point.x, point.y);
  if (!isHit(hit, element)) return { cover: hit };
  const at = { ...point };
  for (const frame of framesAround(element)) {
    const corner = cornerOf(frame);
    at.x += corner.x;
    at.y += corner.y;
    const outer = elementAt(frame.ownerDocument, at.x, at.y);
    if (outer !== frame) return { cover: outer };
  }
  return { at };
}
