/**
 * How an element lies: over the page, in its flow under a telling name, or neither.
 * @param {Element} element
 * @param {boolean} hasName
 */
export function layerOf(element, hasName) {
  const { position, zIndex } = getComputedStyle(element);
  if (position === 'fixed' || position === 'sticky') return 'over';
  if (element.localName === 'dialog' || element.getAttribute('aria-modal') === 'true') return 'over';
  if (/^(?:alert)?dialog$/.test(element.getAttribute('role') ?? '')) return 'over';
  if (position === 'absolute' && Number(zIndex) >= 100) return 'over';
  return hasName ? 'inline' : undefined;
}
