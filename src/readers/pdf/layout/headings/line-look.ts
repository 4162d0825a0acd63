import type { PdfFont, PdfWord } from '../../pdf-page.ts';
import type { TextLine } from '../text-line.ts';

/** The look that all letters of a line share; parts that differ within the line are undefined. */
interface LineLook {
  fontName: string | undefined;
  /** 0xRRGGBB. */
  colour: number | undefined;
}

/** Sum of the differences of red, green and blue from which two colours are different to the eye. */
const OTHER_COLOUR = 90;

/** Share of the letters that one font has in a line of that font: signs and numbers may be of another. */
const MOST = 0.75;

/** The mark or number in front may be set in a look of its own. */
export function lookOf({ words }: TextLine): LineLook {
  const start = words.length > 1 && !/\p{L}{2}/u.test(words[0]?.text ?? '') ? 1 : 0;
  const first = words[start];
  if (first === undefined) return { fontName: undefined, colour: undefined };
  let longest = first;
  let letters = 0;
  let colour: number | undefined = first.colour;
  for (let index = start; index < words.length; index++) {
    const word = words[index]!;
    letters += word.text.length;
    if (word.text.length > longest.text.length) longest = word;
    if (colour !== undefined && isOtherColour(word.colour, colour)) colour = undefined;
  }
  return {
    fontName: hasMost(words, start, { font: longest.font, letters }) ? longest.font.name : undefined,
    colour,
  };
}

/** Names of commands and files are set in a monospaced font wherever they stand. */
function hasMost(
  words: readonly PdfWord[],
  start: number,
  { font, letters }: { font: PdfFont; letters: number },
): boolean {
  if (font.isMonospaced) return false;
  let own = 0;
  for (let index = start; index < words.length; index++) {
    const { font: other, text } = words[index]!;
    if (other.isMonospaced) return false;
    if (other.name === font.name) own += text.length;
  }
  return own >= letters * MOST;
}

export function isOtherColour(one: number, other: number): boolean {
  if (one === other) return false;
  let sum = 0;
  for (const shift of [0, 8, 16]) sum += Math.abs(((one >> shift) & 0xff) - ((other >> shift) & 0xff));
  return sum > OTHER_COLOUR;
}

/** Whether each of two lines is set in one font and colour, but not both in the same. */
export function areUnlike(one: LineLook, other: LineLook): boolean {
  if (one.colour !== undefined && other.colour !== undefined && isOtherColour(one.colour, other.colour))
    return true;
  return one.fontName !== undefined && other.fontName !== undefined && one.fontName !== other.fontName;
}
