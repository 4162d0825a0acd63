import type { FileStyle } from '../file-style.ts';
import { isCapitals, isItalicText, numberingDepth, type HeadingLevels } from './heading-levels.ts';
import { listMark } from '../list-mark.ts';
import type { TextLine } from '../text-line.ts';

/** Times the size of the text: a title, which may have many lines. */
const TITLE_RATIO = 1.6;
/** Times the size of the text from which captions, remarks and small first letters are headings all the same. */
const CLEARLY_LARGER = 1.3;
/** Times the size of the text from which size tells a heading; below it weight, capitals or a number have to. */
const LARGER = 1.14;
/** Times the size of the text below which only a line of the outline is a heading. */
const SMALLER = 0.84;
/** Times the size of the text from which the eye tells a line of the outline by its size. */
const DISTINCT_RATIO = 1.05;
/** White space above that tells a line of the outline, in sizes. */
const DISTINCT_SPACE = 0.5;
/** Lines of a heading that is in the outline, or in the size of the text, at most. */
const MAX_PLAIN_LINES = 3;
/** A text of more words with a full stop is a sentence. */
const MAX_UNSTOPPED_WORDS = 6;
/** Words of an entry of a table of contents, at least, and the gap before its page number, in sizes. */
const MIN_ENTRY_WORDS = 3;
const ENTRY_GAP = 2.5;
/** Letters that a heading has at least; a number alone is none. */
const MIN_LETTERS = 2;
/** Times the size of the text from which a heading may end like a sentence, and from which italics may have several lines. */
const POSTER_RATIO = 1.8;
const LARGE_ITALIC_RATIO = 2;
/** Large type in no more lines is a heading; in more it may be prose. */
const MAX_TITLE_PAIR = 2;
/** Sizes nearer than this are one, points; above more lines of its own size than this, large type begins a text. */
const SAME_SIZE = 0.3;
const MAX_LARGE_LINES = 3;
/** White space above large type in several lines, in sizes beyond the ordinary. */
const LARGE_SPACE = 0.2;
/** Letters of large type that are prose, more than. */
const PROSE_LETTERS = 130;
/** Letters of a heading in the size of the text, at most, and of one in several lines. */
const MAX_STRONG_LETTERS = 110;
const MAX_STRONG_LETTERS_IN_LINES = 100;
/** Letters below a bold line, from which they are text and not the value of a label; ideographs say more. */
const VALUE_LETTERS = 40;
const VALUE_IDEOGRAPHS = 16;
/** Share of the column's width that a heading without bold type takes up at most; a longer line is text. */
const PLAIN_WIDTH = 0.8;
/** Words of a heading in capitals, at most. */
const MAX_CAPITALS_WORDS = 10;
/** Letters of a heading told by its number are fewer; an item of a list may have more. */
const MAX_NUMBERED_LETTERS = 80;
/** Letters of a heading in italics, at most; longer texts are emphasised sentences. */
const MAX_ITALIC_LETTERS = 70;
/** Depth of the number that tells a heading by itself, such as 2 for `3.1`: a list has only one. */
const TELLING_DEPTH = 2;
const TELLING_DEPTH_IN_ITALICS = 1;

/** The surroundings of a group of lines. */
export interface Surroundings {
  /** White space above and below, in sizes of its text; infinite at the ends of a column. */
  above: number;
  below: number;
  next: readonly TextLine[] | undefined;
  style: FileStyle;
  levels: HeadingLevels;
  /** Ordinary distance of baselines minus the height of a line, in sizes. */
  leading: number;
  width: number;
}

/** Longer texts are no headings. */
const MAX_LETTERS = 220;
const MAX_LINES = 5;
/** A title in large type in a narrow column. */
const MAX_TITLE_LINES = 9;
/** White space above a heading that ordinary lines do not have, in sizes of its text. */
const MORE_SPACE = 0.22;
const CAPTION =
  /^(?:fig(?:ure|\.)?|table|tab\.|abb(?:ildung|\.)|tabelle|tableau|figura|tabla|scheme|chart|exhibit)\s*\d/i;

