import { modifiersOf, type Send } from './pointer-input.ts';

/** Phones delete nothing in an empty field. */
const FILLING = '\u200b\u200b';
const IS_APPLE = /^(?:Mac|iP)/.test(navigator.platform);
const ALT = 1;
const CONTROL = 2;
const META = 4;
const COMPOSING = 229;

/** Keys that a phone tells as what it wants to change in the field. */
const KEYS_OF_CHANGES: Readonly<Record<string, { key: string; keyCode: number }>> = {
  deleteContentBackward: { key: 'Backspace', keyCode: 8 },
  deleteWordBackward: { key: 'Backspace', keyCode: 8 },
  deleteContentForward: { key: 'Delete', keyCode: 46 },
  insertLineBreak: { key: 'Enter', keyCode: 13 },
  insertParagraph: { key: 'Enter', keyCode: 13 },
};

/**
 * Keys, text of input methods and pastes in a field that nobody sees become those of the page. F6 leaves the field, as
 * it leaves the page in a browser.
 */
export function followKeyboard(field: HTMLTextAreaElement, send: Send, onLeave: () => void): void {
  const empty = (): void => {
    field.value = FILLING;
    field.setSelectionRange(1, 1);
  };
  empty();
  field.addEventListener('focus', empty);
  field.addEventListener('keydown', (event) => {
    if (event.isComposing || event.keyCode === COMPOSING || event.key === 'Dead') return;
    if (event.key === 'F6') {
      event.preventDefault();
      return onLeave();
    }
    const modifiers = keyModifiers(event);
    const letter = modifiers === CONTROL ? event.key.toLowerCase() : '';
    // Its text comes with the event of the paste.
    if (letter === 'v') return;
    if (letter === 'c' || letter === 'x') send({ type: 'copy' });
    event.preventDefault();
    send(keyMessage('down', event, modifiers));
  });
  field.addEventListener('keyup', (event) => {
    if (event.isComposing || event.keyCode === COMPOSING || event.key === 'Dead' || event.key === 'F6')
      return;
    send(keyMessage('up', event, keyModifiers(event)));
  });
  field.addEventListener('beforeinput', (event) => {
    if (event.isComposing || event.inputType === 'insertCompositionText') return;
    event.preventDefault();
    const stroke = KEYS_OF_CHANGES[event.inputType];
    if (stroke) {
      const message = {
        type: 'key',
        ...stroke,
        code: stroke.key,
        location: 0,
        isRepeat: false,
        modifiers: 0,
      };
      send({ ...message, event: 'down' });
      send({ ...message, event: 'up' });
    } else if (event.data) send({ type: 'text', text: event.data });
  });
  field.addEventListener('compositionupdate', ({ data }) =>
    send({ type: 'compose', text: data, start: data.length, end: data.length }),
  );
  field.addEventListener('compositionend', ({ data }) => {
    send(data === '' ? { type: 'compose', text: '', start: 0, end: 0 } : { type: 'text', text: data });
    // The text that the method wrote stands there now.
    setTimeout(empty);
  });
  field.addEventListener('paste', (event) => {
    event.preventDefault();
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (text !== '') send({ type: 'text', text });
  });
}

/** On a Mac the command key is what Control is to the page; AltGr types a character and holds nothing. */
function keyModifiers(event: KeyboardEvent): number {
  const modifiers = modifiersOf(event);
  if (event.getModifierState('AltGraph')) return modifiers & ~(ALT | CONTROL);
  if (!IS_APPLE) return modifiers;
  // Option types characters there.
  const isTyped = Array.from(event.key).length === 1 && (modifiers & (CONTROL | META)) === 0;
  const mapped = (modifiers & META) !== 0 ? (modifiers & ~META) | CONTROL : modifiers;
  return isTyped ? mapped & ~ALT : mapped;
}

function keyMessage(event: 'down' | 'up', given: KeyboardEvent, modifiers: number): Record<string, unknown> {
  const { key, code, keyCode, location, repeat: isRepeat } = given;
  return { type: 'key', event, key, code, keyCode, location, isRepeat, modifiers };
}
