import { first } from './queries.js';

const TELLING = /primary|secondary|accent|brand|success|positive|warning|caution|error|danger|negative|link/i;
const MAX_FOUND = 300;
const MAX_LENGTH = 100;

/**
 * Custom properties whose names speak of colours. Properties that apply to the body count, wherever their CSS came
 * from.
 * @param {number} maxVariables
 */
export function findVariables(maxVariables) {
  /** @type {Array<[name: string, value: string]>} */
  const found = [];
  const body = first('body');
  if (!body) return found;
  const styles = body.computedStyleMap();
  if (styles.size > maxVariables) return found;
  for (const [name, values] of styles) {
    if (!name.startsWith('--') || !TELLING.test(name)) continue;
    const [computed] = values;
    const value = String(computed).trim();
    if (name.length <= MAX_LENGTH && value.length > 0 && value.length <= MAX_LENGTH)
      found.push([name, value]);
    if (found.length >= MAX_FOUND) break;
  }
  return found;
}
