/** Computed styles that decide how legible a text is, on its element and on all that it lies within. */
const STYLES = [
  'color',
  'backgroundColor',
  'backgroundImage',
  'opacity',
  'filter',
  'mixBlendMode',
  'textShadow',
  'fontSize',
  'fontWeight',
  'textDecorationLine',
  'borderBottomStyle',
  'borderBottomColor',
  'position',
  'zIndex',
  'clipPath',
  'visibility',
  'display',
];

/**
 * An expression for a page: its elements with a text of their own. Where many look the same, within elements that look the
 * same, the first, the middle and the last stand for all: a table has thousands of cells, and a page some twenty looks.
 */
export const DISTINCT_STYLES = `(() => {
  const lookOf = new Map([[null, 'page']]);
  const looks = new Map();
  const alike = new Map();
  for (const element of document.querySelectorAll('html, html *')) {
    const style = getComputedStyle(element);
    const isDisabled = element.matches(':disabled, [aria-disabled=true]');
    const look = [lookOf.get(element.parentElement), element.localName, element.role, isDisabled,
      ...${JSON.stringify(STYLES)}.map((name) => style[name])].join();
    if (!looks.has(look)) looks.set(look, looks.size);
    lookOf.set(element, looks.get(look));
    const texts = Array.from(element.childNodes, (node) => node.nodeType === Node.TEXT_NODE ? node.data.trim() : '');
    const text = element.matches('input, select, textarea') ? 'a value' : texts.join('');
    if (text === '') continue;
    // A letter alone may be a picture.
    const key = [looks.get(look), text.length > 1, element.checkVisibility()].join();
    if (!alike.has(key)) alike.set(key, []);
    alike.get(key).push(element);
  }
  return Array.from(alike.values(), (all) => [...new Set([all[0], all[all.length >> 1], all.at(-1)])]).flat();
})()`;
