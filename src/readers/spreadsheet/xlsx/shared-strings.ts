import { XmlScanner } from '../xml-scanner.ts';

/** More is not referred to by any sheet that can be read. */
const MAX_STRINGS = 4_000_000;
const ESCAPED_CHARACTER = /_x([0-9a-f]{4})_/gi;

/** Texts that cells refer to by their position (ECMA-376 part 1, section 18.4). */
export function readSharedStrings(bytes: Buffer | undefined): string[] {
  const strings: string[] = [];
  if (bytes === undefined) return strings;
  const scanner = new XmlScanner(bytes);
  while (strings.length < MAX_STRINGS && scanner.next()) {
    if (scanner.isOpening && scanner.name === 'si')
      strings.push(scanner.isEmpty ? '' : readRichText(scanner, 'si'));
  }
  return strings;
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
