import { keepElement } from '../aim.js';
import { describe } from '../element-tools.js';

/** In our own world of a page. */
const REFS = 'decantRefs';

/** @typedef {{numbers: WeakMap<Element, number>, elements: Map<number, WeakRef<Element>>}} Refs */

/** @returns {Refs} */
function refsOfPage() {
  const known = /** @type {Refs | undefined} */ (Reflect.get(globalThis, REFS));
  if (known) return known;
  const refs = { numbers: new WeakMap(), elements: new Map() };
  Reflect.set(globalThis, REFS, refs);
  return refs;
}

/**
 * Gives elements numbers that they keep for as long as their document is there.
 * @param {number} from the first that no element of any page has had
 * @returns {{of: (element: Element) => number, next: () => number}}
 */
export function numberElements(from) {
  const { numbers, elements } = refsOfPage();
  let next = from;
  return {
    next: () => next,
    of(element) {
      const known = numbers.get(element);
      if (known !== undefined) return known;
      numbers.set(element, next);
      elements.set(next, new WeakRef(element));
      return next++;
    },
  };
}

/**
 * @param {number} ref
 * @returns {Element | undefined}
 */
export function elementOf(ref) {
  const element = refsOfPage().elements.get(ref)?.deref();
  return element?.isConnected ? element : undefined;
}

/**
 * Keeps an element for `aim` with `nth` 0; says what it is, or nothing when it has gone.
 * @param {number} ref
 * @returns {string}
 */
export function keepRef(ref) {
  const element = elementOf(ref);
  if (element) keepElement(element);
  return element ? describe(element) : '';
}
