import { describe, findAll, isVisible, likeliest } from './element-tools.js';
import { nextFrame, twoFrames } from './next-frame.js';
import { elementAt, viewOf } from './point-tools.js';

const SHARE = 0.9;
const MAX_ELEMENTS = 5_000;

/**
 * @typedef {{kind: 'missing'} | {kind: 'still', element: string} | {kind: 'none', x: number, y: number, by: number} |
 *   {kind: 'scrolled', from: number, to: number, height: number}} Scrolled
 */

/**
 * Scrolls by nearly a window: an element, the page, or what of the page scrolls in its place.
 * @param {{selector: string | undefined, direction: 'up' | 'down'}} options
 * @returns {Promise<Scrolled>}
 */
export async function scroll({ selector, direction }) {
  const sign = direction === 'up' ? -1 : 1;
  const named = selector === undefined ? undefined : likeliest(findAll(selector));
  if (selector !== undefined && named === undefined) return { kind: 'missing' };
  const target = named === undefined ? pageScroller() : scrollerIn(named);
  if (target === null) {
    if (named === undefined) {
      return { kind: 'none', x: innerWidth / 2, y: innerHeight / 2, by: sign * innerHeight * SHARE };
    }
    named.scrollIntoView({ block: sign > 0 ? 'end' : 'start', behavior: 'instant' });
    await nextFrame();
    return { kind: 'still', element: describe(named) };
  }
  const before = target.scrollTop;
  const isPage = target === target.ownerDocument.scrollingElement;
  const height = isPage ? viewOf(target).innerHeight : target.clientHeight;
  target.scrollBy({ top: sign * height * SHARE, behavior: 'instant' });
  // Listeners and observers are told with the frames.
  await twoFrames();
  return {
    kind: 'scrolled',
    from: Math.round(before),
    to: Math.round(target.scrollTop),
    height: target.scrollHeight,
  };
}

/** @param {Element} element */
function canScroll(element) {
  if (element.scrollHeight <= element.clientHeight + 1) return false;
  if (element === element.ownerDocument.scrollingElement) return true;
  return /auto|scroll|overlay/.test(viewOf(element).getComputedStyle(element).overflowY);
}

/**
 * Finds the element that scrolls: the named one may be its content.
 * @param {Element} named
 */
function scrollerIn(named) {
  if (canScroll(named)) return named;
  const inner = Array.from(named.querySelectorAll('*')).slice(0, MAX_ELEMENTS);
  return inner.find((element) => canScroll(element) && isVisible(element)) ?? null;
}

/** The page itself, or the nearest thing around the middle of the window that scrolls. */
function pageScroller() {
  const page = document.scrollingElement ?? document.documentElement;
  const clip =
    getComputedStyle(document.documentElement).overflowY + getComputedStyle(document.body ?? page).overflowY;
  if (canScroll(page) && !/hidden|clip/.test(clip)) return page;
  let node = elementAt(document, innerWidth / 2, innerHeight / 2);
  for (; node; node = node.parentElement) {
    if (node !== page && canScroll(node)) return node;
  }
  /** @type {Element | null} */
  let best = null;
  for (const element of Array.from(document.querySelectorAll('body *')).slice(0, MAX_ELEMENTS)) {
    if (canScroll(element) && element.clientHeight > (best?.clientHeight ?? 100)) best = element;
  }
  return best ?? (canScroll(page) ? page : null);
}
