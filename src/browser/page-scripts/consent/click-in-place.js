/**
 * Clicks as a script can; links and forms lead nowhere.
 * @param {HTMLElement} element
 */
export function clickInPlace(element) {
  addEventListener('click', stayHere, true);
  addEventListener('submit', stay, true);
  try {
    element.click();
  } finally {
    removeEventListener('click', stayHere, true);
    removeEventListener('submit', stay, true);
  }
}

/** @param {Event} event */
function stay(event) {
  event.preventDefault();
}

/** @param {Event} event */
function stayHere(event) {
  const path = /** @type {Element[]} */ (event.composedPath());
  const link = path.find(({ localName }) => localName === 'a' || localName === 'area');
  if (link?.hasAttribute('href') && !/^(?:#|javascript:)/i.test(link.getAttribute('href') ?? '')) stay(event);
}
