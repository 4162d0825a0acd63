/** @import { ConsentWords } from '../../consent/consent-words.ts' */

/** @typedef {ReturnType<typeof createVocabulary>} Vocabulary */

/** @typedef {'other' | 'reject' | 'settings' | 'accept'} ButtonKind */

/** @type {readonly ButtonKind[]} */
const KINDS = ['other', 'reject', 'settings', 'accept'];

/**
 * Understands what consent dialogues and their buttons say.
 * @param {ConsentWords} words
 */
export function createVocabulary(words) {
  /** @type {Map<keyof ConsentWords, RegExp>} */
  const patterns = new Map();

  /**
   * @param {keyof ConsentWords} kind
   * @param {string} text
   */
  function says(kind, text) {
    let pattern = patterns.get(kind);
    if (!pattern) patterns.set(kind, (pattern = new RegExp(words[kind].normalize('NFKC'), 'u')));
    return pattern.test(text);
  }

  return {
    says,
    /**
     * Tells the purpose of a button by its words.
     * @param {string} label
     */
    kindOf: (label) => KINDS.find((kind) => says(kind, label)) ?? 'other',
  };
}
