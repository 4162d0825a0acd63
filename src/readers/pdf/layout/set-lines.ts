import { areJustified } from './justified.ts';
import { isMathFont } from './math-font.ts';
import type { TextLine } from './text-line.ts';

/** Lines from which it is asked whether they are set line by line. */
const MIN_SET_LINES = 3;
/** Lines that end although another word had room, at least: one is the end of a sentence. */
const MIN_ENDED = 2;
/** Share of the lines that end like this, from which the writer ended them. */
const LEAST_ENDED = 0.6;
/** Room for another word that a line which was filled by itself does not leave, in sizes. */
const ROOM = 1;
/** Room behind a single line in a text that is filled otherwise, in sizes: an editor may have balanced its lines. */
const MUCH_ROOM = 4;
/** Lines before and behind that tell where the lines of a text end. */
const NEIGHBOURS = 2;
/** White space within a line that no justified text has, in sizes. */
const PARTS_GAP = 2.2;
/** How many times wider than the other gaps of its line it is. */
const PARTS_RATIO = 3;
/** Lines below this share of the width of their column are short: two of them, and more. */
const SHORT = 0.62;
const LESS_SHORT = 0.8;
/** Share of the lines of a text that begin in the middle of a sentence with a small letter, at least. */
const LEAST_LOW = 0.3;
/** Words of a line that says one thing, such as a name, at most. */
const FEW_WORDS = 7;
/** Edges of lines that are set to one side, or to the middle, differ by less, points. */
const SAME_EDGE = 1.5;

const STARTS_LOW = /^[\p{Ll},;)]/u;
/** A line of more words that ends in a comma goes on; fewer are a greeting or a part of an address. */
const GREETING_WORDS = 5;
/** Addresses on the web begin small. */
const ADDRESS = /^\S*(?:@\S|www\.|:\/\/)/;
/** A line that ends like this goes on. */
const GOES_ON =
  /[-\u2010\u00ad&(/]$|\b(?:a|an|and|at|by|for|from|in|of|on|or|the|to|with|und|oder|der|die|das|den|dem|des|im|in|mit|von|zu|zur|zum|für|et|ou|de|du|la|le|les|des|à|au|aux|en|y|o|el|los|del|con|para|por)$/iu;

/**
 * The lines of a paragraph as the texts that they are: where a line ends although its next word had room, as in addresses, receipts and
 * labels with values, the writer has ended it. Lines that are full, or go on in the middle of a sentence, stay together.
 */
export function splitSetLines(lines: readonly TextLine[], width: number): TextLine[][] {
  if (lines.length < 2 || hasFormula(lines) || areJustified(lines.map(({ words }) => words)))
    return [[...lines]];
  if (isSetLineByLine(lines)) return withoutBroken(lines);
  const isEach = areShortTexts(lines, width);
  const texts: TextLine[][] = [];
  for (const [index, line] of lines.entries()) {
    const text = texts.at(-1);
    if (text === undefined || endsBefore(lines, index, isEach)) texts.push([line]);
    else text.push(line);
  }
  return texts;
}

/** Each line as a text, with the rest of a sentence that filled it. */
function withoutBroken(lines: readonly TextLine[]): TextLine[][] {
  const width = widthOf(lines);
  const texts: TextLine[][] = [];
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1];
    const isBroken =
      before !== undefined && startsLow(line) && !hasParts(before) && !hasRoomBehind(before, line, width);
    if (isBroken) texts.at(-1)!.push(line);
    else texts.push([line]);
  }
  return texts;
}

function widthOf(lines: readonly TextLine[]): number {
  let left = Infinity;
  let right = -Infinity;
  for (const { box } of lines) {
    left = Math.min(left, box.left);
    right = Math.max(right, box.right);
  }
  return right - left;
}

/** Whether the first word of the next line would have had room behind a line. */
function hasRoomBehind({ box, size }: TextLine, { words: [next] }: TextLine, width: number): boolean {
  return next !== undefined && width - (box.right - box.left) > next.box.right - next.box.left + size * ROOM;
}

