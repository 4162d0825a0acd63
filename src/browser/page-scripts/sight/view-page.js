import { propertyReader } from '../property-reader.js';
import { fieldOf, givenName } from './fields.js';
import { numberElements } from './refs.js';
import { isActedOn, roleOf } from './roles.js';
import { isHiding, isOffPage } from './unseen.js';
import { walkSeen } from './walk-seen.js';

/** @import { Place, SeenElement } from './walk-seen.js' */

/**
 * An element that can be acted on, a heading, or something that the page says in a hurry.
 * @typedef {object} ViewItem
 * @property {number} ref 0 when nothing can be done with it
 * @property {string} role
 * @property {string} name
 * @property {number} level of a heading, or of the one that a link is; 0 otherwise
 * @property {string | undefined} value
 * @property {string[]} options
 * @property {string[]} states
 * @property {boolean} isSecret
 * @property {boolean} isShown within the window, not only after scrolling
 * @property {string} href
 *
 * @typedef {ViewItem | {frame: number, isShown: boolean}} ViewEntry
 *
 * @typedef {object} Open an item whose text is being read
 * @property {ViewItem} item
 * @property {number} most characters of its name
 * @property {number} index among the entries
 * @property {boolean} isGuess only its looks tell that it can be clicked
 * @property {boolean} isField
 * @property {Element} element
 * @property {boolean} hasInner something else that can be acted on is in it
 *
 * @typedef {object} View
 * @property {ReturnType<typeof numberElements>} numbers
 * @property {Open[]} open
 * @property {ViewEntry[]} entries
 * @property {Element[]} foreign
 * @property {string[]} texts
 * @property {string[]} line
 * @property {number} characters
 */

const MAX_NAME = 140;
const MAX_ALERT = 300;
const MAX_ENTRIES = 3_000;
const MAX_CHARACTERS = 60_000;
const MAX_HREF = 1_000;
/** Items in one another that are read at a time. */
const MAX_OPEN = 20;

/**
 * Tells of a document what its readers see and can act on, in its own order, with shadow roots and frames of the same site.
 * The frames of other sites are left in `framesName`, in the order of the entries that stand for them.
 * @param {{from: number, framesName: string, isInner: boolean}} options `from` is the first number for elements that have none
 */
export function viewPage({ from, framesName, isInner }) {
  /** @type {View} */
  const view = {
    numbers: numberElements(from),
    open: [],
    entries: [],
    foreign: [],
    texts: [],
    line: [],
    characters: 0,
  };
  const isWhole = walkSeen(
    {
      enter: (seen) => enter(seen, view),
      text: (words) => say(words, view),
      foreign(frame, place) {
        view.entries.push({ frame: view.foreign.length, isShown: isInWindow(frame, place) });
        view.foreign.push(frame);
      },
    },
    { isInner, isFull: () => view.entries.length >= MAX_ENTRIES },
  );
  endLine(view);
  Reflect.set(globalThis, framesName, view.foreign);
  return {
    entries: view.entries.filter((entry) => 'frame' in entry || entry.role !== ''),
    texts: view.texts,
    next: view.numbers.next(),
    isCut: !isWhole,
    title: propertyReader(Document.prototype, 'title')(document).slice(0, 200),
    url: propertyReader(Document.prototype, 'URL')(document),
  };
}

/**
 * @param {SeenElement} seen
 * @param {View} view
 * @returns {(() => void) | undefined}
 */
function enter(seen, view) {
  const { element, name, style, isBlock } = seen;
  if (isBlock) endLine(view);
  const opened = open(seen, view);
  if ((name === 'img' || name === 'svg') && style.visibility === 'visible') namePicture(element, view);
  if (!isBlock && !opened) return undefined;
  return () => {
    if (opened) finish(opened, view);
    if (isBlock) endLine(view);
  };
}

/**
 * @param {string} text
 * @param {View} view
 */
function say(text, view) {
  const words = text.replace(/\s+/g, ' ').trim();
  if (words === '') return;
  for (const { item, most } of view.open) {
    if (item.name.length < most) item.name = `${item.name} ${words}`.trim().slice(0, most);
  }
  if (view.characters > MAX_CHARACTERS) return;
  view.characters += words.length;
  view.line.push(words);
}

/** @param {View} view */
function endLine(view) {
  if (view.line.length > 0) view.texts.push(view.line.join(' '));
  view.line = [];
}

/**
 * A picture names what has no text.
 * @param {Element} picture
 * @param {View} view
 */
function namePicture(picture, { open: around }) {
  if (around.length === 0) return;
  const { getAttribute } = Element.prototype;
  const text = getAttribute.call(picture, 'alt') ?? getAttribute.call(picture, 'aria-label') ?? '';
  const words = text.replace(/\s+/g, ' ').trim().slice(0, MAX_NAME);
  for (const { item } of around) if (item.name === '') item.name = words;
}

/**
 * Begins an item, where the element is one.
 * @param {SeenElement} seen
 * @param {View} view
 * @returns {Open | undefined}
 */
