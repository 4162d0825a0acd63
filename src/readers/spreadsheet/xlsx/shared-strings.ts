import { SharedTexts } from '../shared-texts.ts';
import type { Utf8Writer } from '../utf8-writer.ts';
import { XmlScanner } from '../xml-scanner.ts';

/** More is not referred to by any sheet that can be read. */
const MAX_STRINGS = 4_000_000;
const OPENING = Buffer.from('<si><t');
const KEPT_SPACE = Buffer.from(' xml:space="preserve">');
const CLOSING = Buffer.from('</t></si>');
const LESS_THAN = 0x3c;
const GREATER_THAN = 0x3e;
const AMPERSAND = 0x26;
const RETURN = 0x0d;
const UNDERSCORE = 0x5f;
const LETTER_X = 0x78;
const ESCAPED_CHARACTER = /_x([0-9a-f]{4})_/gi;

/** Texts that cells refer to by their position (ECMA-376 part 1, section 18.4), written to `texts`. */
export function readSharedStrings(bytes: Buffer | undefined, texts: Utf8Writer): SharedTexts {
  const strings = new SharedTexts();
  if (bytes === undefined) return strings;
  const scanner = new XmlScanner(bytes);
  for (;;) {
    scanner.position = readPlainStrings(scanner, texts, strings);
    if (strings.count >= MAX_STRINGS || !scanner.next()) return strings;
    if (!scanner.isOpening || scanner.name !== 'si') continue;
    strings.addText(texts, scanner.isEmpty ? '' : readRichText(scanner, 'si'));
  }
}

/**
 * Takes texts as nearly all programs write them, `<si><t>text</t></si>`, without looking at their markup more than once.
 * Ends before anything else, and returns where that is.
 */
function readPlainStrings({ bytes, position }: XmlScanner, texts: Utf8Writer, strings: SharedTexts): number {
  let at = position;
  while (strings.count < MAX_STRINGS && startsWith(bytes, at, OPENING)) {
    let start = at + OPENING.length;
    if (bytes[start] === GREATER_THAN) start++;
    else if (startsWith(bytes, start, KEPT_SPACE)) start += KEPT_SPACE.length;
    else return at;
    const end = endOfPlainText(bytes, start);
    if (end === -1 || !startsWith(bytes, end, CLOSING)) return at;
    const from = texts.length;
    texts.reserve(end - start);
    texts.copy(bytes, start, end);
    strings.add(texts, from);
    at = end + CLOSING.length;
  }
  return at;
}

/** Where a text ends that stands for itself; -1 for one with references, escapes or line ends that are not LF. */
export function endOfPlainText(bytes: Uint8Array, start: number): number {
  const { length } = bytes;
  for (let at = start; at < length; at++) {
    const byte = bytes[at]!;
    if (byte === LESS_THAN) return at;
    if (byte === AMPERSAND || byte === RETURN || (byte === UNDERSCORE && bytes[at + 1] === LETTER_X))
      return -1;
  }
  return -1;
}

function startsWith(bytes: Uint8Array, at: number, mark: Uint8Array): boolean {
  for (let index = 0; index < mark.length; index++) if (bytes[at + index] !== mark[index]) return false;
  return true;
}

/**
 * Text of the `si` or `is` element that has just begun: its own or that of its runs. How East Asian words are spoken is
 * left out (18.4.6).
 */
export function readRichText(scanner: XmlScanner, element: 'si' | 'is'): string {
  let text = '';
  let isPhonetic = false;
  while (scanner.next()) {
    const { name, isOpening } = scanner;
    if (!isOpening) {
      if (name === element) break;
      if (name === 'rPh') isPhonetic = false;
    } else if (name === 'rPh') {
      isPhonetic = !scanner.isEmpty;
    } else if (name === 't' && !isPhonetic && !scanner.isEmpty) {
      text += scanner.text();
    }
  }
  return unescapeText(text);
}

/** Characters that XML cannot hold are written as `_x000D_` (22.4.2.4); lines are parted by LF. */
export function unescapeText(text: string): string {
  const plain = text.includes('_x')
    ? text.replace(ESCAPED_CHARACTER, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
  return plain.includes('\r') ? plain.replace(/\r\n?/g, '\n') : plain;
}
