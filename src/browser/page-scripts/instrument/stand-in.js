/**
 * A function under the name and the length of the one that it stands in for.
 * @template {Function} F
 * @param {Function} original
 * @param {F} replacement
 */
export function standIn(original, replacement) {
  Object.defineProperty(replacement, 'name', { value: original.name });
  Object.defineProperty(replacement, 'length', { value: original.length });
  return replacement;
}
