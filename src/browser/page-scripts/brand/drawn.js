/** @import { TextRole, Zone } from '../../branding-facts.ts' */

/**
 * A visible element.
 * @typedef {object} Drawn
 * @property {Element} element
 * @property {string} name its own
 * @property {CSSStyleDeclaration} style
 * @property {DOMRect} box
 *
 * What an element stands in.
 * @typedef {object} Around
 * @property {Zone} zone
 * @property {TextRole} role
 * @property {Area | undefined} area that is painted behind it
 * @property {boolean} isDistinct it is a link of another colour than the text around it
 * @property {string} color
 *
 * @typedef {{color: string, size: number}} Area
 */

/**
 * @param {Element} element
 * @param {string} name
 */
export function attribute(element, name) {
  return Element.prototype.getAttribute.call(element, name) ?? '';
}

/** @param {Element} element */
export function boxOf(element) {
  return Element.prototype.getBoundingClientRect.call(element);
}

/**
 * '' when nothing is painted.
 * @param {CSSStyleDeclaration} style
 */
export function backgroundOf({ backgroundColor }) {
  return isClear(backgroundColor) ? '' : backgroundColor;
}

/** @param {string} color */
export function isClear(color) {
  return /^rgba\(.*, 0\)$|\/ 0\)$/.test(color) || color === 'transparent';
}

/** @param {string} value */
export function px(value) {
  return Number.parseFloat(value) || 0;
}
