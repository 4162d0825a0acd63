import { attribute } from './brand/drawn.js';
import { findKeyframes } from './brand/find-keyframes.js';
import { findLogos } from './brand/find-logos.js';
import { findVariables } from './brand/find-variables.js';
import { absolute, all, documentText, first } from './brand/queries.js';

/** @import { BrandAssets } from '../branding-facts.ts' */
/** @import { SvgLimits } from './brand/svg-markup.js' */

const TOUCH_ICON = 'link[rel~="apple-touch-icon" i],link[rel~="apple-touch-icon-precomposed" i]';

/**
 * Reads what a page says about its brand beside its looks: candidates for its logo, names, custom properties.
 * @param {SvgLimits & {maxLogosLength: number, maxJsonLdLength: number, maxVariables: number}} limits
 * @returns {BrandAssets}
 */
export function readBrandAssets(limits) {
  return {
    contentType: documentText('contentType'),
    url: documentText('URL'),
    title: documentText('title').slice(0, 500),
    themeColor: meta('meta[name="theme-color" i]:not([media*=dark])'),
    applicationName: meta('meta[name="application-name" i]'),
    siteName: meta('meta[property="og:site_name" i]'),
    ogLogo: absolute(meta('meta[property="og:logo" i]')),
    touchIcon: absolute(attributeOfFirst(TOUCH_ICON, 'href')),
    jsonLd: readJsonLd(limits.maxJsonLdLength),
    logos: findLogos(limits),
    variables: findVariables(limits.maxVariables),
    keyframes: findKeyframes(),
  };
}

/** @param {string} selector */
function meta(selector) {
  return attributeOfFirst(selector, 'content').trim().slice(0, 1_000);
}

/**
 * @param {string} selector
 * @param {string} name
 */
function attributeOfFirst(selector, name) {
  const element = first(selector);
  return element === null ? '' : attribute(element, name);
}

/** @param {number} maxLength */
function readJsonLd(maxLength) {
  const texts = [];
  let room = maxLength;
  for (const script of [...all('script[type="application/ld+json"]')].slice(0, 20)) {
    const text = script.textContent ?? '';
    if (text.length > room) continue;
    room -= text.length;
    texts.push(text);
  }
  return texts;
}
