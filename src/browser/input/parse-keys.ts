import { nearMiss } from '../../contract/near-miss.ts';
import { PageProblem } from '../page-problem.ts';
import { KEYS, MODIFIERS, type Key } from './keyboard-layout.ts';

/** Keys that are pressed together. */
export interface Chord {
  /** Names of modifiers in the order of pressing. */
  modifiers: string[];
  key: Key | undefined;
}

/** Other names that people and libraries use, in lower case. */
const ALIASES: Readonly<Record<string, string>> = {
  esc: 'Escape',
  return: 'Enter',
  numpadenter: 'Enter',
  del: 'Delete',
  ins: 'Insert',
  space: ' ',
  spacebar: ' ',
  up: 'ArrowUp',
  down: 'ArrowDown',
  left: 'ArrowLeft',
  right: 'ArrowRight',
  pgup: 'PageUp',
  pgdn: 'PageDown',
  plus: '+',
  ctrl: 'Control',
  cmd: 'Meta',
  command: 'Meta',
  win: 'Meta',
  option: 'Alt',
  opt: 'Alt',
  controlormeta: 'Control',
  menu: 'ContextMenu',
};

/** Names of several characters. A name of one character is the character that the key types, so its case counts. */
const NAMES = [...KEYS.keys(), ...MODIFIERS.keys()].filter((name) => name.length > 1);
const BY_LOWER_CASE = new Map(NAMES.map((name) => [name.toLowerCase(), name]));
const CODES = new Map(
  Array.from(KEYS.values(), (key) => [key.code.toLowerCase(), key]).toReversed() as Array<[string, Key]>,
);

/**
 * Reads the name of a key or of several that are pressed together: `Enter`, `a`, `Control+A`, `Shift+Tab`, `Ctrl++`.
 * A `PageProblem` that says what would be right when there is no such key.
 */
export function parseKeys(text: string): Chord {
  const names = split(text);
  const last = names.pop() ?? '';
  const modifiers = names.map((name) => {
    const known = nameOf(name);
    if (!MODIFIERS.has(known)) {
      throw new PageProblem(
        `"${name}" cannot be held down together with other keys; Control, Shift, Alt and Meta can`,
      );
    }
    return known;
  });
  const name = nameOf(last);
  if (MODIFIERS.has(name)) return { modifiers: [...modifiers, name], key: undefined };
  const key = KEYS.get(name) ?? CODES.get(last.toLowerCase()) ?? character(last);
  if (key === undefined) throw new PageProblem(unknownKey(last));
  // With Control and its like a letter is its key, whatever its case.
  const isCommand = modifiers.some((modifier) => modifier !== 'Shift');
  const typed = isCommand && key.isShifted && /^[A-Z]$/.test(key.key) && !modifiers.includes('Shift');
  return { modifiers, key: typed ? (KEYS.get(key.key.toLowerCase()) ?? key) : shifted(key, modifiers) };
}

/** `+` divides names, and is one itself at the end. */
function split(text: string): string[] {
  if (text === '+') return ['+'];
  const isPlus = text.endsWith('++');
  const names = (isPlus ? text.slice(0, -2) : text).split('+');
  const trimmed = names.map((name) => (name.length === 1 ? name : name.trim()));
  return isPlus ? [...trimmed, '+'] : trimmed;
}

function nameOf(name: string): string {
  if (Array.from(name).length === 1) return name;
  const lower = name.toLowerCase().replaceAll(/[\s_-]/g, '');
  return ALIASES[lower] ?? BY_LOWER_CASE.get(lower) ?? name;
}

/** One that no key of this keyboard types, such as `é`. */
function character(name: string): Key | undefined {
  return Array.from(name).length === 1 ? { key: name, code: '', keyCode: 0, text: name } : undefined;
}

function shifted(key: Key, modifiers: readonly string[]): Key {
  if (!modifiers.includes('Shift') || key.isShifted || key.text === undefined) return key;
  for (const other of KEYS.values()) if (other.code === key.code && other.isShifted) return other;
  return key;
}

function unknownKey(name: string): string {
  const meant = nearMiss(name, NAMES);
  return (
    `there is no key "${name.slice(0, 40)}"${meant === undefined ? '' : `; did you mean "${meant}"?`}; keys are single ` +
    'characters, names such as Enter, Tab, Escape, Backspace, Delete, Space, ArrowDown, PageDown, Home, End or F5, and ' +
    'chords such as Control+A; a text is typed by the action write'
  );
}