function hasFormula(lines: readonly TextLine[]): boolean {
  return lines.some(({ words }) => words.some(({ font }) => isMathFont(font.name)));
}

function endsBefore(lines: readonly TextLine[], index: number, isEach: boolean): boolean {
  const line = lines[index]!;
  const before = lines[index - 1]!;
  if (hasParts(before) || hasParts(line)) return true;
  if (startsLow(line)) return false;
  return isEach || isEndedByWriter(lines, index);
}

function goesOn({ text, words }: TextLine): boolean {
  return GOES_ON.test(text) || (text.endsWith(',') && words.length > GREETING_WORDS);
}

function startsLow({ text }: TextLine): boolean {
  return STARTS_LOW.test(text) && !ADDRESS.test(text);
}

/** Texts at both ends of a line, as goods and their prices. */
function hasParts({ words, size }: TextLine): boolean {
  const sorted = words.toSorted((a, b) => a.box.left - b.box.left);
  let widest = 0;
  let sum = 0;
  for (let index = 1; index < sorted.length; index++) {
    const gap = Math.max(0, sorted[index]!.box.left - sorted[index - 1]!.box.right);
    widest = Math.max(widest, gap);
    sum += gap;
  }
  if (widest < size * PARTS_GAP) return false;
  const others = words.length - 2;
  return others <= 0 || widest > ((sum - widest) / others) * PARTS_RATIO;
}

/** Every line is short for a column of this width, says one thing, and none goes on in the next. */
function areShortTexts(lines: readonly TextLine[], width: number): boolean {
  const most = width * (lines.length < MIN_SET_LINES ? SHORT : LESS_SHORT);
  return lines.every((line, index) => {
    const own = line.box.right - line.box.left;
    if (own > most || line.words.length > FEW_WORDS) return false;
    if (index > 0 && startsLow(line)) return false;
    const next = lines[index + 1]?.words[0]?.box;
    return next === undefined || (!goesOn(line) && width - own > next.right - next.left + line.size * ROOM);
  });
}

/** Several lines of one text that was broken where its column ended. */
export function isFilled(lines: readonly TextLine[]): boolean {
  return lines.length >= MIN_SET_LINES && lines.filter(startsLow).length >= lines.length * LEAST_LOW;
}

/** A line with much room behind it, in the midst of lines that are longer. */
function isEndedByWriter(lines: readonly TextLine[], index: number): boolean {
  const before = lines[index - 1]!;
  const next = lines[index]!.words[0]!.box;
  const near = lines.slice(Math.max(0, index - 1 - NEIGHBOURS), index + NEIGHBOURS);
  const room = roomOf(before, lines[index]!, near);
  return room > next.right - next.left + before.size * MUCH_ROOM && !goesOn(before);
}

/** White space that a line leaves among its neighbours, on the side that it is not set to. */
function roomOf(line: TextLine, next: TextLine, near: readonly TextLine[]): number {
  let left = Infinity;
  let right = -Infinity;
  for (const { box } of near) {
    left = Math.min(left, box.left);
    right = Math.max(right, box.right);
  }
  const { box } = line;
  const isAtRight = Math.abs(box.right - next.box.right) < SAME_EDGE && box.left - next.box.left > SAME_EDGE;
  return isAtRight || line.isRtl ? box.left - left : right - box.right;
}

/**
 * Whether lines end where the writer wanted them to, as in addresses, verses and answers to choose from: the first word of the next line
 * would have had room in most of them.
 */
function isSetLineByLine(lines: readonly TextLine[]): boolean {
  if (lines.length < MIN_SET_LINES || hasFormula(lines)) return false;
  const width = widthOf(lines);
  let ended = 0;
  for (let index = 1; index < lines.length; index++) {
    const line = lines[index]!;
    if (!startsLow(line) && hasRoomBehind(lines[index - 1]!, line, width)) ended++;
  }
  return ended >= MIN_ENDED && ended >= (lines.length - 1) * LEAST_ENDED;
}
