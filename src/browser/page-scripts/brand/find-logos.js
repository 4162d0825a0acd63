import { attribute, boxOf } from './drawn.js';
import { absolute, all, closest, documentText, urlOf } from './queries.js';
import { svgMarkup } from './svg-markup.js';

/** @import { LogoFact, Zone } from '../../branding-facts.ts' */
/** @import { SvgLimits } from './svg-markup.js' */

const SELECTORS = [
  'a[href] img',
  'a[href] svg',
  ':is(header,nav,[role=banner],[class*=header],[class*=navbar]) :is(img,svg)',
  ':is([class*=logo],[id*=logo],[class*=brand],[class*=Logo]):not(svg *)',
  ':is([class*=logo],[id*=logo],[class*=brand],[class*=Logo]) :is(img,svg,a)',
];
const MAX_LOGOS = 16;
const MAX_TRIED = 40;

/** @param {SvgLimits & {maxLogosLength: number}} limits */
export function findLogos(limits) {
  /** @type {LogoFact[]} */
  const logos = [];
  const seen = new Set();
  let length = 0;
  for (const selector of SELECTORS) {
    let tried = 0;
    for (const element of all(selector)) {
      if (logos.length >= MAX_LOGOS || tried++ >= MAX_TRIED) break;
      if (seen.has(element)) continue;
      seen.add(element);
      if (selector.startsWith('a[href]') && !isHome(closest(element, 'a'))) continue;
      const logo = tryToRead(element, limits);
      length += logo?.source.length ?? 0;
      if (logo && length <= limits.maxLogosLength) logos.push(logo);
    }
  }
  return logos;
}

/**
 * @param {Element} element
 * @param {SvgLimits} limits
 */
function tryToRead(element, limits) {
  try {
    return logoOf(element, limits);
  } catch {
    // Its own children stand in the place of its properties.
    return undefined;
  }
}

/**
 * @param {Element} element
 * @param {SvgLimits} limits
 * @returns {LogoFact | undefined}
 */
function logoOf(element, limits) {
  const box = boxOf(element);
  if (box.width < 12 || box.height < 8 || box.width > 700 || box.height > 400) return undefined;
  const name = element.localName;
  const link = closest(element, 'a');
  const kind = name === 'svg' ? 'svg' : name === 'img' ? 'image' : 'background';
  const around = [element, element.parentElement, link].filter((one) => one !== null);
  const hints = around
    .map((one) => `${attribute(one, 'class')} ${attribute(one, 'id')}`.slice(0, 200))
    .join(' ');
  const address = name === 'img' ? sourceOf(element) : backgroundImageOf(element);
  const isInline = address.startsWith('data:image/') && address.length <= limits.maxSvgLength;
  const picture = isInline ? address : absolute(address);
  const source = kind === 'svg' ? svgMarkup(/** @type {SVGElement} */ (element), box, limits) : picture;
  if (source === '') return undefined;
  const file = kind === 'image' && !isInline ? source.slice(source.lastIndexOf('/')) : '';
  return {
    kind,
    source,
    width: box.width,
    height: box.height,
    top: box.top + scrollY,
    zone: zoneOf(element),
    isHomeLink: isHome(link),
    hints: `${hints} ${file}`.trim(),
    alt: labelOf(element, around),
  };
}

/**
 * @param {Element} element
 * @param {Element[]} around
 */
function labelOf(element, around) {
  const label = ['alt', 'aria-label', 'title']
    .map((key) => around.map((one) => attribute(one, key)).find(Boolean) ?? '')
    .find(Boolean);
  const title = element.localName === 'svg' ? element.querySelector('title')?.textContent : '';
  return (label ?? title ?? '').trim().slice(0, 200);
}

/** @param {Element} element */
function sourceOf(element) {
  const { currentSrc, src } = /** @type {HTMLImageElement} */ (element);
  return currentSrc || src;
}

/** @param {Element} element */
function backgroundImageOf(element) {
  return /url\("([^"]{1,8000})"\)/.exec(getComputedStyle(element).backgroundImage)?.[1] ?? '';
}

/**
 * @param {Element} element
 * @returns {Zone}
 */
function zoneOf(element) {
  if (closest(element, 'footer,[role=contentinfo],[class*=footer]')) return 'footer';
  if (closest(element, 'header,[role=banner],[class*=header],[class*=masthead]')) return 'header';
  return closest(element, 'nav,[role=navigation],[class*=navbar]') ? 'nav' : 'main';
}

/**
 * Home is `/`, or its form for a language: `/de`, `/en-us/`.
 * @param {Element | null} link
 */
function isHome(link) {
  const href = link === null ? '' : attribute(link, 'href');
  if (href === '' || href.startsWith('#')) return false;
  const url = urlOf(href);
  const page = URL.parse(documentText('URL'));
  if (!url || !page) return false;
  return (
    url.host.replace(/^www\./, '') === page.host.replace(/^www\./, '') &&
    /^\/(?:[a-z]{2}(?:[-_][a-z]{2})?\/?|index\.\w+|home\/?)?$/i.test(url.pathname)
  );
}
