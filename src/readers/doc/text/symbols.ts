import { isSymbolFont, symbolCharacter } from '../../office/symbol-fonts.ts';

const PRIVATE_USE = 0xf0_00;
const ORNAMENT = '•';

/** Whether a character is one of a symbol font: Word keeps those in a private range of Unicode. */
export function isSymbolCode(code: number): boolean {
  return code >= PRIVATE_USE + 0x20 && code <= PRIVATE_USE + 0xff;
}

/** A character of a symbol font as Unicode. Fonts that are not known give the letter that has the same key. */
export function symbolCharacters(code: number, fontName: string): string {
  if (code > 0xff && !isSymbolCode(code)) return String.fromCharCode(code);
  const key = code & 0xff;
  if (isSymbolFont(fontName)) return symbolCharacter(fontName, key) || ORNAMENT;
  if (/wingdings|webdings|dingbats/i.test(fontName)) return ORNAMENT;
  return key >= 0x20 && key < 0x7f ? String.fromCharCode(key) : ORNAMENT;
}
