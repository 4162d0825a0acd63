const MAX_VALUE = 80;
const MAX_OPTIONS = 40;
const MAX_OPTION = 30;

/**
 * @typedef {object} Field
 * @property {string | undefined} value as it is shown; never that of a password
 * @property {string[]} options of a list
 * @property {string[]} states
 * @property {boolean} isSecret
 */

/**
 * Reads what a form or a widget shows of its state.
 * @param {Element} element
 * @param {string} name
 * @returns {Field}
 */
export function fieldOf(element, name) {
  const states = statesOf(element);
  const isField = name === 'input' || name === 'textarea' || name === 'select';
  if (!isField) return { value: ariaValue(element), options: [], states, isSecret: false };
  const field = /** @type {HTMLInputElement} */ (element);
  if (field.readOnly) states.push('read-only');
  if (field.required) states.push('required');
  if (name === 'select')
    return { ...listOf(/** @type {HTMLSelectElement} */ (element)), states, isSecret: false };
  const isSecret = field.type === 'password';
  if (/^(?:checkbox|radio)$/.test(field.type)) {
    if (field.checked) states.push('checked');
    return { value: undefined, options: [], states, isSecret };
  }
  if (/^(?:button|submit|reset|image)$/.test(field.type))
    return { value: undefined, options: [], states, isSecret };
  return { value: isSecret ? hiddenValue(field) : shown(field.value), options: [], states, isSecret };
}

/** @param {HTMLInputElement} field */
function hiddenValue(field) {
  return field.value === '' ? undefined : '•••';
}

/** @param {string} value */
function shown(value) {
  return value === '' ? undefined : value.slice(0, MAX_VALUE);
}

/** @param {HTMLSelectElement} list */
function listOf(list) {
  const options = Array.from(list.options);
  const chosen = options.filter(({ selected }) => selected).map(labelOf);
  return { value: shown(chosen.join(', ')), options: options.slice(0, MAX_OPTIONS).map(labelOf) };
}

/** @param {HTMLOptionElement} option */
function labelOf({ label }) {
  return label.trim().replace(/\s+/g, ' ').slice(0, MAX_OPTION);
}

/** @param {Element} element */
function ariaValue(element) {
  const value = attribute(element, 'aria-valuetext') ?? attribute(element, 'aria-valuenow');
  return value === undefined ? undefined : shown(value);
}

/** @param {Element} element */
function statesOf(element) {
  /** @type {string[]} */
  const states = [];
  const isDisabled = Element.prototype.matches.call(element, ':disabled');
  if (isDisabled || attribute(element, 'aria-disabled') === 'true') states.push('disabled');
  for (const state of ['checked', 'selected', 'pressed', 'expanded']) {
    const value = attribute(element, `aria-${state}`);
    if (value === 'true') states.push(state);
    else if (value === 'false' && state === 'expanded') states.push('collapsed');
  }
  const invalid = attribute(element, 'aria-invalid');
  if (invalid !== undefined && invalid !== 'false') states.push('invalid');
  const details = element.localName === 'summary' ? element.parentElement : null;
  if (details?.localName === 'details') states.push(details.hasAttribute('open') ? 'expanded' : 'collapsed');
  return states;
}

/**
 * @param {Element} element
 * @param {string} name
 */
function attribute(element, name) {
  return Element.prototype.getAttribute.call(element, name) ?? undefined;
}

/**
 * Gives the name that a page has for a field, or for an element without text of its own.
 * @param {Element} element
 * @param {boolean} isField
 */
export function givenName(element, isField) {
  const label = attribute(element, 'aria-label')?.trim();
  if (label) return label;
  const labelled = textOfIds(element, attribute(element, 'aria-labelledby') ?? '');
  if (labelled) return labelled;
  if (isField) {
    const { labels } = /** @type {HTMLInputElement} */ (element);
    const text = Array.from(labels ?? [], labelText).find(Boolean);
    if (text) return text;
    const { type, value } = /** @type {HTMLInputElement} */ (element);
    if (/^(?:button|submit|reset)$/.test(type)) return value || type;
  }
  const names = isField ? ['placeholder', 'alt', 'title', 'name'] : ['alt', 'title'];
  return names.map((one) => attribute(element, one)?.trim()).find(Boolean) ?? '';
}

/**
 * Text that readers do not see names nothing, but for the few words that are laid out for those who listen.
 * @param {Element} label
 */
function labelText(label) {
  const text = (label.textContent ?? '').replace(/\s+/g, ' ').trim();
  return Element.prototype.checkVisibility.call(label) ? text.slice(0, 80) : '';
}

/**
 * @param {Element} element
 * @param {string} ids
 */
function textOfIds(element, ids) {
  const root = /** @type {Document | ShadowRoot} */ (element.getRootNode());
  if (ids.trim() === '' || typeof root.getElementById !== 'function') return '';
  return ids
    .trim()
    .split(/\s+/)
    .slice(0, 4)
    .flatMap((id) => {
      const named = root.getElementById(id);
      return named ? [labelText(named)] : [];
    })
    .join(' ')
    .trim();
}
