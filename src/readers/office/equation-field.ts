/** Instructions nest this deep at most; what is deeper stays as it is. */
const MAX_DEPTH = 10;
const MAX_LENGTH = 4_000;
/** Options that align what `\o` writes over each other. */
const OVERSTRIKE_OPTIONS: ReadonlySet<string> = new Set(['al', 'ac', 'ar', 'ad']);

interface Reader {
  text: string;
  at: number;
  /** The element whose arguments have not come yet: options stand between. */
  element: string;
}

/**
 * The text of an EQ field, whose formula is drawn from its instruction: fractions as `a/b`, roots as `√(a)`, what is
 * written over something (as phonetic guides are) as that alone, all else as its parts in a row. `instruction` is what
 * follows the name (ECMA-376 part 1, section 17.16.5.17).
 */
export function equationText(instruction: string): string {
  return readSequence({ text: instruction.slice(0, MAX_LENGTH), at: 0, element: '' }, 0, false).trim();
}

/** Reads up to the end, or up to what ends an argument. */
function readSequence(reader: Reader, depth: number, isArgument: boolean): string {
  let result = '';
  while (reader.at < reader.text.length) {
    const character = reader.text[reader.at]!;
    if (isArgument && (character === ')' || character === ',' || character === ';')) break;
    if (character === '\\' && depth < MAX_DEPTH) result += readSwitch(reader, depth);
    else {
      result += character;
      reader.at++;
    }
  }
  return result;
}

const SWITCH = /\\(\*|[a-z]+)\s*(\d*)\s*/iy;
/** The argument of a switch that is only about looks, such as `hps10` or `"Font:MS Mincho"`. */
const LOOK = /["“][^"“”]*["”]|[^\s\\]*/y;

/** A switch with its arguments; those without are only about looks. */
function readSwitch(reader: Reader, depth: number): string {
  SWITCH.lastIndex = reader.at;
  const found = SWITCH.exec(reader.text);
  if (found === null) {
    // A sign that would mean something without the backslash.
    const sign = reader.text[reader.at + 1] ?? '';
    reader.at += 2;
    return sign;
  }
  reader.at = SWITCH.lastIndex;
  const name = found[1]!.toLowerCase();
  if (name === '*') {
    LOOK.lastIndex = reader.at;
    reader.at += LOOK.exec(reader.text)?.[0].length ?? 0;
    return '';
  }
  // Elements have one letter, their options two.
  if (name.length === 1) reader.element = name;
  if (reader.text[reader.at] !== '(') return '';
  const element = reader.element === '' && OVERSTRIKE_OPTIONS.has(name) ? 'o' : reader.element;
  reader.element = '';
  return joinParts(element, readArguments(reader, depth + 1));
}

function joinParts(element: string, parts: readonly string[]): string {
  if (element === 'f') return parts.join('/');
  if (element === 'r') return `√(${parts.at(-1) ?? ''})`;
  return element === 'o' ? (parts.at(-1) ?? '') : parts.join(' ');
}

function readArguments(reader: Reader, depth: number): string[] {
  const parts: string[] = [];
  do {
    reader.at++;
    parts.push(readSequence(reader, depth, true).trim());
  } while (reader.at < reader.text.length && reader.text[reader.at] !== ')');
  reader.at++;
  return parts;
}