function open(seen, view) {
  const { element, name, place } = seen;
  const given = roleOf(element, name) ?? roleOfLabel(element, name);
  const role = given ?? (looksActedOn(seen) ? 'clickable' : undefined);
  if (role === undefined || view.open.length >= MAX_OPEN) return undefined;
  const isActed = isActedOn(role);
  if (isActed && !isWithinReach(seen)) return undefined;
  if (isActed) for (const outer of view.open) outer.hasInner = true;
  const ref = isActed ? view.numbers.of(element) : 0;
  /** @type {Open} */
  const opened = {
    item: { ...describeItem(element, name, role), ref, isShown: isInWindow(element, place) },
    most: mostOf(role),
    index: view.entries.length,
    isGuess: given === undefined,
    isField: name === 'input' || name === 'textarea' || name === 'select',
    element,
    hasInner: false,
  };
  view.entries.push(opened.item);
  view.open.push(opened);
  return opened;
}

/** @param {SeenElement} seen */
function isWithinReach({ element, style }) {
  return style.visibility === 'visible' && !isOffPage(element.getBoundingClientRect(), element);
}

/**
 * Gives how many characters of the text of an item are told.
 * @param {string} role
 */
function mostOf(role) {
  if (role === 'alert' || role === 'status') return MAX_ALERT;
  return role.endsWith('dialog') ? 0 : MAX_NAME;
}

/**
 * @param {Element} element
 * @param {string} name
 * @param {string} role
 */
function describeItem(element, name, role) {
  const control = name === 'label' ? /** @type {HTMLLabelElement} */ (element).control : null;
  // That of a link in a drawing is an object.
  const target = /** @type {unknown} */ (Reflect.get(element, 'href'));
  const href = name === 'a' && typeof target === 'string' ? target : '';
  return {
    role,
    name: '',
    level: levelOf(element, name, role),
    ...fieldOf(control ?? element, control?.localName ?? name),
    href: href.length > MAX_HREF ? '' : href,
  };
}

/**
 * Ends an item, or takes it out again when it says and does nothing.
 * @param {Open} opened
 * @param {View} view
 */
function finish(opened, view) {
  const { item, isGuess, isField, element, hasInner, index } = opened;
  view.open.splice(view.open.lastIndexOf(opened), 1);
  item.name = nameOf(item, element, isField);
  const isNothing = isGuess ? hasInner || item.name === '' : item.ref === 0 && item.name === '';
  if (isNothing && !item.role.endsWith('dialog')) item.role = '';
  if (item.role === 'heading') joinHeading(item, index, view.entries);
}

/**
 * Takes the text that readers see, and a longer name that holds it instead, which says more.
 * @param {ViewItem} item
 * @param {Element} element
 * @param {boolean} isField
 */
function nameOf(item, element, isField) {
  const given = givenName(element, isField).replace(/\s+/g, ' ').slice(0, MAX_NAME);
  const seen = item.name;
  if (isField || seen === '') return given;
  return given.length > seen.length && given.includes(seen) ? given : seen;
}

/**
 * A heading that is a link, or in one, is told once.
 * @param {ViewItem} heading
 * @param {number} index
 * @param {ViewEntry[]} entries
 */
function joinHeading(heading, index, entries) {
  for (const entry of [entries[index + 1], entries[index - 1]]) {
    if (!entry || 'frame' in entry || entry.role !== 'link') continue;
    if (entry.name !== '' && !heading.name.startsWith(entry.name) && !entry.name.startsWith(heading.name))
      continue;
    entry.level = heading.level;
    heading.role = '';
    return;
  }
}

/**
 * A control that cannot be seen is acted on by its label.
 * @param {Element} element
 * @param {string} name
 */
function roleOfLabel(element, name) {
  if (name !== 'label') return undefined;
  const { control } = /** @type {HTMLLabelElement} */ (element);
  if (!control || !/^(?:checkbox|radio|file)$/.test(/** @type {HTMLInputElement} */ (control).type)) {
    return undefined;
  }
  const style = getComputedStyle(control);
  const isSeen = control.checkVisibility() && style.visibility === 'visible' && !isHiding(control, style);
  const { width, height } = control.getBoundingClientRect();
  return isSeen && width > 1 && height > 1 ? undefined : roleOf(control, control.localName);
}

/** @param {SeenElement} seen */
function looksActedOn({ element, name, style, place }) {
  if (name === 'label' || name === 'html' || name === 'body' || name === 'svg') return false;
  if (style.cursor === 'pointer' && place.style?.cursor !== 'pointer') return true;
  return element.hasAttribute('onclick');
}

/**
 * @param {Element} element
 * @param {string} name
 * @param {string} role
 */
function levelOf(element, name, role) {
  if (role !== 'heading') return 0;
  const given = Number(Element.prototype.getAttribute.call(element, 'aria-level'));
  return given > 0 ? given : Number(/^h([1-6])$/.exec(name)?.[1] ?? 2);
}

/**
 * @param {Element} element
 * @param {Place} place
 */
function isInWindow(element, { x, y }) {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return bottom + y > 0 && top + y < innerHeight && right + x > 0 && left + x < innerWidth;
}
