/** Pages are locked by hiding what overflows, or by fixing the body where it was scrolled to. */
export function unlockScrolling() {
  const { body, documentElement } = document;
  if (getComputedStyle(body).position === 'fixed') {
    const top = Number.parseFloat(getComputedStyle(body).top) || 0;
    set(body, 'position', 'static');
    if (top < 0) scrollTo(0, -top);
  }
  if (isLocked(documentElement)) set(documentElement, 'overflow-y', 'auto');
  if (isLocked(body)) set(body, 'overflow-y', 'visible');
  for (const element of [body, ...body.children].slice(0, 100))
    if (/blur\(/.test(getComputedStyle(element).filter)) set(element, 'filter', 'none');
}

/** @param {Element} element */
function isLocked(element) {
  return /^(?:hidden|clip)$/.test(getComputedStyle(element).overflowY);
}

/**
 * @param {Element} element
 * @param {string} property
 * @param {string} value
 */
function set(element, property, value) {
  /** @type {HTMLElement} */ (element).style.setProperty(property, value, 'important');
}
