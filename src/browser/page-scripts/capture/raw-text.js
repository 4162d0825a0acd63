/**
 * The text of a document that is not HTML, which Chromium wraps into a page of its own; undefined for HTML.
 * @param {Element} root
 * @param {string} contentType
 * @returns {string | undefined}
 */
export function rawText(root, contentType) {
  if (/^(?:text\/html|application\/xhtml\+xml)$/.test(contentType)) return undefined;
  const { querySelectorAll } = Element.prototype;
  const source = querySelectorAll.call(root, '#webkit-xml-viewer-source-xml')[0];
  const serializer = new XMLSerializer();
  if (source) return Array.from(source.childNodes, (node) => serializer.serializeToString(node)).join('');
  if (/[/+]xml$/.test(contentType)) return serializer.serializeToString(document);
  return querySelectorAll.call(root, 'body > pre')[0]?.textContent;
}
