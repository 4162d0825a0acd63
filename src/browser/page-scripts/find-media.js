/** @typedef {{url: string, kind: 'audio' | 'video', mimeType: string, area: number, isBackground: boolean}} Media */

/**
 * Sound and film that the elements of a page play or offer now; addresses as chosen by the browser.
 * @param {number} maxElements
 * @returns {Media[]}
 */
export function findMediaElements(maxElements) {
  /** @type {Media[]} */
  const found = [];
  /** @type {Array<Document | ShadowRoot>} */
  const roots = [document];
  for (const root of roots) {
    if (roots.length >= 200) break;
    let seen = 0;
    for (const element of all(root, '*')) {
      if (seen++ > 20_000) break;
      if (element.shadowRoot) roots.push(element.shadowRoot);
    }
    for (const element of all(root, 'video,audio')) {
      if (found.length >= maxElements) return found;
      found.push(...offersOf(/** @type {HTMLMediaElement} */ (element)));
    }
  }
  return found;
}

/**
 * @param {Document | ShadowRoot} root
 * @param {string} selector
 */
function all(root, selector) {
  const { prototype } = root instanceof ShadowRoot ? DocumentFragment : Document;
  return prototype.querySelectorAll.call(root, selector);
}

/**
 * @param {HTMLMediaElement} element
 * @returns {Media[]}
 */
function offersOf(element) {
  const { width, height } = element.getBoundingClientRect();
  const kind = element.localName === 'video' ? 'video' : 'audio';
  const isBackground =
    kind === 'video' && element.autoplay && element.muted && element.loop && !element.controls;
  const sources = [...element.querySelectorAll('source')].slice(0, 10);
  return [
    { url: element.currentSrc || element.src, mimeType: '' },
    ...sources.map(({ src, type }) => ({ url: src, mimeType: type.slice(0, 100) })),
  ]
    .filter(({ url }) => /^https?:/.test(url) && url.length <= 8_192)
    .map((one) => ({ ...one, kind, area: Math.round(width * height), isBackground }));
}
