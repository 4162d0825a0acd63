import { isSymbolFont, symbolCharacter } from '../../office/symbol-fonts.ts';
import type { PdfFont, PdfWord } from '../pdf-page.ts';

/** Fonts whose letters are pictures, as files name them; PDFium itself knows the font Symbol. */
const PICTURES = /^(?:wing|web)dings/i;

/** Makes the signs that they are of letters in fonts that have pictures in their places: a bullet is an `l` there. */
export function readSymbolLetters(words: readonly PdfWord[]): void {
  const fonts = new Map<PdfFont, string | undefined>();
  for (const word of words) {
    if (!fonts.has(word.font)) fonts.set(word.font, pictureFont(word.font.name));
    const font = fonts.get(word.font);
    if (font === undefined) continue;
    word.text = Array.from(word.text, (letter) => {
      const code = letter.codePointAt(0)!;
      return (code <= 0xff ? symbolCharacter(font, code) : '') || letter;
    }).join('');
  }
}

/** The font as Office names it, such as `wingdings 2`; undefined for fonts of letters. */
function pictureFont(name: string): string | undefined {
  if (!PICTURES.test(name)) return undefined;
  const font = name
    .toLowerCase()
    .replace(/[-,].*$/, '')
    .replace(/(?<=s)(?=\d)/, ' ');
  return isSymbolFont(font) ? font : undefined;
}
