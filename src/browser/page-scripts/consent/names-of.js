/** @import { Vocabulary } from './create-vocabulary.js' */

/**
 * Gives the names of an element, in lower case.
 * @param {Element} element
 */
export function namesOf(element) {
  const label = element.getAttribute('aria-label') ?? '';
  const names = [element.localName, element.getAttribute('id') ?? '', element.getAttribute('class') ?? ''];
  return [...names, label, titleOf(element)].join(' ').toLowerCase();
}

/**
 * Gives the part of a frame's address that names its document: all sorts of frames are handed a consent.
 * @param {Element} element
 */
function titleOf(element) {
  if (element.localName !== 'iframe') return '';
  const { title, name, src } = /** @type {HTMLIFrameElement} */ (element);
  return `${title} ${name} ${src.slice(0, 300).replace(/[?#].*$/s, '')}`;
}

/**
 * Whether an element is called like a consent dialogue.
 * @param {Vocabulary} vocabulary
 * @param {Element} element
 */
export function isNamed({ says }, element) {
  return says('names', namesOf(element));
}
