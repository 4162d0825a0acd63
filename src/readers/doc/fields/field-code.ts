import { linkAddress } from '../../html-writer/link-address.ts';

/** A field's instruction, such as `HYPERLINK "http://example.com" \o "Example"`. */
export interface FieldCode {
  /** In upper case. */
  name: string;
  /** The words that are neither name nor switch. */
  values: string[];
  /** Switches in lower case with what follows them, where they take something. */
  switches: Map<string, string>;
  /** All that follows the name. */
  rest: string;
}

const TOKENS = /"((?:[^"\\]|\\.)*)"?|\\(\S)|([^\s"\\]+(?:\\[^\s"]*)*)/gs;
/** Switches of HYPERLINK and SYMBOL that are followed by a value. */
const WITH_VALUE: ReadonlySet<string> = new Set(['l', 'o', 't', 'm', 'f', 's', '*', '@', '#']);
const MAX_LENGTH = 10_000;

/** Reads a field's instruction. */
export function parseFieldCode(instruction: string): FieldCode {
  const code: FieldCode = { name: '', values: [], switches: new Map(), rest: '' };
  let open: string | undefined;
  // A switch may follow the name without a blank.
  const spaced = instruction.slice(0, MAX_LENGTH).replace(/^(\s*[a-z]+)\\/i, '$1 \\');
  for (const { 0: all, 1: quoted, 2: letter, 3: bare, index } of spaced.matchAll(TOKENS)) {
    if (letter !== undefined) {
      open = letter.toLowerCase();
      code.switches.set(open, '');
      if (!WITH_VALUE.has(open)) open = undefined;
      continue;
    }
    const value = quoted === undefined ? bare! : quoted.replace(/\\(.)/gs, '$1');
    if (open !== undefined) code.switches.set(open, value);
    else if (code.name === '') {
      code.name = value.toUpperCase();
      code.rest = spaced.slice(index + all.length);
    } else code.values.push(value);
    open = undefined;
  }
  return code;
}

/** Where a field leads: an address, or `#name` for a bookmark; undefined for nowhere that can be gone to. */
export function linkOf({ name, values, switches }: FieldCode): string | undefined {
  if (name !== 'HYPERLINK') return undefined;
  const bookmark = switches.get('l') ?? '';
  const place = bookmark === '' ? undefined : `#${bookmark}`;
  const stated = (values[0] ?? '').trim();
  if (stated === '') return place;
  const address = linkAddress(stated);
  return address === undefined || place === undefined || address.includes('#') ? address : address + place;
}
