import { describe, findAll, isVisible, likeliest } from './element-tools.js';
import { nextFrame } from './next-frame.js';
import { pause } from './pause.js';
import { framesAround, placeOf, pointsOf, throughFrames, viewOf } from './point-tools.js';

/** In our own world of a page. */
const KEPT = 'decantKept';
/** False while an element that moves has not been hit. */
const HIT = 'decantHit';

/**
 * @typedef {object} Obstacle
 * @property {'missing' | 'hidden' | 'disabled' | 'moving' | 'covered'} problem
 * @property {boolean} [isFinal]
 * @property {string} [element]
 * @property {string} [cover]
 * @property {number} [matches]
 *
 * @typedef {{at: {x: number, y: number}, target: Element, isMoving: boolean} | {option: HTMLOptionElement} | Obstacle} Attempt
 *
 * @typedef {{kind: 'chosen'} | {kind: 'point', x: number, y: number, href: string, isMoving: boolean} | ({kind: 'refused'} & Obstacle)} Aimed
 */

/**
 * Waits until an element can be clicked and tells where: it is there, shown, enabled, at rest and not covered. The
 * first of several matches that is shown counts; `nth` takes one of those that `keepAll` has kept.
 * @param {{selector: string, nth: number, maxMs: number, movingMs: number}} options
 * @returns {Promise<Aimed>}
 */
export async function aim({ selector, nth, maxMs, movingMs }) {
  const startedAt = performance.now();
  const seen = { isCovered: false };
  for (;;) {
    const askedAt = performance.now();
    const tried = await tryAim({ selector, nth, movingUntil: startedAt + movingMs, seen });
    if ('option' in tried) return choose(tried.option);
    if ('at' in tried) {
      if (tried.isMoving) watchHit(tried.target);
      const { offsetLeft = 0, offsetTop = 0 } = visualViewport ?? {};
      const link = /** @type {HTMLAnchorElement | null} */ (tried.target.closest('a[href]'));
      return {
        kind: 'point',
        x: tried.at.x - offsetLeft,
        y: tried.at.y - offsetTop,
        href: link?.href ?? '',
        isMoving: tried.isMoving,
      };
    }
    const now = performance.now();
    if (tried.isFinal || now - startedAt >= maxMs) return { kind: 'refused', ...tried };
    // A page on which looking is dear is looked at less often.
    await pause(Math.min(Math.max(30, 4 * (now - askedAt)), Math.max(1, maxMs - (now - startedAt))));
  }
}

/**
 * Where to click, or why not yet.
 * @param {{selector: string, nth: number, movingUntil: number, seen: {isCovered: boolean}}} options
 * @returns {Promise<Attempt>}
 */
async function tryAim({ selector, nth, movingUntil, seen }) {
  const { element, matches } = wanted(selector, nth);
  if (!element?.isConnected) return { problem: 'missing', isFinal: nth >= 0 };
  if (element.localName === 'option') return { option: /** @type {HTMLOptionElement} */ (element) };
  const target = targetOf(element);
  if (!isVisible(target)) {
    return { problem: 'hidden', isFinal: nth >= 0, element: describe(element), matches };
  }
  if (target.matches(':disabled')) return { problem: 'disabled', element: describe(element) };
  // An element that seems covered may lie outside of the part that its surroundings show.
  if (seen.isCovered || isOutOfSight(target))
    target.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
  await nextFrame();
  const before = placeOf(target);
  await nextFrame();
  const isMoving = before !== placeOf(target);
  if (isMoving && performance.now() < movingUntil) return { problem: 'moving', element: describe(target) };
  const points = pointsOf(target);
  if (points.length === 0) return { problem: 'hidden', element: describe(element), matches };
  /** @type {Element | null} */
  let cover = null;
  for (const point of points) {
    const tried = throughFrames(target, point);
    if (tried.at) return { at: tried.at, target, isMoving };
    cover ??= tried.cover;
  }
  seen.isCovered = true;
  return {
    problem: 'covered',
    element: describe(element),
    cover: cover ? describe(cover) : 'something outside of the window',
  };
}

/**
 * @param {string} selector
 * @param {number} nth
 * @returns {{element: Element | undefined, matches: number}}
 */
function wanted(selector, nth) {
  if (nth >= 0) {
    const kept = /** @type {Element[] | undefined} */ (Reflect.get(globalThis, KEPT));
    return { element: kept?.[nth], matches: 1 };
  }
  const found = findAll(selector);
  return { element: likeliest(found), matches: found.length };
}

/**
 * Gives the element that a click has to hit: the label, for an input that cannot be seen.
 * @param {Element} element
 */
function targetOf(element) {
  if (isVisible(element)) return element;
  const { labels } = /** @type {HTMLInputElement} */ (element);
  return Array.from(labels ?? []).find(isVisible) ?? element;
}

/** @param {Element} element */
function isOutOfSight(element) {
  const box = element.getBoundingClientRect();
  const view = viewOf(element);
  const isInside =
    box.top >= 0 && box.left >= 0 && box.bottom <= view.innerHeight && box.right <= view.innerWidth;
  return !isInside || framesAround(element).length > 0;
}

/**
 * Watches whether a press arrives: an element that moves may have gone on by then.
 * @param {Element} target
 */
function watchHit(target) {
  Reflect.set(globalThis, HIT, false);
  target.addEventListener('pointerdown', () => Reflect.set(globalThis, HIT, true), {
    capture: true,
    once: true,
  });
}

/** Tells whether the last press on an element that moves went past it; false on the page that a hit has led to. */
export function hasMissed() {
  return Reflect.get(globalThis, HIT) === false;
}

/**
 * @param {HTMLOptionElement} option
 * @returns {Aimed}
 */
function choose(option) {
  const select = option.closest('select');
  option.selected = true;
  for (const type of ['input', 'change']) select?.dispatchEvent(new Event(type, { bubbles: true }));
  return { kind: 'chosen' };
}

/**
 * Keeps one element for `aim` with `nth` 0.
 * @param {Element} element
 */
export function keepElement(element) {
  Reflect.set(globalThis, KEPT, [element]);
}

/**
 * Keeps what a selector matches now, for `aim` with `nth`; returns how many.
 * @param {string} selector
 */
export function keepAll(selector) {
  const found = findAll(selector);
  Reflect.set(globalThis, KEPT, found);
  return found.length;
}
