/** What the letters of Windows' Symbol font look like, from 0x20; a blank where it has none. */
const SYMBOL_LOW =
  ' !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼';
/** From 0xA0. */
const SYMBOL_HIGH =
  '€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪ 〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭';

/** The signs of Wingdings that stand in texts; the others are ornaments. */
const WINGDINGS: ReadonlyMap<number, string> = new Map([
  [0x22, '✂'],
  [0x28, '☎'],
  [0x2a, '✉'],
  [0x46, '☞'],
  [0x4a, '☺'],
  [0x4b, '😐'],
  [0x4c, '☹'],
  [0x6c, '●'],
  [0x6e, '■'],
  [0x6f, '□'],
  [0x70, '□'],
  [0x71, '❑'],
  [0x72, '❒'],
  [0x73, '⬧'],
  [0x74, '⧫'],
  [0x75, '◆'],
  [0x76, '❖'],
  [0x77, '⬥'],
  [0x9f, '•'],
  [0xa0, '▪'],
  [0xa1, '○'],
  [0xa4, '◉'],
  [0xa7, '▪'],
  [0xa8, '◻'],
  [0xab, '★'],
  [0xd8, '➢'],
  [0xdf, '←'],
  [0xe0, '→'],
  [0xe1, '↑'],
  [0xe2, '↓'],
  [0xe8, '➔'],
  [0xef, '⇦'],
  [0xf0, '⇨'],
  [0xf1, '⇧'],
  [0xf2, '⇩'],
  [0xf3, '⬄'],
  [0xfb, '✗'],
  [0xfc, '✓'],
  [0xfd, '☒'],
  [0xfe, '☑'],
]);

const PRIVATE_USE = 0xf0_00;
const ORNAMENT = '•';

/** Whether a character is one of a symbol font: Word keeps those in a private range of Unicode. */
export function isSymbolCode(code: number): boolean {
  return code >= PRIVATE_USE + 0x20 && code <= PRIVATE_USE + 0xff;
}

/** A character of a symbol font as Unicode. Fonts that are not known give the letter that has the same key. */
export function symbolText(code: number, fontName: string): string {
  if (code > 0xff && !isSymbolCode(code)) return String.fromCharCode(code);
  const key = code & 0xff;
  if (/^wingdings$/i.test(fontName)) return WINGDINGS.get(key) ?? ORNAMENT;
  if (/^symbol/i.test(fontName)) {
    const text = key >= 0xa0 ? Array.from(SYMBOL_HIGH)[key - 0xa0] : Array.from(SYMBOL_LOW)[key - 0x20];
    return text ?? '';
  }
  if (/wingdings|webdings|dingbats/i.test(fontName)) return ORNAMENT;
  return key >= 0x20 && key < 0x7f ? String.fromCharCode(key) : ORNAMENT;
}
