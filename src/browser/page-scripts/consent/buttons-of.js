import { scopesOf } from './scopes-of.js';
import { isShown } from './visibility.js';
import { wordsOf } from './words-of.js';

/** @import { ButtonKind, Vocabulary } from './create-vocabulary.js' */

const MAX_LABEL = 70;
const MAX_TEXT = 500;
const BUTTONS =
  'button,a,input[type=button],input[type=submit],[role=button],[onclick],[tabindex],[class*=btn i],[class*=button i]';

/**
 * Buttons with what they are for.
 * @param {Vocabulary} vocabulary
 * @param {Array<Element | ShadowRoot>} scopes
 */
export function buttonsOf({ kindOf }, scopes) {
  /** @type {Array<{element: HTMLElement, kind: ButtonKind}>} */
  const buttons = [];
  for (const scope of scopes) {
    for (const one of scope.querySelectorAll(BUTTONS)) {
      const element = /** @type {HTMLInputElement} */ (one);
      const label = labelOf(element);
      if (label === '' || label.length > MAX_LABEL || element.disabled || !isShown(element)) continue;
      // The outer one of two that say the same is a wrapper.
      if (element.firstElementChild && element.querySelector(BUTTONS) && element.localName !== 'button')
        continue;
      buttons.push({ element, kind: kindOf(label) });
    }
  }
  return buttons;
}

/**
 * Gives the text of a button; '' when it is too long for one.
 * @param {HTMLInputElement} element
 */
function labelOf(element) {
  const text = element.localName === 'input' ? element.value : element.textContent;
  if (text.length > MAX_TEXT) return '';
  return wordsOf(text.trim() || element.getAttribute('aria-label') || element.title || '');
}

/**
 * The button that refuses most.
 * @param {Vocabulary} vocabulary
 * @param {Element} root
 */
export function refusalIn(vocabulary, root) {
  const refusals = buttonsOf(vocabulary, scopesOf(root) ?? []).filter(({ kind }) => kind === 'reject');
  return (
    refusals.find(({ element }) => element.localName !== 'a' || !element.getAttribute('href')) ?? refusals[0]
  );
}
