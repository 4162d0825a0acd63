/**
 * Sound and film that the elements of a page play or offer now; addresses as chosen by the browser.
 * @param {number} maxElements
 * @returns {Array<{url: string, kind: 'audio' | 'video', mimeType: string, area: number, isBackground: boolean}>}
 */
export function findMediaElements(maxElements) {
  const found = [];
  const roots = [document];
  const all = (root, selector) => {
    const { prototype } = root instanceof ShadowRoot ? DocumentFragment : Document;
    return prototype.querySelectorAll.call(root, selector);
  };
  for (let index = 0; index < roots.length && roots.length < 200; index++) {
    let seen = 0;
    for (const element of all(roots[index], '*')) {
      if (seen++ > 20_000) break;
      if (element.shadowRoot) roots.push(element.shadowRoot);
    }
    for (const element of all(roots[index], 'video,audio')) {
      if (found.length >= maxElements) return found;
      const box = element.getBoundingClientRect();
      const sources = [...element.querySelectorAll('source')].slice(0, 10);
      const kind = element.localName;
      const isBackground =
        kind === 'video' && element.autoplay && element.muted && element.loop && !element.controls;
      const add = (url, mimeType) => {
        if (/^https?:/.test(url) && url.length <= 8_192)
          found.push({ url, kind, mimeType, area: Math.round(box.width * box.height), isBackground });
      };
      add(element.currentSrc || element.src, '');
      for (const source of sources) add(source.src, source.type.slice(0, 100));
    }
  }
  return found;
}
