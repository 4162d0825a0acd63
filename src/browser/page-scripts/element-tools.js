/**
 * What scripts that act on elements have in common. Elements are looked for in the document, then in open shadow roots
 * and in frames of the same site.
 */
export function elementTools() {
  const MAX_SCOPES = 5_000;
  const MAX_BOXES = 4;

  /** Shadow roots and frames, outermost first. */
  function innerScopes() {
    const scopes = [document];
    for (let at = 0; at < scopes.length && scopes.length < MAX_SCOPES; at++) {
      for (const element of scopes[at].querySelectorAll('*')) {
        const inner =
          element.shadowRoot ??
          (element.localName === 'iframe' || element.localName === 'frame' ? element.contentDocument : null);
        if (inner) scopes.push(inner);
      }
    }
    return scopes.slice(1);
  }

  function findAll(selector) {
    const found = Array.from(document.querySelectorAll(selector));
    if (found.length > 0) return found;
    return innerScopes().flatMap((scope) => Array.from(scope.querySelectorAll(selector)));
  }

  function isVisible(element) {
    return boxesOf(element).length > 0;
  }

  /** What an element covers, in its own document's window; nothing when it is not displayed. */
  function boxesOf(element) {
    const view = element.ownerDocument.defaultView;
    if (!view || view.getComputedStyle(element).visibility !== 'visible') return [];
    const own = filled(element.getClientRects());
    if (own.length > 0) return own;
    // Of `display: contents` and of floats the children show.
    for (const child of Array.from(element.children).slice(0, 20)) {
      const boxes = filled(child.getClientRects());
      if (boxes.length > 0) return boxes;
    }
    return [];
  }

  function filled(rects) {
    return Array.from(rects)
      .filter(({ width, height }) => width > 0 && height > 0)
      .slice(0, MAX_BOXES);
  }

  /** What an element says, in a few words. */
  function nameOf(element) {
    const isField = /^(?:input|textarea|select)$/.test(element.localName);
    const text =
      element.getAttribute('aria-label') ??
      (isField && /^(?:button|submit|reset)$/.test(element.type) ? element.value : null) ??
      (isField ? (element.labels?.[0]?.textContent ?? '') : element.textContent).slice(0, 2_000);
    const words = (
      text.trim() ||
      ['title', 'placeholder', 'name'].map((one) => element.getAttribute(one)).find(Boolean) ||
      ''
    )
      .replace(/\s+/g, ' ')
      .trim();
    return words.length > 40 ? `${words.slice(0, 39)}…` : words;
  }

  function describe(element) {
    // Fields of a form can stand in for its properties.
    const ownId = element.getAttribute('id');
    const id = ownId ? `#${ownId}` : '';
    const classes = Array.from(element.classList).slice(0, id ? 0 : 2);
    const name = nameOf(element);
    const tag = `${element.localName}${id}${classes.map((one) => `.${one}`).join('')}`.slice(0, 80);
    return name ? `${tag} ("${name}")` : tag;
  }

  /** Resolves at the next frame; a page that draws none does not hold it up. */
  function nextFrame() {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, 100);
      requestAnimationFrame(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  function pause(ms) {
    return new Promise((resolve) => {
      setTimeout(resolve, ms);
    });
  }

  return { findAll, isVisible, boxesOf, describe, nameOf, nextFrame, pause };
}
