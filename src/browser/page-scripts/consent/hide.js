/** @param {Element} element */
export function hide(element) {
  const dialog = /** @type {HTMLDialogElement} */ (element);
  if (element.localName === 'dialog' && dialog.open) dialog.close();
  dialog.style.setProperty('display', 'none', 'important');
}

/**
 * Describes an element, for example `div#banner`.
 * @param {Element} element
 */
export function describe(element) {
  const id = element.getAttribute('id');
  const names = Array.from(element.classList, (one) => `.${one}`).slice(0, 2);
  return `${element.localName}${id ? `#${id}` : names.join('')}`.slice(0, 80);
}
