/** Accents that fonts without accented letters draw by themselves, over the letter before or behind them. */
const COMBINING: ReadonlyMap<number, string> = new Map([
  [0x60, '\u0300'],
  [0xb4, '\u0301'],
  [0x5e, '\u0302'],
  [0x2c6, '\u0302'],
  [0x7e, '\u0303'],
  [0x2dc, '\u0303'],
  [0xaf, '\u0304'],
  [0x2d8, '\u0306'],
  [0x2d9, '\u0307'],
  [0xa8, '\u0308'],
  [0x2da, '\u030a'],
  [0x2dd, '\u030b'],
  [0x2c7, '\u030c'],
  [0xb8, '\u0327'],
  [0x2db, '\u0328'],
]);

const LETTER = /^\p{L}$/u;
const DOTLESS: Readonly<Record<string, string>> = { ı: 'i', ȷ: 'j' };

/** The mark that combines with a letter; undefined for what is no accent. */
export function combiningMark(code: number): string | undefined {
  // Nearly every letter of nearly every page: looking it up would take longer.
  const isLetter =
    code < 0x5e || (code > 0x60 && code < 0x7e) || (code > 0xb8 && code < 0x2c6) || code > 0x2dd;
  return isLetter ? undefined : COMBINING.get(code);
}

/** The accented letter; undefined when there is none such. */
export function accentLetter(letter: string, mark: string): string | undefined {
  if (!LETTER.test(letter)) return undefined;
  const composed = ((DOTLESS[letter] ?? letter) + mark).normalize('NFC');
  return composed.length === 1 ? composed : undefined;
}
