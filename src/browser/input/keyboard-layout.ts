/** A key of a US keyboard, as its events tell of it. */
export interface Key {
  key: string;
  code: string;
  keyCode: number;
  /** The text that the key types; absent when it types none. */
  text?: string;
  /** On the keypad or the right side of the keyboard. */
  location?: number;
  /** Typed with Shift. */
  isShifted?: boolean;
}

/** Keys that type: code, key code, what they type, what they type with Shift. */
const PUNCTUATION: ReadonlyArray<readonly [string, number, string, string]> = [
  ['Backquote', 192, '`', '~'],
  ['Minus', 189, '-', '_'],
  ['Equal', 187, '=', '+'],
  ['BracketLeft', 219, '[', '{'],
  ['BracketRight', 221, ']', '}'],
  ['Backslash', 220, '\\', '|'],
  ['Semicolon', 186, ';', ':'],
  ['Quote', 222, "'", '"'],
  ['Comma', 188, ',', '<'],
  ['Period', 190, '.', '>'],
  ['Slash', 191, '/', '?'],
];

const SHIFTED_DIGITS = ')!@#$%^&*(';

/** Keys that have a name: their key codes. The name is the code too. */
const NAMED: Readonly<Record<string, number>> = {
  Backspace: 8,
  Tab: 9,
  Pause: 19,
  CapsLock: 20,
  Escape: 27,
  PageUp: 33,
  PageDown: 34,
  End: 35,
  Home: 36,
  ArrowLeft: 37,
  ArrowUp: 38,
  ArrowRight: 39,
  ArrowDown: 40,
  PrintScreen: 44,
  Insert: 45,
  Delete: 46,
  ContextMenu: 93,
  NumLock: 144,
  ScrollLock: 145,
  ...Object.fromEntries(Array.from({ length: 24 }, (_, index) => [`F${index + 1}`, 112 + index])),
};

/** The modifier keys as bits of `modifiers`. */
export const MODIFIERS: ReadonlyMap<string, Key & { bit: number }> = new Map([
  ['Alt', { key: 'Alt', code: 'AltLeft', keyCode: 18, location: 1, bit: 1 }],
  ['Control', { key: 'Control', code: 'ControlLeft', keyCode: 17, location: 1, bit: 2 }],
  ['Meta', { key: 'Meta', code: 'MetaLeft', keyCode: 91, location: 1, bit: 4 }],
  ['Shift', { key: 'Shift', code: 'ShiftLeft', keyCode: 16, location: 1, bit: 8 }],
]);

/** The keys by name and by the text that they type. */
export const KEYS: ReadonlyMap<string, Key> = new Map(layout().map((key) => [key.key, key]));

function layout(): Key[] {
  const keys: Key[] = [
    { key: 'Enter', code: 'Enter', keyCode: 13, text: '\r' },
    { key: ' ', code: 'Space', keyCode: 32, text: ' ' },
    ...Object.entries(NAMED).map(([name, keyCode]) => ({ key: name, code: name, keyCode })),
  ];
  const add = (code: string, keyCode: number, plain: string, shifted: string): void => {
    keys.push({ key: plain, code, keyCode, text: plain });
    keys.push({ key: shifted, code, keyCode, text: shifted, isShifted: true });
  };
  for (let letter = 65; letter <= 90; letter += 1) {
    const upper = String.fromCharCode(letter);
    add(`Key${upper}`, letter, upper.toLowerCase(), upper);
  }
  for (const [digit, shifted] of Array.from(SHIFTED_DIGITS).entries()) {
    add(`Digit${digit}`, 48 + digit, String(digit), shifted);
  }
  for (const [code, keyCode, plain, shifted] of PUNCTUATION) add(code, keyCode, plain, shifted);
  return keys;
}
