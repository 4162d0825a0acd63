/**
 * Reads a property of nodes as the browser defines it: a page may name its form fields and pictures like properties of
 * the tree, and so hide these.
 * @template {object} O
 * @template {keyof O} K
 * @param {O} prototype
 * @param {K} property
 * @returns {(object: O) => O[K]}
 */
export function propertyReader(prototype, property) {
  const descriptor = Object.getOwnPropertyDescriptor(prototype, property);
  const get = /** @type {() => O[K]} */ (descriptor?.get);
  return (object) => get.call(object);
}
