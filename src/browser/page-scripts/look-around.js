/**
 * What a page has that could have been meant, for whoever named something that is not there.
 * @param {ReturnType<typeof import('./element-tools.js').elementTools>} tools
 * @param {string} kinds selector of what is listed by name
 * @param {number} most names
 */
export function lookAround(tools, kinds, most) {
  const shown = tools.findAll(kinds).slice(0, 2_000).filter(tools.isVisible);
  const names = [];
  for (const element of shown) {
    if (names.length === most) break;
    const name = tools.nameOf(element) || (element.id ? `#${element.id}` : element.localName);
    if (!names.includes(name)) names.push(name);
  }
  return {
    count: shown.length,
    names,
    title: String(document.title).slice(0, 80),
    url: String(document.URL).slice(0, 200),
  };
}
