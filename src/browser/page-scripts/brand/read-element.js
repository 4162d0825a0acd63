import { attribute, backgroundOf, boxOf, isClear } from './drawn.js';
import { readControl } from './read-controls.js';
import { readIcon } from './read-icon.js';
import { readLayout } from './read-layout.js';
import { readMotion } from './read-motion.js';
import { readSpacing } from './read-spacing.js';
import { readText } from './read-text.js';

/** @import { TextRole, Zone } from '../../branding-facts.ts' */
/** @import { Around, Drawn } from './drawn.js' */
/** @import { Reading } from './create-reading.js' */

const HEADING = /^h[1-6]$/;
const CODE = /^(?:code|pre|kbd|samp)$/;
const STATE = /(?:^|[\s_-])(success|warning|error|danger)(?=$|[\s_-])/i;
const FOREIGN = /cookie|consent|gdpr|onetrust/i;
const SKIPPED = /^(?:script|style|noscript|template|head|option|canvas|iframe|object|video|audio)$/;
const MAX_STATES = 40;

/**
 * Reads one element; returns what its children stand in, or undefined when they need not be looked at.
 * @param {Element} element
 * @param {Around} outer
 * @param {Reading} reading
 * @returns {Around | undefined}
 */
export function readElement(element, outer, reading) {
  const name = element.localName;
  if (typeof name !== 'string' || SKIPPED.test(name)) return undefined;
  const style = getComputedStyle(element);
  if (style.display === 'none') return undefined;
  const box = boxOf(element);
  const drawn = { element, name, style, box };
  if (isForeign(drawn)) return undefined;
  readRoot(drawn, reading);
  if (element.shadowRoot) reading.shadowRoots.push([element.shadowRoot, outer]);
  if (style.visibility !== 'visible' || box.width === 0 || box.height === 0) return outer;
  reading.count.read += 1;
  readMotion(drawn, reading);
  readIcon(drawn, reading);
  if (name === 'svg' || name === 'img') return undefined;
  readState(drawn, reading);
  const zone = zoneOf(drawn, outer);
  const control = readControl(drawn, { ...outer, zone }, reading);
  if (control === undefined) readSpacing(drawn, zone, reading);
  readLayout(drawn, zone, reading);
  const role = roleOf(name, outer, control === 'button');
  const isDistinct = role === 'link' && (name === 'a' ? style.color !== outer.color : outer.isDistinct);
  const context = { zone, role, area: paint(drawn, outer, reading), isDistinct, color: style.color };
  readText(drawn, context, reading);
  return context;
}

/**
 * Whether it is a consent dialogue, which is seldom in the style of its page.
 * @param {Drawn} drawn
 */
function isForeign({ element, style }) {
  if (style.position !== 'fixed') return false;
  return FOREIGN.test(`${attribute(element, 'id')} ${attribute(element, 'class')}`);
}

/**
 * @param {Drawn} drawn
 * @param {Reading} reading
 */
function readRoot({ name, style }, reading) {
  const { root } = reading;
  if (name === 'html') {
    root.colorScheme = style.colorScheme;
    root.background = backgroundOf(style);
    reading.isSmoothScrolling = style.scrollBehavior === 'smooth';
  } else if (name === 'body') {
    root.bodyBackground = backgroundOf(style);
    root.bodyColor = style.color;
    root.bodyFamily = style.fontFamily.slice(0, 300);
  }
}

/**
 * @param {Drawn} drawn
 * @param {Reading} reading
 */
function readState({ element, style }, { states }) {
  const word = STATE.exec(attribute(element, 'class').slice(0, 300))?.[1]?.toLowerCase();
  if (word === undefined || states.length >= MAX_STATES) return;
  const state = word === 'success' || word === 'warning' ? word : 'error';
  const border = style.borderBottomStyle === 'none' ? '' : style.borderBottomColor;
  states.push({ state, color: style.color, background: backgroundOf(style), border });
}

/**
 * @param {Drawn} drawn
 * @param {Around} outer
 * @returns {Zone}
 */
function zoneOf({ element, name, box }, outer) {
  const role = attribute(element, 'role');
  if (name === 'footer' || role === 'contentinfo') return 'footer';
  if (outer.zone === 'footer') return 'footer';
  if (name === 'nav' || role === 'navigation') return 'nav';
  if ((name === 'header' && box.top + scrollY < 250 && box.height < 400) || role === 'banner')
    return 'header';
  if (name === 'aside' || role === 'complementary') return 'aside';
  if (name === 'main' || name === 'article') return 'main';
  return outer.zone;
}

/**
 * @param {string} name
 * @param {Around} outer
 * @param {boolean} isButton
 * @returns {TextRole}
 */
function roleOf(name, outer, isButton) {
  if (CODE.test(name)) return 'code';
  if (HEADING.test(name)) return /** @type {TextRole} */ (name);
  if (isButton) return 'button';
  return name === 'a' && !HEADING.test(outer.role) ? 'link' : outer.role;
}

/**
 * The background that an element adds, painted over what is behind it.
 * @param {Drawn} drawn
 * @param {Around} outer
 * @param {Reading} reading
 */
function paint({ style, box }, outer, { areas }) {
  const color = style.backgroundColor;
  if (isClear(color)) return outer.area;
  const width = Math.max(0, Math.min(box.right, innerWidth) - Math.max(box.left, 0));
  const area = { color, size: width * Math.min(box.height, 20_000) };
  if (outer.area) outer.area.size -= area.size;
  areas.push(area);
  return area;
}
