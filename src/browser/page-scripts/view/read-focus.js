import { describeControl } from './describe-control.js';

const MAX_SELECTION = 1_000_000;

/** The innermost element with the focus that can be seen from this document. */
function findFocus() {
  let element = document.activeElement;
  for (;;) {
    const frame = /** @type {Partial<HTMLIFrameElement> | null} */ (element);
    const inner = element?.shadowRoot?.activeElement ?? frame?.contentDocument?.activeElement;
    if (!inner) return element;
    element = inner;
  }
}

/** The frame with the focus whose document cannot be seen from here; null when there is none. */
export function focusedFrame() {
  const element = findFocus();
  return element?.localName === 'iframe' || element?.localName === 'frame' ? element : null;
}

/** Tells whether what is typed goes into a field. */
export function readFocus() {
  const element = findFocus();
  return element === null ? { kind: 'none' } : describeControl(element);
}

/** The text that is marked. */
export function readSelection() {
  const element = findFocus();
  const field = /** @type {Partial<HTMLInputElement> | null} */ (element);
  const { selectionStart, selectionEnd, value, type } = field ?? {};
  const isField = typeof selectionStart === 'number' && typeof selectionEnd === 'number';
  // A password is not copied, as in any browser.
  if (isField && type !== 'password' && selectionStart !== selectionEnd) {
    return (value ?? '').slice(selectionStart, selectionEnd).slice(0, MAX_SELECTION);
  }
  const selection = (element?.ownerDocument ?? document).getSelection() ?? document.getSelection();
  return (selection?.toString() ?? '').slice(0, MAX_SELECTION);
}
