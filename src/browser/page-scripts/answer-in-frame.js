import { asksForConsent } from './consent/asks-for-consent.js';
import { refusalIn } from './consent/buttons-of.js';
import { clickInPlace } from './consent/click-in-place.js';
import { createVocabulary } from './consent/create-vocabulary.js';

/** @import { ConsentWords } from '../consent/consent-words.ts' */

/**
 * In the document of a frame that lies over a page: refuses when it is a consent dialogue.
 * @param {ConsentWords} words
 * @param {{canClick: boolean}} options
 * @returns {'other' | 'asks' | 'refused'}
 */
export function answerInFrame(words, { canClick }) {
  const { body } = document;
  const vocabulary = createVocabulary(words);
  if (!body || !asksForConsent(vocabulary, body, { isNamed: false, isOver: true })) return 'other';
  const refusal = canClick ? refusalIn(vocabulary, body) : undefined;
  if (!refusal) return 'asks';
  clickInPlace(refusal.element);
  return 'refused';
}
