import { describe, hide } from './hide.js';
import { isNamed, namesOf } from './names-of.js';

/** @import { Vocabulary } from './create-vocabulary.js' */

const MAX_BACKDROPS = 4;
const COVERS_SHARE = 0.7;
const POINTS = /** @type {const} */ ([
  [0.5, 0.5],
  [0.03, 0.03],
]);

/**
 * Hides dark or blurred layers over the whole window that show nothing themselves; says which.
 * @param {Vocabulary} vocabulary
 */
export function removeBackdrops(vocabulary) {
  /** @type {string[]} */
  const done = [];
  while (done.length < MAX_BACKDROPS) {
    const layers = POINTS.map(([x, y]) => backdropAt(innerWidth * x, innerHeight * y, vocabulary));
    const layer = layers.find((one) => one !== undefined);
    if (!layer) break;
    hide(layer);
    done.push(`hidden ${describe(layer)}`);
  }
  return done;
}

/**
 * @param {number} x
 * @param {number} y
 * @param {Vocabulary} vocabulary
 */
function backdropAt(x, y, vocabulary) {
  for (let element = document.elementFromPoint(x, y); element; element = element.parentElement) {
    if (element === document.body || element === document.documentElement) return undefined;
    if (!/^(?:fixed|absolute)$/.test(getComputedStyle(element).position)) continue;
    const { width, height } = element.getBoundingClientRect();
    const covers = width * height >= innerWidth * innerHeight * COVERS_SHARE;
    return covers && isVeil(element, vocabulary) ? element : undefined;
  }
  return undefined;
}

/**
 * @param {Element} element
 * @param {Vocabulary} vocabulary
 */
function isVeil(element, vocabulary) {
  const { backgroundColor, backgroundImage, backdropFilter, opacity } = getComputedStyle(element);
  const [, alpha] = /^rgba\(.*,\s*([\d.]+)\)$/.exec(backgroundColor) ?? [];
  const isDim =
    (alpha !== undefined && Number(alpha) > 0) || (backgroundColor.startsWith('rgb(') && Number(opacity) < 1);
  const hasName =
    /overlay|backdrop|mask|veil|underlay|dimmer/i.test(namesOf(element)) || isNamed(vocabulary, element);
  if (!isDim && backdropFilter === 'none' && !hasName) return false;
  const { innerText } = /** @type {HTMLElement} */ (element);
  const shows = innerText?.trim() || element.querySelector('img,video,canvas,iframe,svg,object');
  return !shows && (backgroundImage === 'none' || hasName);
}
