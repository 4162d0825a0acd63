/** @typedef {{red: number, green: number, blue: number, alpha: number}} Colour */

/**
 * The surroundings of a node, as far as they tell whether a reader sees its text.
 * @typedef {object} Surroundings
 * @property {Colour | undefined} behind the colour that text is drawn on; undefined where it is a picture or not known
 * @property {{left: number, right: number} | undefined} clip the sides of what is shown of a box that hides the rest
 */

const LEAST_OPACITY = 0.03;
const LEAST_FONT_PIXELS = 2.5;
const LEAST_TEXT_ALPHA = 0.05;
/** Text that differs less from its background, in all three colours together, is not read by anybody. */
const LEAST_CONTRAST = 24;
/** Further out than any page scrolls. */
const FAR_PIXELS = 30_000;
const OPAQUE = 0.95;
/** Elements around a text that may hold a picture behind it. */
const MAX_LEVELS = 4;
const MAX_NEIGHBOURS = 60;

/**
 * Tells whether an element hides all that is in it from readers: transparent, cut away, or without any size.
 * @param {Element} element
 * @param {CSSStyleDeclaration} style
 */
export function isHiding(element, style) {
  if (Number.parseFloat(style.opacity) < LEAST_OPACITY || style.contentVisibility === 'hidden') return true;
  if (isCutAway(style)) return true;
  if (style.display === 'inline' || style.display === 'contents') return false;
  const isClipping = style.overflowX !== 'visible' || style.overflowY !== 'visible';
  if (!isClipping && style.transform === 'none') return false;
  const { width, height } = Element.prototype.getBoundingClientRect.call(element);
  return isClipping ? width <= 1 || height <= 1 : width === 0 && height === 0;
}

