const MAX_OPTIONS = 5_000;
const MAX_LABEL = 200;
const PICKED = /^(?:date|time|month|week|datetime-local|color)$/;
const UNTYPED = /^(?:button|submit|reset|checkbox|radio|file|image|color|range|hidden)$/;

/**
 * Tells of a control whose choices pictures of a page do not show, or that takes text.
 * @param {Element} element
 */
export function describeControl(element) {
  const label = labelOf(element);
  if (element.localName === 'select') {
    const select = /** @type {HTMLSelectElement} */ (element);
    // A list box is part of the picture.
    if (select.disabled || select.multiple || select.size > 1) return { kind: 'none' };
    return { kind: 'select', label, options: Array.from(select.options).slice(0, MAX_OPTIONS).map(optionOf) };
  }
  if (element.localName === 'input') {
    const { type, value, min, max, step, disabled, readOnly, inputMode } = /** @type {HTMLInputElement} */ (
      element
    );
    if (disabled || readOnly) return { kind: 'none' };
    if (PICKED.test(type)) return { kind: 'field', label, type, value, min, max, step };
    return UNTYPED.test(type) ? { kind: 'none' } : { kind: 'text', inputMode: inputMode || modeOf(type) };
  }
  const html = /** @type {HTMLElement} */ (element);
  const isText = element.localName === 'textarea' || html.isContentEditable;
  return isText ? { kind: 'text', inputMode: html.inputMode || 'text' } : { kind: 'none' };
}

/** @param {HTMLOptionElement} option */
function optionOf({ label, selected, disabled, parentElement }) {
  const group = parentElement?.localName === 'optgroup' ? parentElement : null;
  return {
    label: label.trim().slice(0, MAX_LABEL),
    group: group === null ? '' : (group.getAttribute('label') ?? '').slice(0, MAX_LABEL),
    isSelected: selected,
    isDisabled: disabled || (group?.hasAttribute('disabled') ?? false),
  };
}

/** @param {Element} element */
function labelOf(element) {
  const { labels } = /** @type {Partial<HTMLInputElement>} */ (element);
  const label = labels?.[0];
  const text = element.getAttribute('aria-label') ?? (label && textBeside(label, element));
  return (text || element.getAttribute('name') || '').replace(/\s+/g, ' ').trim().slice(0, MAX_LABEL);
}

/**
 * The text of a label without that of the control in it.
 * @param {Node} label
 * @param {Element} control
 */
function textBeside(label, control) {
  const nodes = document.createTreeWalker(label, NodeFilter.SHOW_TEXT);
  let text = '';
  while (text.length < MAX_LABEL && nodes.nextNode()) {
    if (!control.contains(nodes.currentNode)) text += nodes.currentNode.nodeValue ?? '';
  }
  return text;
}

/** @param {string} type */
function modeOf(type) {
  if (type === 'number') return 'decimal';
  return /^(?:tel|url|email|search)$/.test(type) ? type : 'text';
}
