/**
 * What typed text would go to.
 * @param {ReturnType<typeof import('./element-tools.js').elementTools>} tools
 */
export function focusedElement(tools) {
  let element = document.activeElement;
  for (;;) {
    const inner = element?.shadowRoot?.activeElement ?? element?.contentDocument?.activeElement;
    if (!inner) break;
    element = inner;
  }
  if (!element) return { takesKeys: false, isReadOnly: false, isSet: false, element: 'nothing' };
  const owner = element.ownerDocument;
  const isText =
    element.localName === 'textarea' ||
    element.isContentEditable ||
    owner.designMode === 'on' ||
    (element.localName === 'input' &&
      !/^(?:button|submit|reset|checkbox|radio|file|image|color|range|hidden)$/.test(element.type));
  const isToChoose =
    element.localName === 'input' &&
    /^(?:button|submit|reset|checkbox|radio|file|image|hidden)$/.test(element.type);
  const isPage = element === owner.body || element === owner.documentElement;
  return {
    takesKeys: isText || !isPage,
    isReadOnly: isToChoose || Boolean(element.disabled || element.readOnly),
    // Typed, these depend on the language of the browser.
    isSet:
      element.localName === 'input' &&
      /^(?:date|time|month|week|datetime-local|color|range)$/.test(element.type),
    element: tools.describe(element),
  };
}

/**
 * Gives the focused field a value as its page is told of one that a visitor chose; false when it is none for the field.
 * @param {ReturnType<typeof import('./element-tools.js').elementTools>} _tools
 * @param {string} value
 */
export function setFocusedValue(_tools, value) {
  let field = document.activeElement;
  for (;;) {
    const inner = field?.shadowRoot?.activeElement ?? field?.contentDocument?.activeElement;
    if (!inner) break;
    field = inner;
  }
  const before = field.value;
  field.value = value;
  if (field.value === '' || (field.type === 'color' && field.value !== value.toLowerCase())) {
    field.value = before;
    return false;
  }
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
  return true;
}