/** @param {CSSStyleDeclaration} style */
function isCutAway({ clip, clipPath, position }) {
  if (/^inset\((?:[5-9]\d|100)(?:\.\d+)?%|^(?:circle|ellipse)\(0/.test(clipPath)) return true;
  if (clip === 'auto' || (position !== 'absolute' && position !== 'fixed')) return false;
  const sides = Array.from(clip.matchAll(/-?[\d.]+(?=px)/g), Number);
  if (sides.length !== 4) return false;
  const [top = 0, right = 0, bottom = 0, left = 0] = sides;
  return right - left <= 1 || bottom - top <= 1;
}

/**
 * Gives the surroundings of what is in an element.
 * @param {Element} element
 * @param {CSSStyleDeclaration} style
 * @param {Surroundings} around
 * @returns {Surroundings}
 */
export function surroundingsIn(element, style, around) {
  const behind = colourBehind(style, around.behind);
  const clip = clipOf(element, style, around.clip);
  return behind === around.behind && clip === around.clip ? around : { behind, clip };
}

/**
 * @param {CSSStyleDeclaration} style
 * @param {Colour | undefined} around
 */
function colourBehind(style, around) {
  if (style.backgroundImage !== 'none') return undefined;
  const own = colourOf(style.backgroundColor);
  if (own === undefined) return undefined;
  if (own.alpha >= OPAQUE) return own;
  return own.alpha <= LEAST_TEXT_ALPHA ? around : undefined;
}

/**
 * @param {Element} element
 * @param {CSSStyleDeclaration} style
 * @param {Surroundings['clip']} around
 */
function clipOf(element, style, around) {
  const isOfPage = element.localName === 'body' || element.localName === 'html';
  const { overflowX, position } = style;
  // The content of a box that scrolls can be brought into sight.
  if (isOfPage || overflowX === 'auto' || overflowX === 'scroll') return undefined;
  const outer = position === 'absolute' || position === 'fixed' ? undefined : around;
  if (overflowX === 'visible' || style.display === 'inline' || style.display === 'contents') return outer;
  const { left, right } = Element.prototype.getBoundingClientRect.call(element);
  return { left: Math.max(left, outer?.left ?? left), right: Math.min(right, outer?.right ?? right) };
}

/**
 * Tells whether a reader of the page sees a text, or would after scrolling.
 * @param {Text} text
 * @param {CSSStyleDeclaration} style that of its element
 * @param {Surroundings} around
 */
export function isTextSeen(text, style, around) {
  if (style.visibility !== 'visible' || Number.parseFloat(style.fontSize) < LEAST_FONT_PIXELS) return false;
  const range = Document.prototype.createRange.call(document);
  range.selectNodeContents(text);
  const box = range.getBoundingClientRect();
  if (box.width < 1 || box.height < LEAST_FONT_PIXELS || isOffPage(box, text)) return false;
  const { clip } = around;
  if (clip !== undefined && (box.right <= clip.left + 1 || box.left >= clip.right - 1)) return false;
  return isPainted(style, around) || isOverPicture(text, box, style);
}

/**
 * Tells whether a box lies where no scrolling leads to.
 * @param {DOMRect} box
 * @param {Node} node
 */
export function isOffPage(box, node) {
  const view = node.ownerDocument?.defaultView;
  const x = box.left + (view?.scrollX ?? 0);
  const y = box.top + (view?.scrollY ?? 0);
  return x + box.width <= 0 || y + box.height <= 0 || x > FAR_PIXELS;
}

/**
 * @param {CSSStyleDeclaration} style
 * @param {Surroundings} around
 */
function isPainted(style, { behind }) {
  // The letters are holes through which the background shows.
  if (style.backgroundClip.includes('text') || style.webkitBackgroundClip.includes('text')) return true;
  const colour = colourOf(style.webkitTextFillColor) ?? colourOf(style.color);
  if (colour === undefined) return true;
  if (colour.alpha < LEAST_TEXT_ALPHA) return false;
  return behind === undefined || differ(colour, behind);
}

/**
 * Text in the colour of what is behind it may lie over a picture that is no ancestor of it.
 * @param {Text} text
 * @param {DOMRect} box
 * @param {CSSStyleDeclaration} style
 */
function isOverPicture(text, box, style) {
  const colour = colourOf(style.color);
  if (colour === undefined || colour.alpha < LEAST_TEXT_ALPHA) return false;
  const at = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  let outer = text.parentElement;
  for (let level = 0; outer && level < MAX_LEVELS; level++, outer = outer.parentElement) {
    // Alive, it is counted no further than it is read.
    const near = outer.getElementsByTagName('*');
    for (let index = 0; index < MAX_NEIGHBOURS; index++) {
      const element = near.item(index);
      if (element === null) break;
      if (isBehind(element, at, colour)) return true;
    }
  }
  return false;
}

/**
 * @param {Element} element
 * @param {{x: number, y: number}} at
 * @param {Colour} colour
 */
function isBehind(element, { x, y }, colour) {
  const { left, right, top, bottom } = Element.prototype.getBoundingClientRect.call(element);
  if (x < left || x > right || y < top || y > bottom) return false;
  if (/^(?:img|video|canvas|picture|svg|iframe)$/.test(element.localName)) return true;
  const style = getComputedStyle(element);
  if (style.backgroundImage !== 'none') return true;
  const own = colourOf(style.backgroundColor);
  return own !== undefined && own.alpha > LEAST_TEXT_ALPHA && differ(own, colour);
}

/**
 * @param {Colour} one
 * @param {Colour} other
 */
function differ(one, other) {
  const difference =
    Math.abs(one.red - other.red) + Math.abs(one.green - other.green) + Math.abs(one.blue - other.blue);
  return difference >= LEAST_CONTRAST;
}

/**
 * Reads a computed colour; undefined when it is not in red, green and blue.
 * @param {string} text
 * @returns {Colour | undefined}
 */
function colourOf(text) {
  const [, red, green, blue, alpha = '1'] =
    /^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)$/.exec(text) ?? [];
  if (red === undefined) return undefined;
  return { red: Number(red), green: Number(green), blue: Number(blue), alpha: Number(alpha) };
}
