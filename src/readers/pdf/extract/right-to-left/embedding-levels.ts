import { isRightToLeft } from '../normalise-character.ts';

/** Direction of a paragraph (UAX #9, rule P3): 1 for right-to-left. */
export type BaseLevel = 0 | 1;

/** Classes of characters (UAX #9, table 4), as far as lines of two directions need them. */
type BidiClass = 'R' | 'AL' | 'L' | 'EN' | 'AN' | 'CS' | 'ES' | 'ET' | 'WS' | 'ON';

const LETTER = /\p{L}/u;
const EUROPEAN_DIGIT = /^[0-9\u06f0-\u06f9]/;
const ARABIC_DIGIT = /^[\u0660-\u0669\u066b\u066c]/;
const COMMON_SEPARATOR = /^[.,:/\u060c]/;
const SIGN = /^[-+\u2212]/;
/** Per cent and degree signs, number signs, and signs of currencies. */
const TERMINATOR = /^[#%°‰\u066a\p{Sc}]/u;
const FIRST_ARABIC_LETTER = 0x600;
/** A blank and a stop behind it, as shown: the stop belongs to text on its right, which reads from right to left. */
const STOP_OF_THE_RIGHT = /^ +[.,;:!?]+$/;
const BRACKETS = /[()[\]{}]/;
const ROUND = /[()]/;
const SQUARE = /[[\]]/;
const CURLY = /[{}]/;
/** Partners of brackets are not looked for further away, characters. */
const FAR = 500;

/**
 * Embedding levels (UAX #9) of the parts of a line, which are in visual order: odd for right to left. Visual order does not tell
 * all: Latin words and the numbers beside them count as one text. Libraries give the levels of logical text, where other characters
 * are neighbours: the letter that tells a number's kind stands before it there, and on its right here.
 */
export function embeddingLevels(texts: readonly string[], base: BaseLevel): number[] {
  const classes = texts.map(classOf);
  const numbers = numbersOf(classes);
  return base === 1 ? levelsFromRight(texts, classes, numbers) : levelsFromLeft(classes, numbers);
}

function classOf(text: string): BidiClass {
  const code = text.codePointAt(0) ?? 0;
  if (text === ' ') return 'WS';
  if (ARABIC_DIGIT.test(text)) return 'AN';
  if (EUROPEAN_DIGIT.test(text)) return 'EN';
  if (COMMON_SEPARATOR.test(text)) return 'CS';
  if (SIGN.test(text)) return 'ES';
  if (TERMINATOR.test(text)) return 'ET';
  if (!LETTER.test(text)) return 'ON';
  if (!isRightToLeft(code)) return 'L';
  return code >= FIRST_ARABIC_LETTER && code < 0xfb1d ? 'AL' : 'R';
}

function isStrongRight(type: BidiClass | undefined): boolean {
  return type === 'R' || type === 'AL';
}

function isDigit(type: BidiClass | undefined): boolean {
  return type === 'EN' || type === 'AN';
}

/** The parts of numbers, with their separators and signs (rules W2 to W5). */
function numbersOf(classes: readonly BidiClass[]): boolean[] {
  const numbers = classes.map(isDigit);
  let isArabic = false;
  // The letter before a number in right-to-left text is on its right.
  for (let at = classes.length - 1; at >= 0; at--) {
    const type = classes[at]!;
    if (type === 'AL') isArabic = true;
    else if (type === 'R' || type === 'L') isArabic = false;
    const isBetween = isDigit(classes[at - 1]) && isDigit(classes[at + 1]);
    if (type === 'CS') numbers[at] = isBetween;
    if (isArabic) continue;
    if (type === 'ES') numbers[at] = isBetween || isSignBefore(classes, at);
    if (type === 'ET') numbers[at] = classes[at + 1] === 'EN' || classes[at - 1] === 'EN';
  }
  return numbers;
}

/** A sign on the left of a number was written there: the algorithm would show that of plain text on the right. */
function isSignBefore(classes: readonly BidiClass[], at: number): boolean {
  return classes[at + 1] === 'EN' && (at === 0 || classes[at - 1] === 'WS');
}

function levelsFromRight(
  texts: readonly string[],
  classes: readonly BidiClass[],
  numbers: readonly boolean[],
): number[] {
  const levels = classes.map((type, at) => (type === 'L' || numbers[at]! ? 2 : 1));
  for (const [start, end] of stretches(classes, isStrongRight)) {
    joinLeftToRight(texts, classes, { levels, start, end });
  }
  return levels;
}

interface Stretch {
  levels: number[];
  start: number;
  end: number;
}

/** Blanks and signs between words of a left-to-right text are part of it; those between numbers alone are not (rules N1 and N2). */
function joinLeftToRight(
  texts: readonly string[],
  classes: readonly BidiClass[],
  { levels, start, end }: Stretch,
): void {
  let last = -1;
  let first = -1;
  let isText = false;
  for (let at = start; at < end; at++) {
    if (levels[at] !== 2) continue;
    const isLetter = classes[at] === 'L';
    const isBesideLetter = isLetter && (at - last <= 2 || !texts.slice(last + 1, at).includes(' '));
    const isJoined = last >= 0 && (isText || isBesideLetter) && !isGapOfTheRight(texts, [first, last, at]);
    if (isJoined) levels.fill(2, last + 1, at);
    else {
      if (first >= 0) takeBrackets(texts, levels, [first, last]);
      first = at;
      isText = false;
    }
    isText ||= isLetter;
    last = at;
  }
  if (first >= 0) takeBrackets(texts, levels, [first, last]);
}

/** Whether the signs between two words belong to the right-to-left text around them: a stop or a bracket that only it can have there. */
function isGapOfTheRight(
  texts: readonly string[],
  [first, last, next]: readonly [first: number, last: number, next: number],
): boolean {
  const gap = texts.slice(last + 1, next).join('');
  if (STOP_OF_THE_RIGHT.test(gap)) return true;
  const isEnd = /^[)\]}([{] /.test(gap) && EUROPEAN_DIGIT.test(texts[next]!);
  return isEnd && countKind(texts.slice(Math.max(first, last - FAR), last + 1), gap[0]!) % 2 === 0;
}

/** A bracket at the edge of a left-to-right text is part of it when the text has its partner (rule N0). */
function takeBrackets(
  texts: readonly string[],
  levels: number[],
  [first, last]: readonly [number, number],
): void {
  for (const edge of [first - 1, last + 1]) {
    const bracket = texts[edge];
    if (bracket === undefined || !BRACKETS.test(bracket)) continue;
    const inside = countKind(texts.slice(first, last + 1), bracket);
    if (inside % 2 === 1) levels[edge] = 2;
  }
}

/** Brackets of the same kind, whichever way they are turned. */
function countKind(texts: readonly string[], bracket: string): number {
  const kind = ROUND.test(bracket) ? ROUND : SQUARE.test(bracket) ? SQUARE : CURLY;
  return texts.filter((text) => kind.test(text)).length;
}

/** In a left-to-right line, right-to-left text reaches from its first letter to its last one. */
function levelsFromLeft(classes: readonly BidiClass[], numbers: readonly boolean[]): number[] {
  const levels = classes.map(() => 0);
  for (const [start, end] of stretches(classes, (type) => type === 'L')) {
    let first = start;
    let last = end - 1;
    while (first < end && !isStrongRight(classes[first])) first++;
    while (last > first && !isStrongRight(classes[last])) last--;
    for (let at = first; at <= last && at < end; at++) levels[at] = numbers[at]! ? 2 : 1;
  }
  return levels;
}

/** The stretches between the parts that end one. */
function stretches(
  classes: readonly BidiClass[],
  isEnd: (type: BidiClass) => boolean,
): Array<[start: number, end: number]> {
  const found: Array<[number, number]> = [];
  let start = 0;
  for (let at = 0; at <= classes.length; at++) {
    if (at < classes.length && !isEnd(classes[at]!)) continue;
    if (at > start) found.push([start, at]);
    start = at + 1;
  }
  return found;
}
