import { describe, isVisible } from '../element-tools.js';
import { nextFrame } from '../next-frame.js';
import { elementOf } from './refs.js';

/** @typedef {{kind: 'missing'} | {kind: 'refused', element: string} | {kind: 'ready', isSingleLine: boolean}} Prepared */

const MAX_OPTIONS = 40;

/**
 * Puts the focus on a field and selects what is in it, so that what is typed takes its place.
 * @param {number} ref
 * @returns {Prepared}
 */
export function focusField(ref) {
  const element = /** @type {HTMLInputElement | undefined} */ (elementOf(ref));
  if (!element) return { kind: 'missing' };
  const isInput = element.localName === 'input' || element.localName === 'textarea';
  const isToChoose = /^(?:button|submit|reset|checkbox|radio|file|image|range|hidden)$/.test(element.type);
  const isRefusing = isInput && (isToChoose || element.disabled || element.readOnly);
  if (isRefusing || !(isInput || element.isContentEditable)) {
    return { kind: 'refused', element: describe(element) };
  }
  element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
  element.focus();
  if (isInput) element.select();
  else element.ownerDocument.getSelection()?.selectAllChildren(element);
  return { kind: 'ready', isSingleLine: element.localName === 'input' };
}

/**
 * Tells what a field holds now; nothing of a password but whether there is one.
 * @param {number} ref
 */
export function readField(ref) {
  const element = /** @type {HTMLInputElement | undefined} */ (elementOf(ref));
  if (!element) return undefined;
  if (element.isContentEditable) return element.innerText.slice(0, 2_000);
  return element.type === 'password' ? undefined : element.value.slice(0, 2_000);
}

/**
 * Chooses the option of a list that is named, by its label or its value.
 * @param {number} ref
 * @param {string} wanted
 * @returns {{kind: 'missing' | 'other', element: string} | {kind: 'chosen', option: string} | {kind: 'none', options: string[]}}
 */
export function chooseOption(ref, wanted) {
  const element = elementOf(ref);
  if (!element) return { kind: 'missing', element: '' };
  if (element.localName !== 'select') return { kind: 'other', element: describe(element) };
  const list = /** @type {HTMLSelectElement} */ (element);
  const plain = (/** @type {string} */ text) => text.trim().replace(/\s+/g, ' ').toLowerCase();
  const sought = plain(wanted);
  const options = Array.from(list.options).filter(({ disabled }) => !disabled);
  const option =
    options.find(({ label, value }) => plain(label) === sought || plain(value) === sought) ??
    options.find(({ label }) => sought !== '' && plain(label).includes(sought));
  if (!option || list.disabled)
    return { kind: 'none', options: options.slice(0, MAX_OPTIONS).map(({ label }) => label.slice(0, 60)) };
  option.selected = true;
  for (const type of ['input', 'change']) list.dispatchEvent(new Event(type, { bubbles: true }));
  return { kind: 'chosen', option: option.label.slice(0, 140) };
}

/**
 * Brings an element into the window; false when it has gone.
 * @param {number} ref
 */
export async function showElement(ref) {
  const element = elementOf(ref);
  if (!element || !isVisible(element)) return false;
  element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
  await nextFrame();
  return true;
}
