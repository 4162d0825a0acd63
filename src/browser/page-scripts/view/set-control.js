/**
 * Chooses options of a list as a visitor would; false when the list has others by now.
 * @param {HTMLSelectElement} select
 * @param {number[]} chosen
 */
export function chooseOptions(select, chosen) {
  if (select.disabled || chosen.some((index) => index >= select.options.length)) return false;
  for (const [index, option] of Array.from(select.options).entries())
    option.selected = chosen.includes(index);
  tell(select);
  return true;
}

/**
 * Gives a field a value as a visitor would; false when the field takes no such value.
 * @param {HTMLInputElement} field
 * @param {string} value
 */
export function setField(field, value) {
  const before = field.value;
  field.value = value;
  if (value !== '' && field.value === '') {
    field.value = before;
    return false;
  }
  tell(field);
  return true;
}

/**
 * Gives a field the files that a visitor chose, or drops them on it.
 * @param {HTMLInputElement} field
 * @param {Array<{ name: string; type: string; base64: string }>} files
 */
export function giveFiles(field, files) {
  const given = new DataTransfer();
  for (const { name, type, base64 } of files) {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    given.items.add(new File([bytes], name, { type }));
  }
  field.files = given.files;
  tell(field);
  return true;
}

/**
 * The focus without the list or the calendar that a click would open.
 * @param {HTMLElement} element
 */
export function focusControl(element) {
  element.focus({ preventScroll: true });
  return true;
}

/** @param {HTMLElement} control */
function tell(control) {
  for (const type of ['input', 'change'])
    control.dispatchEvent(new Event(type, { bubbles: true, composed: type === 'input' }));
}
