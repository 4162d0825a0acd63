import { findAll, isVisible, nameOf } from './element-tools.js';
import { propertyReader } from './property-reader.js';

/**
 * Finds the parts of a page that a caller could have meant who named something that is not there.
 * @param {string} kinds selector of what is listed by name
 * @param {number} most names
 */
export function lookAround(kinds, most) {
  const shown = findAll(kinds).slice(0, 2_000).filter(isVisible);
  /** @type {string[]} */
  const names = [];
  for (const element of shown) {
    if (names.length === most) break;
    const name = nameOf(element) || (element.id ? `#${element.id}` : element.localName);
    if (!names.includes(name)) names.push(name);
  }
  return {
    count: shown.length,
    names,
    title: propertyReader(Document.prototype, 'title')(document).slice(0, 80),
    url: propertyReader(Document.prototype, 'URL')(document).slice(0, 200),
  };
}
