/** Attributes that authors give to elements so that they are found again, the best first. */
const NAMES = ['data-testid', 'data-test-id', 'data-test', 'data-cy', 'data-qa', 'aria-label', 'name'];
const OTHER_NAMES = ['href', 'alt', 'placeholder', 'title', 'for'];
/** Longer ones hold a state of the page, or all of a text. */
const MAX_VALUE = 100;
/** Identifiers that a program has numbered are others the next time. */
const NUMBERED = /\d{3,}|[0-9a-f]{8,}|^[:«]|:r\w+:|^(?:radix|react|ember|ext-gen|yui)/i;
/** Steps from an element that is known by itself; a path that is longer breaks with the next change of the page. */
const MAX_STEPS = 8;

/**
 * Makes selectors for the elements of a document that are short, last, and match one element alone. The document is looked
 * through once, whatever the number of selectors.
 * @param {Document} owner
 * @param {number} maxNodes elements that are looked at; later ones get no selector
 */
export function createSelectors(owner, maxNodes) {
  const { counts, places } = countAll(owner, maxNodes);

  /** @param {Element} element */
  const ownSelector = (element) => candidates(element).find((each) => counts.get(each) === 1);

  /**
   * The selector from the nearest element that is known by itself; undefined when there is none near.
   * @param {Element} element
   */
  const path = (element) => {
    const steps = [];
    for (
      let at = /** @type {Element | null} */ (element);
      at && steps.length < MAX_STEPS;
      at = at.parentElement
    ) {
      const own = ownSelector(at);
      if (own !== undefined) return [own, ...steps].join(' > ');
      const place = places.get(at);
      if (place === undefined) return undefined;
      const name = CSS.escape(at.localName);
      steps.unshift(place.isOnly(at.localName) ? name : `${name}:nth-of-type(${place.nth})`);
    }
    return undefined;
  };

  return {
    /**
     * Undefined for an element without a selector that would last.
     * @param {Element} element
     */
    of(element) {
      const selector = path(element);
      if (selector === undefined) return undefined;
      // The counts are ours; the page has the last word.
      const matches = Document.prototype.querySelectorAll.call(owner, selector);
      return matches.length === 1 && matches[0] === element ? selector : undefined;
    },
  };
}

/** @typedef {{nth: number, isOnly: (name: string) => boolean}} Place where an element stands among those of its name */

/**
 * @param {Document} owner
 * @param {number} maxNodes
 */
function countAll(owner, maxNodes) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  /** @type {WeakMap<Element, Place>} */
  const places = new WeakMap();
  /** @type {WeakMap<Node, Map<string, number>>} */
  const children = new WeakMap();
  const walker = owner.createTreeWalker(owner, NodeFilter.SHOW_ELEMENT);
  for (let nodes = 0; nodes < maxNodes && walker.nextNode(); nodes += 1) {
    const element = /** @type {Element} */ (walker.currentNode);
    for (const each of candidates(element)) counts.set(each, (counts.get(each) ?? 0) + 1);
    const { parentNode: parent, localName: name } = element;
    if (!parent) continue;
    const names = children.get(parent) ?? new Map();
    children.set(parent, names);
    const nth = (names.get(name) ?? 0) + 1;
    names.set(name, nth);
    places.set(element, { nth, isOnly: (one) => names.get(one) === 1 });
  }
  return { counts, places };
}

/**
 * Gives the selectors by which an element may be known by itself, the best first.
 * @param {Element} element
 */
function candidates(element) {
  const attribute = (/** @type {string} */ name) => Element.prototype.getAttribute.call(element, name);
  const tag = CSS.escape(element.localName);
  const made = [];
  const id = attribute('id') ?? '';
  if (isLasting(id)) made.push(/^[a-z][\w-]*$/i.test(id) ? `#${id}` : `[id=${quoted(id)}]`);
  for (const name of NAMES) {
    const value = attribute(name) ?? '';
    if (isLasting(value)) made.push(`${name.startsWith('data-') ? '' : tag}[${name}=${quoted(value)}]`);
  }
  const role = attribute('role') ?? '';
  const label = attribute('aria-label') ?? '';
  if (isLasting(role)) {
    if (isLasting(label)) made.push(`[role=${quoted(role)}][aria-label=${quoted(label)}]`);
    made.push(`[role=${quoted(role)}]`);
  }
  for (const name of OTHER_NAMES) {
    const value = attribute(name) ?? '';
    if (isShort(value)) made.push(`${tag}[${name}=${quoted(value)}]`);
  }
  made.push(tag);
  return made;
}

/** @param {string} value */
function isLasting(value) {
  return isShort(value) && !NUMBERED.test(value);
}

/** @param {string} value */
function isShort(value) {
  return value !== '' && value.length <= MAX_VALUE && !/[\0-\x1f\x7f]/.test(value);
}

/** @param {string} value */
function quoted(value) {
  return `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}
