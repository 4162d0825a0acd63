import { createVocabulary } from './consent/create-vocabulary.js';
import { findBanners } from './consent/find-banners.js';
import { isAppearing, isAwaited } from './consent/is-appearing.js';
import { keepBanners } from './consent/kept-banners.js';

/** @import { ConsentWords } from '../consent/consent-words.ts' */

/**
 * Looks for consent dialogues among what lies over the page, at a few points of the window: a page without one is done
 * within a millisecond. The findings are kept under `name` in this world for `answer-banners.js`.
 * @param {ConsentWords} words
 * @param {{name: string, spare: readonly string[], canAwait: boolean, isTimeUnknown: boolean}} options `spare`: selectors
 *   of what somebody wants to use on the page; a dialogue that holds one is left alone. `canAwait`: also tells whether one
 *   may come yet. `isTimeUnknown`: nobody has waited for the timers of the page
 * @returns {Promise<{banners: number, frames: number[], isExpected: boolean}>} `frames`: places of those whose content is
 *   in a frame; `isExpected`: none is seen, but one is on its way
 */
export async function seeBanners(words, { name, spare, canAwait, isTimeUnknown }) {
  const startedAt = performance.now();
  const vocabulary = createVocabulary(words);
  const banners = findBanners(vocabulary, spare, startedAt);
  keepBanners(name, banners);
  const mayCome = canAwait && banners.length === 0 && document.body !== null;
  return {
    banners: banners.length,
    frames: banners.flatMap(({ frame }, at) => (frame ? [at] : [])),
    isExpected: mayCome && ((isTimeUnknown && isAwaited()) || (await isAppearing(vocabulary))),
  };
}
