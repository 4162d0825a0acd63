/**
 * A consent dialogue that was seen; kept in our own world of its page.
 * @typedef {object} Banner
 * @property {Element} core what asks
 * @property {Element} root with the boxes and veils around it that hold nothing else
 * @property {HTMLIFrameElement | undefined} frame that it is in
 * @property {boolean} isNamed like a consent dialogue
 */

/**
 * @param {string} name
 * @returns {Banner[]}
 */
export function keptBanners(name) {
  return Reflect.get(globalThis, name) ?? [];
}

/**
 * @param {string} name
 * @param {Banner[]} banners
 */
export function keepBanners(name, banners) {
  Object.defineProperty(globalThis, name, { value: banners, configurable: true });
}
