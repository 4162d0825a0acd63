/** An inline dialogue is a small part of its page. */
const MAX_INLINE = { characters: 3_000, share: 0.6 };
/** A dialogue without a telling name is not most of what its page says. */
const MIN_SHELL = { characters: 1_000, share: 0.5 };
const PAGE_PARTS = 'main,article,[role=main],[role=navigation],nav';
const FORM_PARTS = 'input[type=password],input[type=email],input[type=tel],textarea';

/**
 * Whether an element belongs to what its page is about.
 * @param {Element} element
 * @param {'over' | 'inline'} layer
 * @param {boolean} hasName
 * @param {() => number} lengthOfPage characters
 */
export function isPartOfPage(element, layer, hasName, lengthOfPage) {
  if (element.querySelector('main,[role=main]')) return true;
  if (layer === 'inline') {
    const { length } = element.textContent;
    return length > MAX_INLINE.characters || length > lengthOfPage() * MAX_INLINE.share;
  }
  if (hasName) return false;
  // A page may itself lie in a box, and holds menus, searches and forms in fixed places.
  const { length } = element.textContent;
  if (length > MIN_SHELL.characters && length > lengthOfPage() * MIN_SHELL.share) return true;
  return (
    element.matches(`${PAGE_PARTS},header`) || element.querySelector(`${PAGE_PARTS},${FORM_PARTS}`) !== null
  );
}
