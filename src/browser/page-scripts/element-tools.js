const MAX_SCOPES = 5_000;
const MAX_BOXES = 4;

/** Shadow roots and frames of the same site, outermost first. */
function innerScopes() {
  /** @type {Array<Document | ShadowRoot>} */
  const scopes = [document];
  for (const scope of scopes) {
    if (scopes.length >= MAX_SCOPES) break;
    for (const element of scope.querySelectorAll('*')) {
      const isFrame = element.localName === 'iframe' || element.localName === 'frame';
      const inner =
        element.shadowRoot ?? (isFrame ? /** @type {HTMLIFrameElement} */ (element).contentDocument : null);
      if (inner) scopes.push(inner);
    }
  }
  return scopes.slice(1);
}

/**
 * Elements are looked for in the document, then in open shadow roots and in frames of the same site.
 * @param {string} selector
 */
export function findAll(selector) {
  const found = Array.from(document.querySelectorAll(selector));
  if (found.length > 0) return found;
  return innerScopes().flatMap((scope) => Array.from(scope.querySelectorAll(selector)));
}

/** @param {Element} element */
export function isVisible(element) {
  return boxesOf(element).length > 0;
}

/**
 * Gives the boxes that an element covers, in its own document's window; none when it is not displayed.
 * @param {Element} element
 */
export function boxesOf(element) {
  const view = element.ownerDocument.defaultView;
  if (!view || view.getComputedStyle(element).visibility !== 'visible') return [];
  const own = filled(element.getClientRects());
  if (own.length > 0) return own;
  // The children show where an element has `display: contents` or holds floats.
  for (const child of Array.from(element.children).slice(0, 20)) {
    const boxes = filled(child.getClientRects());
    if (boxes.length > 0) return boxes;
  }
  return [];
}

/** @param {DOMRectList} rects */
function filled(rects) {
  return Array.from(rects)
    .filter(({ width, height }) => width > 0 && height > 0)
    .slice(0, MAX_BOXES);
}

/**
 * Names an element in a few words.
 * @param {Element} element
 */
export function nameOf(element) {
  const text = element.getAttribute('aria-label') ?? ownTextOf(element).slice(0, 2_000);
  const words = (
    text.trim() ||
    ['title', 'placeholder', 'name'].map((one) => element.getAttribute(one)).find(Boolean) ||
    ''
  )
    .replace(/\s+/g, ' ')
    .trim();
  return words.length > 40 ? `${words.slice(0, 39)}…` : words;
}

/** @param {Element} element */
function ownTextOf(element) {
  if (!/^(?:input|textarea|select)$/.test(element.localName)) return element.textContent;
  const field = /** @type {HTMLInputElement} */ (element);
  if (/^(?:button|submit|reset)$/.test(field.type)) return field.value;
  return field.labels?.[0]?.textContent ?? '';
}

/** @param {Element} element */
export function describe(element) {
  // Fields of a form can stand in for its properties.
  const ownId = element.getAttribute('id');
  const id = ownId ? `#${ownId}` : '';
  const classes = Array.from(element.classList).slice(0, id ? 0 : 2);
  const name = nameOf(element);
  const tag = `${element.localName}${id}${classes.map((one) => `.${one}`).join('')}`.slice(0, 80);
  return name ? `${tag} ("${name}")` : tag;
}

/**
 * The first that can be seen, or else the first.
 * @param {Element[]} found
 */
export function likeliest(found) {
  return found.find(isVisible) ?? found[0];
}
