import { keptBanners } from './consent/kept-banners.js';

/**
 * The frame element of a dialogue that was seen.
 * @param {string} name
 * @param {number} at
 */
export function bannerFrame(name, at) {
  return keptBanners(name)[at]?.frame;
}
