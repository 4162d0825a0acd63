import { propertyReader } from '../property-reader.js';
import { walkSeen } from './walk-seen.js';

/** Attributes that tell something of what is read. */
const TOLD = ['href', 'colspan', 'rowspan', 'start', 'value', 'datetime', 'role', 'lang', 'dir'];
/** Elements that hold others of a kind only; all that are not known to HTML's readers are boxes. */
const NAMED = new Set(
  (
    'a abbr article aside b blockquote br caption cite code col colgroup dd del details div dl dt em figcaption figure ' +
    'footer h1 h2 h3 h4 h5 h6 header hr i ins kbd li main mark nav ol p pre q s samp section small span strong sub summary ' +
    'sup table tbody td tfoot th thead time tr u ul var wbr'
  ).split(' '),
);
const UNWRITTEN = new Set(['img', 'input', 'select', 'textarea', 'svg']);
const EMPTY = new Set(['br', 'hr', 'wbr', 'col']);
const MAX_CHARACTERS = 1_000_000;
const MAX_ALTERNATIVE = 120;

/**
 * Writes what readers of a document see as HTML: its pieces, between them the frames of other sites, which are left in
 * `framesName`.
 * @param {{framesName: string, isInner: boolean}} options
 */
export function writeSeen({ framesName, isInner }) {
  /** @type {string[]} */
  const pieces = [];
  /** @type {string[]} */
  let parts = [];
  /** @type {Element[]} */
  const foreign = [];
  let characters = 0;
  const write = (/** @type {string} */ text) => {
    characters += text.length;
    parts.push(text);
  };
  walkSeen(
    {
      enter({ element, name, isBlock, style }) {
        if (name === 'img') write(pictureOf(element, style));
        if (UNWRITTEN.has(name)) return undefined;
        const written = NAMED.has(name) ? name : isBlock ? 'div' : 'span';
        write(`<${written}${attributesOf(element, written)}>`);
        return EMPTY.has(written) ? undefined : () => write(`</${written}>`);
      },
      text: (text) => write(escapeText(text)),
      foreign(frame) {
        pieces.push(parts.join(''));
        parts = [];
        foreign.push(frame);
      },
    },
    { isInner, isFull: () => characters > MAX_CHARACTERS },
  );
  pieces.push(parts.join(''));
  Reflect.set(globalThis, framesName, foreign);
  const title = propertyReader(Document.prototype, 'title')(document);
  return {
    pieces,
    frames: foreign.length,
    title: escapeText(title),
    url: propertyReader(Document.prototype, 'URL')(document),
  };
}

/**
 * @param {Element} picture
 * @param {CSSStyleDeclaration} style
 */
function pictureOf(picture, style) {
  const text = Element.prototype.getAttribute.call(picture, 'alt')?.trim() ?? '';
  if (text === '' || text.length > MAX_ALTERNATIVE || style.visibility !== 'visible') return '';
  return `<img src="${escapeValue(/** @type {HTMLImageElement} */ (picture).src.slice(0, 500))}" alt="${escapeValue(text)}">`;
}

/**
 * @param {Element} element
 * @param {string} written
 */
function attributesOf(element, written) {
  if (written === 'div' || written === 'span') return '';
  let told = '';
  for (const name of TOLD) {
    const value = Element.prototype.getAttribute.call(element, name);
    if (value !== null && value.length < 2_000) told += ` ${name}="${escapeValue(value)}"`;
  }
  return told;
}

/** @param {string} text */
function escapeText(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** @param {string} text */
function escapeValue(text) {
  return escapeText(text).replaceAll('"', '&quot;');
}
