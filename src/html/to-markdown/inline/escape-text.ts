import { codeAt } from '../../code-at.ts';
import { isSpace, isWord } from './characters.ts';
import { DELETED, EMPHASIS, type Run, STRONG } from './run.ts';
import { TextPieces } from './text-pieces.ts';

const SPECIAL = /[\\*_`~[\]<&!]/;
/** The same by character code. */
const IS_SPECIAL = new Uint8Array(128);
for (const character of '\\*_`~[]<&!') IS_SPECIAL[character.charCodeAt(0)] = 1;
const STAR = 0x2a;
const UNDERSCORE = 0x5f;
const BACKTICK = 0x60;
const TILDE = 0x7e;
const REFERENCE = /&(?:#\d{1,7}|#[xX][\dA-Fa-f]{1,6}|[A-Za-z][\dA-Za-z]{1,31});/y;
const ASCII_PUNCTUATION = /[!-/:-@[-`{-~]/;
const TAG_START = /[A-Za-z/!?]/;

/** The content of one paragraph that decides whether a character in its text could be read as Markdown. */
export interface EscapeNeeds {
  /** False when no text holds any such character. */
  readonly hasSpecial: boolean;
  readonly stars: boolean;
  readonly underscores: boolean;
  readonly tildes: boolean;
  readonly backticks: boolean;
}

/** For text that is written before the rest of its paragraph is known. */
export const ALL_NEEDS: EscapeNeeds = {
  hasSpecial: true,
  stars: true,
  underscores: true,
  tildes: true,
  backticks: true,
};

/** A lone `*`, `_`, `~` or backtick pairs with nothing and needs no backslash; two of a kind, or one beside markup, do. */
export function escapeNeeds(runs: readonly Run[]): EscapeNeeds {
  let marks = 0;
  let hasCode = false;
  let hasSpecial = false;
  const counts = { stars: 0, underscores: 0, tildes: 0, backticks: 0 };
  for (const run of runs) {
    marks |= run.marks;
    // A backslash does not keep a backtick of an alternative text from ending a code span.
    if (run.kind === 'code' || (run.kind === 'atom' && run.text.includes('`'))) hasCode = true;
    if (run.kind !== 'text' || !SPECIAL.test(run.text)) continue;
    hasSpecial = true;
    countPairing(run.text, counts);
  }
  const hasEmphasis = (marks & (STRONG | EMPHASIS)) !== 0;
  return {
    hasSpecial,
    stars: counts.stars > 1 || hasEmphasis,
    underscores: counts.underscores > 1 || hasEmphasis,
    tildes: counts.tildes > 1 || (marks & DELETED) !== 0,
    backticks: counts.backticks > 1 || hasCode,
  };
}

/** Counts the characters that mean something only in pairs. */
function countPairing(
  text: string,
  counts: { stars: number; underscores: number; tildes: number; backticks: number },
): void {
  const { length } = text;
  for (let index = 0; index < length; index++) {
    const code = codeAt(text, index);
    if (code === STAR) counts.stars++;
    else if (code === UNDERSCORE) counts.underscores++;
    else if (code === TILDE) counts.tildes++;
    else if (code === BACKTICK) counts.backticks++;
  }
}

export interface EscapePlace {
  readonly isInLink: boolean;
  /** First character written after the text, '' at the end of the paragraph. */
  readonly next: string;
}

/**
 * Text with a backslash before each character that CommonMark or GFM would otherwise read as markup, and before no
 * other. Characters that are special only at the start of a line are left to `escapeLineStart`, and `|` to the table
 * writer.
 */
export function escapeMarkdown(text: string, needs: EscapeNeeds, place: EscapePlace): string {
  if (!needs.hasSpecial || !SPECIAL.test(text)) return text;
  const out = new TextPieces();
  const { length } = text;
  let copied = 0;
  for (let index = 0; index < length; index++) {
    const code = codeAt(text, index);
    if (code > 127 || IS_SPECIAL[code] === 0) continue;
    let end = index + 1;
    if (code === STAR || code === UNDERSCORE || code === TILDE) {
      while (codeAt(text, end) === code) end++;
    }
    if (!isMarkup(text, index, end, needs, place)) {
      index = end - 1;
      continue;
    }
    for (let escaped = index; escaped < end; escaped++) {
      if (escaped > copied) out.push(text.slice(copied, escaped));
      out.push('\\');
      copied = escaped;
    }
    index = end - 1;
  }
  out.push(text.slice(copied));
  return out.join();
}

/** Whether the characters `from .. to-1`, all alike, could be read as markup where they stand. */
// oxlint-disable-next-line max-params -- one call a special character of each page
function isMarkup(text: string, from: number, to: number, needs: EscapeNeeds, place: EscapePlace): boolean {
  const after = text[to] ?? place.next;
  switch (text[from]) {
    case '\\':
      return ASCII_PUNCTUATION.test(after);
    case '*':
      return needs.stars && !isApart(text[from - 1], text[to]);
    case '_':
      return (
        needs.underscores && !isApart(text[from - 1], text[to]) && !isWithinWord(text[from - 1], text[to])
      );
    case '~':
      return needs.tildes;
    case '`':
      return needs.backticks;
    case '[':
      return place.isInLink || after === '^';
    case ']':
      return place.isInLink || after === '(';
    case '<':
      return TAG_START.test(after);
    case '&':
      REFERENCE.lastIndex = from;
      return REFERENCE.test(text);
    default:
      return to === text.length && place.next === '[';
  }
}

/** White space on both sides: neither opens nor closes. */
function isApart(before: string | undefined, after: string | undefined): boolean {
  return before !== undefined && after !== undefined && isSpace(before) && isSpace(after);
}

/** Letters on both sides, as in `snake_case`. Half of a surrogate pair may be a symbol, so it does not count. */
function isWithinWord(before: string | undefined, after: string | undefined): boolean {
  return before !== undefined && after !== undefined && isLetter(before) && isLetter(after);
}

function isLetter(unit: string): boolean {
  return isWord(unit) && (unit < '\ud800' || unit > '\udfff');
}
