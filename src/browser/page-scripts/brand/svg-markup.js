import { attribute } from './drawn.js';
import { all, closest, first } from './queries.js';

/** @typedef {{maxSvgLength: number, maxSvgElements: number}} SvgLimits */

const DRAWN = /^(?:path|g|circle|ellipse|rect|line|polyline|polygon|text|tspan|use)$/;

/**
 * An SVG that stands alone: its colours computed, its symbols in it, nothing in it that runs or is fetched; '' when it
 * cannot be made so.
 * @param {SVGElement} svg
 * @param {DOMRect} box
 * @param {SvgLimits} limits
 */
export function svgMarkup(svg, box, { maxSvgLength, maxSvgElements }) {
  const shapes = [...all('*', svg)];
  if (shapes.length > maxSvgElements) return '';
  const copy = /** @type {SVGElement} */ (svg.cloneNode(true));
  const copies = [...all('*', copy)];
  for (const [index, shape] of shapes.entries()) {
    const target = copies[index];
    const isOwn = DRAWN.test(shape.localName) && !closest(shape, 'defs,symbol,clipPath,mask');
    if (target && isOwn) paint(shape, target);
  }
  if (!addSymbols(copy, maxSvgElements)) return '';
  for (const element of [copy, ...all('*', copy)]) strip(element);
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  if (!copy.hasAttribute('viewBox') && !copy.hasAttribute('width')) return '';
  copy.setAttribute('width', String(Math.round(box.width)));
  copy.setAttribute('height', String(Math.round(box.height)));
  copy.style.color = getComputedStyle(svg).color;
  const markup = new XMLSerializer().serializeToString(copy);
  return markup.length > maxSvgLength ? '' : markup;
}

/**
 * @param {Element} from
 * @param {Element} to
 */
function paint(from, to) {
  const { fill, stroke, strokeWidth, opacity, display } = getComputedStyle(from);
  // Colours of gradients stay as they are written.
  if (!fill.startsWith('url(')) to.setAttribute('fill', fill);
  if (stroke !== 'none' && !stroke.startsWith('url(')) {
    to.setAttribute('stroke', stroke);
    to.setAttribute('stroke-width', strokeWidth);
  }
  if (opacity !== '1') to.setAttribute('opacity', opacity);
  if (display === 'none') to.setAttribute('display', 'none');
}

/**
 * Brings along what stands elsewhere on the page; false when it is in another file, or too much.
 * @param {Element} copy
 * @param {number} maxElements
 */
function addSymbols(copy, maxElements) {
  for (const use of all('use', copy)) {
    const reference = attribute(use, 'href') || attribute(use, 'xlink:href');
    if (!reference.startsWith('#')) return false;
    const id = CSS.escape(reference.slice(1));
    if (all(`#${id}`, copy).length > 0) continue;
    const target = first(`#${id}`);
    if (!target || all('*', target).length > maxElements || copy.childNodes.length > maxElements)
      return false;
    copy.append(target.cloneNode(true));
  }
  return true;
}

/** @param {Element} element */
function strip(element) {
  if (/^(?:script|foreignObject|image|style|a|animate|set|iframe)$/i.test(element.localName)) {
    if (element.localName === 'a') element.replaceWith(...element.childNodes);
    else element.remove();
    return;
  }
  for (const name of element.getAttributeNames()) {
    const value = attribute(element, name);
    const isAway = /^(?:xlink:)?href$/.test(name) ? !value.startsWith('#') : /url\((?!["']?#)/.test(value);
    if (isAway || /^(?:on|class|style|data-)/i.test(name)) element.removeAttribute(name);
  }
}
