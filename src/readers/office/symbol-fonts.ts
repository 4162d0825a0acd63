/** Character codes 0x20 to 0x7e and 0xa0 to 0xfe of the font Symbol (Adobe Symbol encoding). */
const SYMBOL_LOW =
  ' !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼';
const SYMBOL_HIGH =
  '€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪ 〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭';

/** The common ones of Wingdings, by character code. */
const WINGDINGS: Readonly<Record<number, string>> = {
  0x21: '✏',
  0x22: '✂',
  0x28: '☎',
  0x2a: '✉',
  0x36: '⌛',
  0x41: '✌',
  0x43: '👍',
  0x44: '👎',
  0x45: '☜',
  0x46: '☞',
  0x47: '☝',
  0x48: '☟',
  0x4a: '☺',
  0x4b: '😐',
  0x4c: '☹',
  0x52: '☼',
  0x58: '✠',
  0x59: '✡',
  0x6c: '●',
  0x6e: '■',
  0x6f: '□',
  0x70: '□',
  0x71: '❑',
  0x72: '❒',
  0x73: '⬧',
  0x74: '⧫',
  0x75: '◆',
  0x76: '❖',
  0x77: '⬥',
  0x78: '⌧',
  0x9f: '•',
  0xa0: '▪',
  0xa1: '○',
  0xa4: '◉',
  0xa7: '▪',
  0xa8: '◻',
  0xab: '★',
  0xd8: '➢',
  0xdf: '←',
  0xe0: '→',
  0xe1: '↑',
  0xe2: '↓',
  0xe8: '➔',
  0xef: '⇦',
  0xf0: '⇨',
  0xf1: '⇧',
  0xf2: '⇩',
  0xf3: '⬄',
  0xfb: '✗',
  0xfc: '✓',
  0xfd: '☒',
  0xfe: '☑',
};

const WINGDINGS_2: Readonly<Record<number, string>> = {
  0x4f: '✗',
  0x50: '✓',
  0x51: '☒',
  0x52: '☑',
  0x53: '☒',
  0x54: '☒',
  0x97: '●',
  0xa2: '■',
  0xa3: '□',
};

const WINGDINGS_3: Readonly<Record<number, string>> = {
  0x66: '←',
  0x67: '→',
  0x68: '↑',
  0x69: '↓',
  0x70: '▲',
  0x71: '▼',
  0x74: '◀',
  0x75: '▶',
};

const WEBDINGS: Readonly<Record<number, string>> = { 0x61: '✔', 0x63: '☐', 0x67: '■', 0x72: '✘' };

const SYMBOL: Readonly<Record<number, string>> = Object.fromEntries(
  Array.from(SYMBOL_LOW)
    .map((character, index): [number, string] => [0x20 + index, character])
    .concat(
      Array.from(SYMBOL_HIGH).map((character, index): [number, string] => [highCode(index), character]),
    ),
);

const FONTS: ReadonlyMap<string, Readonly<Record<number, string>>> = new Map([
  ['symbol', SYMBOL],
  ['symbol mt', SYMBOL],
  ['symbolmt', SYMBOL],
  ['symbolps', SYMBOL],
  ['wingdings', WINGDINGS],
  ['wingdings 2', WINGDINGS_2],
  ['wingdings 3', WINGDINGS_3],
  ['webdings', WEBDINGS],
]);

const PRIVATE_AREA = /[\uf020-\uf0ff]/g;

/** True for the fonts whose characters are pictures or Greek letters in the places of others. */
export function isSymbolFont(font: string | undefined): boolean {
  return font !== undefined && FONTS.has(font.toLowerCase());
}

/** A character of a symbol font in Unicode, '' when it is not known; codes may be in the private area, from U+F000. */
export function symbolCharacter(font: string | undefined, code: number): string {
  const table = FONTS.get(font?.toLowerCase() ?? '');
  const isPrivate = code >= 0xf000 && code <= 0xf0ff;
  if (table !== undefined && (isPrivate || code <= 0xff))
    return table[isPrivate ? code - 0xf000 : code] ?? '';
  if (isPrivate || !(code > 0 && code <= 0x10_ffff) || (code >= 0xd800 && code <= 0xdfff)) return '';
  return String.fromCodePoint(code);
}

/** Text in a symbol font whose characters are in the private area; those that are not known are left out. */
export function symbolText(font: string | undefined, text: string): string {
  return text.replace(PRIVATE_AREA, (character) => symbolCharacter(font, character.charCodeAt(0)));
}

/** The upper half begins with the euro sign at 0xa0 and has a gap at 0xf0. */
function highCode(index: number): number {
  return 0xa0 + index;
}