/** Followed by the words themselves. */
const KEYWORDS = /^(?:key\s?words|schlüsselwörter|mots[- ]clés|palabras clave|index terms)\b[^\p{L}]*\p{L}/iu;

/** Nothing but a day, as below a title. */
const DATE =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day,?\s+)?(?:\d{1,2}(?:st|nd|rd|th|\.)?\s+\p{L}{3,10}\.?,?\s+\d{4}|\p{L}{3,10}\.?\s+\d{1,2}(?:st|nd|rd|th)?,\s+\d{4}|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}-\d{2}-\d{2}|\d{4}\s?年\s?\d{1,2}\s?月(?:\s?\d{1,2}\s?日)?)$/iu;

/** An address for mail, mostly behind a name. */
const MAIL = /\S@[\p{L}\p{N}-]+\.\p{L}/u;
const NONE = [KEYWORDS, DATE, MAIL];

/** The word above a remark in a box. */
const REMARK =
  /^(?:notes?|tip|hint|warning|caution|important|attention|danger|hinweis|achtung|warnung|vorsicht|wichtig|remarque|avertissement|conseil|nota|aviso|advertencia|consejo|注意|提示|警告|ヒント|注記|备注|说明)\s?[:!.：]?$/iu;

/** Whether a group of lines is a heading. */
export function isHeadingLine(lines: readonly TextLine[], around: Surroundings): boolean {
  const [first] = lines;
  const text = lines.map((line) => line.text).join(' ');
  if (first === undefined || !isShortText(text) || NONE.some((none) => none.test(text))) return false;
  if (lines.some(endsInPageNumber)) return false;
  const isTitle = first.size >= around.style.bodySize * TITLE_RATIO;
  if (lines.length > (isTitle ? MAX_TITLE_LINES : MAX_LINES)) return false;
  if (lines.every((line) => line.isMonospaced) && !around.style.isMonospacedBody) return false;
  if (
    around.levels.inOutline(text) !== undefined &&
    lines.length <= MAX_PLAIN_LINES &&
    isDistinct(first, around)
  ) {
    return true;
  }
  return looksLikeHeading(lines, text, around);
}

function looksLikeHeading(lines: readonly TextLine[], text: string, around: Surroundings): boolean {
  const [first] = lines as readonly [TextLine];
  const ratio = first.size / around.style.bodySize;
  if (ratio < CLEARLY_LARGER && REMARK.test(text)) return false;
  if (/[,;]$/.test(text) || (ratio < CLEARLY_LARGER && (CAPTION.test(text) || /^\p{Ll}/u.test(text))))
    return false;
  const endsSentence =
    /[^.]\.$/.test(text) && numberingDepth(text) === 0 && text.split(' ').length > MAX_UNSTOPPED_WORDS;
  if (ratio >= LARGER) return isLarge(lines, ratio, around, endsSentence);
  if (ratio < SMALLER || endsSentence || lines.length > MAX_PLAIN_LINES) return false;
  return isStrong(lines, text, around);
}

/** An entry of a table of contents. */
function endsInPageNumber({ words, size }: TextLine): boolean {
  const last = words.at(-1);
  const before = words.at(-2);
  if (
    last === undefined ||
    before === undefined ||
    words.length < MIN_ENTRY_WORDS ||
    !/^\d{1,4}$/.test(last.text)
  )
    return false;
  return last.box.left - before.box.right > size * ENTRY_GAP;
}

function isShortText(text: string): boolean {
  return text.length <= MAX_LETTERS && (text.match(/\p{L}/gu)?.length ?? 0) >= MIN_LETTERS;
}

/** Anything that the eye could tell from the text around it. */
function isDistinct(line: TextLine, { style, above }: Surroundings): boolean {
  return (
    line.isBold ||
    line.size > style.bodySize * DISTINCT_RATIO ||
    above > DISTINCT_SPACE ||
    isCapitals(line.text)
  );
}

