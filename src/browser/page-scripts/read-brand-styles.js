import { createReading } from './brand/create-reading.js';
import { readElement } from './brand/read-element.js';
import { heaviest, tally } from './brand/tally.js';

/** @import { BrandStyles } from '../branding-facts.ts' */
/** @import { Reading } from './brand/create-reading.js' */
/** @import { Around } from './brand/drawn.js' */

/** @typedef {{maxElements: number, maxVisited: number, until: number}} WalkLimits */

/** @type {Around} */
const OUTERMOST = { zone: 'main', role: 'text', area: undefined, isDistinct: false, color: '' };
const MAX_SHADOW_ROOTS = 200;

/**
 * Reads how the visible elements of a page look, in document order and within the limits, and adds up what is alike.
 * Runs in a world of its own; whatever a page puts in the place of properties (`<input name="children">`) fails one
 * element alone.
 * @param {{maxElements: number, maxVisited: number, maxMs: number}} limits
 * @returns {BrandStyles}
 */
export function readBrandStyles({ maxElements, maxVisited, maxMs }) {
  const limits = { maxElements, maxVisited, until: performance.now() + maxMs };
  const reading = createReading();
  const { shadowRoots } = reading;
  let isComplete = walk(document, OUTERMOST, reading, limits);
  for (const [index, [root, around]] of shadowRoots.entries()) {
    if (!isComplete || index >= MAX_SHADOW_ROOTS) break;
    isComplete = walk(root, around, reading, limits);
  }
  return toStyles(reading, isComplete);
}

/**
 * False when there is more than the limits allow.
 * @param {Document | ShadowRoot} start
 * @param {Around} outermost
 * @param {Reading} reading
 * @param {WalkLimits} limits
 */
function walk(start, outermost, reading, { maxElements, maxVisited, until }) {
  const { count } = reading;
  const walker = Document.prototype.createTreeWalker.call(document, start, NodeFilter.SHOW_ELEMENT);
  const contexts = [outermost];
  let node = walker.firstChild();
  while (node !== null) {
    count.visited += 1;
    if (count.read >= maxElements || count.visited >= maxVisited) return false;
    if (count.visited % 16 === 0 && performance.now() > until) return false;
    const outer = contexts.at(-1) ?? outermost;
    const inner = tryToRead(/** @type {Element} */ (node), outer, reading);
    let next = inner === undefined ? null : walker.firstChild();
    if (inner !== undefined && next !== null) contexts.push(inner);
    while (next === null) {
      next = walker.nextSibling();
      if (next !== null) break;
      if (walker.parentNode() === null || walker.currentNode === start) return true;
      contexts.pop();
    }
    node = next;
  }
  return true;
}

/**
 * @param {Element} element
 * @param {Around} outer
 * @param {Reading} reading
 */
function tryToRead(element, outer, reading) {
  try {
    return readElement(element, outer, reading);
  } catch {
    // Its own children stand in the place of its properties.
    return undefined;
  }
}

/**
 * @param {Reading} reading
 * @param {boolean} isComplete
 * @returns {BrandStyles}
 */
function toStyles(reading, isComplete) {
  const { texts, motions, layout } = reading;
  /** @type {Map<string, number>} */
  const backgrounds = new Map();
  for (const { color, size } of reading.areas) if (size > 0) tally(backgrounds, color, Math.round(size));
  return {
    viewport: { width: innerWidth, height: innerHeight },
    elements: reading.count.read,
    isComplete,
    root: reading.root,
    isSmoothScrolling: reading.isSmoothScrolling,
    backgrounds: heaviest(backgrounds, 40),
    borders: heaviest(reading.borders, 20),
    texts: [...texts.values()].toSorted((a, b) => b.characters - a.characters).slice(0, 200),
    buttons: reading.buttons,
    inputs: reading.inputs,
    icons: reading.icons,
    motions: [...motions.values()].toSorted((a, b) => b.count - a.count).slice(0, 30),
    radii: heaviest(reading.radii, 20),
    lengths: heaviest(reading.lengths, 60),
    paddings: heaviestPairs(reading.paddings),
    margins: heaviestPairs(reading.margins),
    states: reading.states,
    layout: {
      ...layout,
      columns: heaviest(reading.columns, 10),
      maxWidths: heaviest(reading.maxWidths, 10),
    },
  };
}

/**
 * @param {Map<string, number>} map by `kind|value`
 * @returns {Array<[kind: string, value: string, count: number]>}
 */
function heaviestPairs(map) {
  return heaviest(map, 40).map(([key, count]) => {
    const at = key.indexOf('|');
    return [key.slice(0, at), key.slice(at + 1), count];
  });
}
