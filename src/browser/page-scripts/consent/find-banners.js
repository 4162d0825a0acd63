import { elementAt, parentOf } from '../point-tools.js';
import { asksForConsent } from './asks-for-consent.js';
import { isPartOfPage } from './is-part-of-page.js';
import { layerOf } from './layer-of.js';
import { isNamed } from './names-of.js';
import { scopesOf } from './scopes-of.js';

/** @import { Vocabulary } from './create-vocabulary.js' */
/** @import { Banner } from './kept-banners.js' */

/**
 * @typedef {object} Search
 * @property {Vocabulary} vocabulary
 * @property {readonly string[]} spare
 * @property {Banner[]} banners
 * @property {Set<Element>} seen
 * @property {() => number} lengthOfPage
 */

/** Shares of the window: edges and corners, where bars and boxes are, and the middle; the likeliest first. */
const POINTS =
  '0.5,0.95 0.5,0.5 0.04,0.96 0.96,0.96 0.5,0.02 0.5,0.3 0.5,0.75 0.1,0.9 0.9,0.9 0.25,0.93 0.75,0.93 ' +
  '0.12,0.8 0.88,0.8 0.5,0.85 0.5,0.6 0.5,0.4 0.5,0.2 0.5,0.1 0.04,0.05 0.96,0.05 0.1,0.5 0.9,0.5';
const LIKELY = 9;
/** Each point costs more the more there is on a page, and on a busy machine; a banner is likely at the first ones. */
const USUAL_MS = 4;
const MAX_MS = 250;
const MAX_DEPTH = 100;
/** By how much text what is around a dialogue may exceed it. */
const MAX_MORE = { named: 1_500, unnamed: 40 };

/**
 * Looks for consent dialogues at a few points of the window.
 * @param {Vocabulary} vocabulary
 * @param {readonly string[]} spare
 * @param {number} startedAt
 */
export function findBanners(vocabulary, spare, startedAt) {
  /** @type {Search} */
  const search = { vocabulary, spare, banners: [], seen: new Set(), lengthOfPage: once(textLength) };
  if (!document.body) return search.banners;
  for (const [at, point] of POINTS.split(' ').entries()) {
    const spentMs = performance.now() - startedAt;
    if (spentMs > MAX_MS || (at >= LIKELY && spentMs > USUAL_MS)) break;
    const [x = 0, y = 0] = point.split(',').map(Number);
    const hit = elementAt(document, innerWidth * x, innerHeight * y, MAX_DEPTH);
    if (hit) examine(hit, search);
  }
  return search.banners;
}

/**
 * @param {Element} hit
 * @param {Search} search
 */
function examine(hit, search) {
  const { vocabulary, banners, seen, lengthOfPage } = search;
  const path = pathOf(hit);
  if (path.some((element) => banners.some(({ root }) => root === element))) return;
  if (hit.localName === 'iframe') {
    const at = path.findIndex((element) => layerOf(element, false) === 'over');
    if (at !== -1) keep(path, at, /** @type {HTMLIFrameElement} */ (hit), search);
    return;
  }
  // From the innermost: a page may itself lie in a fixed box.
  for (const [at, element] of path.entries()) {
    if (seen.has(element)) continue;
    seen.add(element);
    const isNamedHere = isNamed(vocabulary, element);
    const layer = layerOf(element, isNamedHere);
    if (layer === undefined || isPartOfPage(element, layer, isNamedHere, lengthOfPage)) continue;
    // A layer without a name of its own may be that of the element around it.
    const isNamedNear = isNamedHere || path.slice(at + 1, at + 3).some((outer) => isNamed(vocabulary, outer));
    if (!asksForConsent(vocabulary, element, { isNamed: isNamedNear, isOver: layer === 'over' })) continue;
    keep(path, at, undefined, search);
    return;
  }
}

/**
 * Elements from the innermost to the outermost below the body.
 * @param {Element} hit
 */
function pathOf(hit) {
  const path = [];
  for (let element = /** @type {Element | null} */ (hit); element; element = parentOf(element)) {
    if (path.length >= MAX_DEPTH) break;
    if (element === document.body || element === document.documentElement) break;
    path.push(element);
  }
  return path;
}

/**
 * @param {Element[]} path
 * @param {number} at
 * @param {HTMLIFrameElement | undefined} frame
 * @param {Search} search
 */
function keep(path, at, frame, search) {
  const { vocabulary, banners } = search;
  const core = /** @type {Element} */ (path[at]);
  if (isSpared(core, search.spare)) return;
  const root = widen(path, at, search);
  const others = banners.filter((known) => !pathOf(known.root).includes(root));
  const isNamedNear = path.slice(0, at + 3).some((element) => isNamed(vocabulary, element));
  banners.splice(0, banners.length, ...others, { core, root, frame, isNamed: isNamedNear });
}

/**
 * Whether what is going to be used lies in it.
 * @param {Element} element
 * @param {readonly string[]} spare
 */
function isSpared(element, spare) {
  return spare.some((selector) => {
    try {
      const first = document.querySelector(selector);
      if (first) return pathOf(first).includes(element);
      return scopesOf(element)?.some((scope) => scope.querySelector(selector)) ?? false;
    } catch {
      // No selector that a browser knows.
      return false;
    }
  });
}

/**
 * With the boxes and veils around it that hold nothing else.
 * @param {Element[]} path
 * @param {number} at
 * @param {Search} search
 */
function widen(path, at, { vocabulary, lengthOfPage }) {
  let widest = /** @type {Element} */ (path[at]);
  const { length } = widest.textContent;
  for (const element of path.slice(at + 1)) {
    const more = element.textContent.length - length;
    const hasName = isNamed(vocabulary, element);
    if (!hasName && layerOf(element, false) === undefined) continue;
    const belongs = more <= (hasName ? MAX_MORE.named : MAX_MORE.unnamed);
    if (belongs && !isPartOfPage(element, 'inline', true, lengthOfPage)) widest = element;
  }
  return widest;
}

function textLength() {
  return document.body.textContent.length;
}

/** @param {() => number} measure */
function once(measure) {
  let known = -1;
  return () => {
    if (known === -1) known = measure();
    return known;
  };
}
