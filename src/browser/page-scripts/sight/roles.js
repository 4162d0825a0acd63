/** The roles that a page gives to elements which can be acted on. */
const ACTED_ON = new Set([
  'button',
  'checkbox',
  'combobox',
  'link',
  'listbox',
  'menuitem',
  'menuitemcheckbox',
  'menuitemradio',
  'option',
  'radio',
  'searchbox',
  'slider',
  'spinbutton',
  'switch',
  'tab',
  'textbox',
  'treeitem',
]);
/** The roles of what is said besides; their text is told. */
const SAID = new Set(['heading', 'alert', 'status', 'alertdialog', 'dialog']);

/** @type {Readonly<Record<string, string>>} */
const INPUT_ROLES = {
  button: 'button',
  submit: 'button',
  reset: 'button',
  image: 'button',
  checkbox: 'checkbox',
  radio: 'radio',
  range: 'slider',
  number: 'spinbutton',
  search: 'searchbox',
  file: 'file chooser',
  color: 'colour chooser',
  date: 'date field',
  time: 'time field',
  month: 'month field',
  week: 'week field',
  'datetime-local': 'date and time field',
};

/**
 * Gives the role of an element that is told of; undefined for all others.
 * @param {Element} element
 * @param {string} name
 * @returns {string | undefined}
 */
export function roleOf(element, name) {
  const [given = ''] = (Element.prototype.getAttribute.call(element, 'role') ?? '').trim().split(/\s+/, 1);
  if (ACTED_ON.has(given) || SAID.has(given)) return given;
  switch (name) {
    case 'a':
    case 'area':
      return Element.prototype.hasAttribute.call(element, 'href') ? 'link' : undefined;
    case 'button':
    case 'summary':
      return 'button';
    case 'textarea':
      return 'textbox';
    case 'select':
      return /** @type {HTMLSelectElement} */ (element).multiple ? 'listbox' : 'combobox';
    case 'input':
      return inputRole(/** @type {HTMLInputElement} */ (element).type);
    case 'dialog':
      return 'dialog';
    default:
      if (/^h[1-6]$/.test(name)) return 'heading';
      return isEdited(element) ? 'textbox' : undefined;
  }
}

/** @param {string} type */
function inputRole(type) {
  return type === 'hidden' ? undefined : (INPUT_ROLES[type] ?? 'textbox');
}

/** @param {Element} element */
function isEdited(element) {
  const given = Element.prototype.getAttribute.call(element, 'contenteditable');
  return given !== null && given.toLowerCase() !== 'false';
}

/**
 * Tells whether something is done with what has the role, rather than read.
 * @param {string} role
 */
export function isActedOn(role) {
  return !SAID.has(role);
}
