/**
 * @param {string} selector
 * @param {Document | Element} [scope]
 */
export function all(selector, scope = document) {
  const { prototype } = scope === document ? Document : Element;
  return prototype.querySelectorAll.call(scope, selector);
}

/** @param {string} selector */
export function first(selector) {
  return Document.prototype.querySelector.call(document, selector);
}

/**
 * @param {Element} element
 * @param {string} selector
 */
export function closest(element, selector) {
  return Element.prototype.closest.call(element, selector);
}

/**
 * The address that a page means; null when it is none.
 * @param {string} address
 */
export function urlOf(address) {
  return URL.parse(address, Reflect.get(Node.prototype, 'baseURI', document));
}

/**
 * '' when it is no address of the web.
 * @param {string} address
 */
export function absolute(address) {
  if (address === '' || address.length > 8_192) return '';
  const url = urlOf(address);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : '';
}

/**
 * A property of the document, whatever the page has put in its place.
 * @param {'URL' | 'title' | 'contentType'} property
 * @returns {string}
 */
export function documentText(property) {
  return Reflect.get(Document.prototype, property, document);
}
