const MAX_ELEMENTS = 5_000;
const MAX_CHARACTERS = 30_000;

/**
 * The element with the shadow roots in it, outermost first; undefined when it is too large to be a dialogue. Frames are
 * not looked into.
 * @param {Element} root
 */
export function scopesOf(root) {
  /** @type {Array<Element | ShadowRoot>} */
  const scopes = root.shadowRoot ? [root, root.shadowRoot] : [root];
  let count = 0;
  for (const scope of scopes) {
    const elements = scope.querySelectorAll('*');
    count += elements.length;
    if (count > MAX_ELEMENTS) return undefined;
    for (const element of elements) if (element.shadowRoot) scopes.push(element.shadowRoot);
  }
  return scopes;
}

/** @param {Array<Element | ShadowRoot>} scopes */
export function textOf(scopes) {
  let text = '';
  for (const scope of scopes) {
    text += ` ${scope.textContent}`;
    if (text.length > MAX_CHARACTERS) break;
  }
  return text.slice(0, MAX_CHARACTERS).toLowerCase();
}
