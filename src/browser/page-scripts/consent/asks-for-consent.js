import { buttonsOf } from './buttons-of.js';
import { scopesOf, textOf } from './scopes-of.js';

/** @import { Vocabulary } from './create-vocabulary.js' */

/**
 * Whether an element that lies over a page (`isOver`), or is named like it in its flow, asks for consent.
 * @param {Vocabulary} vocabulary
 * @param {Element} root
 * @param {{isNamed: boolean, isOver: boolean}} about
 */
export function asksForConsent(vocabulary, root, { isNamed, isOver }) {
  const scopes = scopesOf(root);
  if (!scopes) return false;
  const text = textOf(scopes);
  const isAboutCookies = vocabulary.says('cookies', text);
  if (!isAboutCookies && !isNamed && !vocabulary.says('privacy', text)) return false;
  const kinds = new Set(buttonsOf(vocabulary, scopes).map(({ kind }) => kind));
  const hasAnswer = kinds.has('accept') || kinds.has('reject');
  if (isAboutCookies || isNamed) return hasAnswer || (isNamed && isOver && kinds.has('settings'));
  return kinds.has('accept') && (kinds.has('reject') || kinds.has('settings'));
}