function isLarge(
  lines: readonly TextLine[],
  ratio: number,
  { next, above, leading }: Surroundings,
  endsSentence: boolean,
): boolean {
  if (endsSentence && ratio < POSTER_RATIO) return false;
  if (lines.length > MAX_TITLE_PAIR && isLargeProse(lines, ratio)) return false;
  const isLikeNext =
    next?.[0] !== undefined &&
    Math.abs(next[0].size - lines[0]!.size) < SAME_SIZE &&
    next.length > MAX_LARGE_LINES;
  if (isLikeNext && !lines.every((line) => line.isBold)) return false;
  return (
    ratio > CLEARLY_LARGER ||
    lines.every((line) => line.isBold) ||
    above > leading + LARGE_SPACE ||
    lines.length === 1
  );
}

/** A paragraph in larger type, such as an introduction, or a sentence that is taken out of the text to be seen twice. */
function isLargeProse(lines: readonly TextLine[], ratio: number): boolean {
  const length = lines.reduce((sum, line) => sum + line.length, 0);
  if (ratio < CLEARLY_LARGER && length > PROSE_LETTERS) return true;
  if (ratio < LARGE_ITALIC_RATIO && lines.every((line) => line.isItalic)) return true;
  return /^["“«„‘].*["”»“’]$/u.test(lines.map(({ text }) => text).join(' '));
}

/** In the size of the text: told by weight, capitals or a number, and by the space around it. */
function isStrong(lines: readonly TextLine[], text: string, around: Surroundings): boolean {
  if (text.length > MAX_STRONG_LETTERS || (lines.length > 1 && text.length > MAX_STRONG_LETTERS_IN_LINES))
    return false;
  const mark = listMark(lines[0]!);
  if (mark !== undefined && mark.value === undefined) return false;
  if (lines.every((line) => line.isBold) && !around.style.isBoldBody) return isBoldHeading(text, around);
  return !text.endsWith(':') && isPlainHeading(lines, text, around);
}

/** A bold label in front of its value, or a bold line in a row of such, is none. */
function isBoldHeading(text: string, { above, leading, next }: Surroundings): boolean {
  if (above > leading + MORE_SPACE) return true;
  const [below] = next ?? [];
  if (next === undefined || below === undefined || below.isBold) return false;
  if (next.length > 1 || numberingDepth(text) > 0 || isCapitals(text) || listMark(below) !== undefined)
    return true;
  // Above a few words it is the label of a value.
  return below.length > (/\p{Lo}/u.test(below.text) ? VALUE_IDEOGRAPHS : VALUE_LETTERS);
}

/** Told from the text only by capitals, italics, another font or a number; there has to be space above it. */
function isPlainHeading(lines: readonly TextLine[], text: string, around: Surroundings): boolean {
  const { above, leading, next, style, width } = around;
  const [first] = lines as readonly [TextLine];
  const [below] = next ?? [];
  if (above <= leading + MORE_SPACE || next === undefined || below === undefined) return false;
  if (first.box.right - first.box.left > width * PLAIN_WIDTH) return false;
  if (isCapitalsTitle(text)) return true;
  if (lines.every((line) => line.isSmallCapitals)) return true;
  const isItalic = lines.every(isItalicText);
  const isOther = lines.every((line) => style.isOtherFont(line.words)) && !style.isOtherFont(below.words);
  if ((isItalic || isOther) && isItalicHeading(text, next)) return true;
  if (lines.length > 1 || next.length <= 1) return false;
  return isNumberedTitle(text, isItalic ? TELLING_DEPTH_IN_ITALICS : TELLING_DEPTH);
}

function isCapitalsTitle(text: string): boolean {
  return isCapitals(text) && text.split(' ').length <= MAX_CAPITALS_WORDS && /\p{Lu}{3}/u.test(text);
}

/** Numbered to that depth at least. */
function isNumberedTitle(text: string, least: number): boolean {
  return numberingDepth(text) >= least && text.length < MAX_NUMBERED_LETTERS && !/[.:;,]$/.test(text);
}

/** A few words in italics, or in another font, alone on a line, and ordinary text below. */
function isItalicHeading(text: string, next: readonly TextLine[]): boolean {
  const [first] = next;
  if (first === undefined || first.isItalic || first.isMonospaced) return false;
  return (
    text.length <= MAX_ITALIC_LETTERS &&
    /^[\p{Lu}\p{Lo}\p{N}]/u.test(text) &&
    !/[.:;,!?"”。：；，！]$/.test(text) &&
    next.length > 1
  );
}
