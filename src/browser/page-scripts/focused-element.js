import { describe } from './element-tools.js';

/** The innermost element that has the focus, in shadow roots and frames of the same site too. */
function findFocused() {
  let element = document.activeElement;
  for (;;) {
    const frame = /** @type {Partial<HTMLIFrameElement> | null} */ (element);
    const inner = element?.shadowRoot?.activeElement ?? frame?.contentDocument?.activeElement;
    if (!inner) return /** @type {HTMLInputElement | null} */ (element);
    element = inner;
  }
}

/** Finds the element that typed text would go to. */
export function focusedElement() {
  const element = findFocused();
  if (!element) return { takesKeys: false, isReadOnly: false, isSet: false, element: 'nothing' };
  const owner = element.ownerDocument;
  const isInput = element.localName === 'input';
  const isText =
    element.localName === 'textarea' ||
    element.isContentEditable ||
    owner.designMode === 'on' ||
    (isInput && !/^(?:button|submit|reset|checkbox|radio|file|image|color|range|hidden)$/.test(element.type));
  const isToChoose =
    isInput && /^(?:button|submit|reset|checkbox|radio|file|image|hidden)$/.test(element.type);
  const isPage = element === owner.body || element === owner.documentElement;
  return {
    takesKeys: isText || !isPage,
    isReadOnly: isToChoose || element.disabled || element.readOnly,
    // Typed, these depend on the language of the browser.
    isSet: isInput && /^(?:date|time|month|week|datetime-local|color|range)$/.test(element.type),
    element: describe(element),
  };
}

/**
 * Gives the focused field a value as its page is told of one that a visitor chose; false when it is none for the field.
 * @param {string} value
 */
export function setFocusedValue(value) {
  const field = findFocused();
  if (!field) return false;
  const before = field.value;
  field.value = value;
  if (field.value === '' || (field.type === 'color' && field.value !== value.toLowerCase())) {
    field.value = before;
    return false;
  }
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
  return true;
}
