/** Instructions nest this deep at most; what is deeper stays as it is. */
const MAX_DEPTH = 10;
const MAX_LENGTH = 4_000;

interface Reader {
  text: string;
  at: number;
}

/**
 * The text of an EQ field, which has no result: fractions as `a/b`, roots as `√(a)`, what is written over something (as
 * phonetic guides are) as that alone, all else as its parts in a row. `instruction` is what follows the name.
 */
export function equationText(instruction: string): string {
  return readSequence({ text: instruction.slice(0, MAX_LENGTH), at: 0 }, 0, false).trim();
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

const SWITCH = /\\([a-z*]+)\s*(\d*)\s*/iy;

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
    while (/\S/.test(reader.text[reader.at] ?? '')) reader.at++;
    return '';
  }
  if (reader.text[reader.at] !== '(') return '';
  const parts = readArguments(reader, depth + 1);
  if (name === 'f') return parts.join('/');
  if (name === 'r') return `√(${parts.at(-1) ?? ''})`;
  return name === 'o' || name === 'ad' ? (parts.at(-1) ?? '') : parts.join(' ');
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
