/** A piece of a section of a format's code. */
export interface SectionToken {
  /** `text` stands as it is; `blank` too, but no sign goes before it; `digits` are places of digits; `date` are letters. */
  type: 'text' | 'blank' | 'digits' | 'date';
  text: string;
}

const DIGIT_PLACES = '0#?.,E+-%';
/** Characters that stand for themselves without quotes (18.8.31); `/` is one only in dates. */
const PLAIN_TEXT = "$-+():!^&'~{}=€/.,";
const COLOUR = /^\[(?:black|blue|cyan|green|magenta|red|white|yellow|color ?\d+)\]$/i;
const CURRENCY = /^\[\$([^-[\]]+)(?:-[0-9a-f]*)?\]$/i;
const DATE_LETTERS = 'ymdhs';
/** Hours are counted up to 12 where this stands. */
export const HALF_OF_DAY = 'AM/PM';

/** The pieces of a section; undefined for one that holds something rare. */
export function sectionTokens(section: string): SectionToken[] | undefined {
  const tokens: SectionToken[] = [];
  for (let at = 0; at < section.length;) {
    const piece = literalAt(section, at) ?? bracketAt(section, at) ?? placesAt(section, at);
    if (piece === undefined) return undefined;
    if (piece.token !== undefined) tokens.push(piece.token);
    at = piece.end;
  }
  return tokens;
}

interface Piece {
  /** Undefined for one that shows nothing. */
  token: SectionToken | undefined;
  end: number;
}

/** Text in quotes, behind a backslash, or that is a blank as wide as another character. */
function literalAt(section: string, at: number): Piece | undefined {
  switch (section[at]) {
    case '"': {
      const end = section.indexOf('"', at + 1);
      return end === -1
        ? undefined
        : { token: { type: 'text', text: section.slice(at + 1, end) }, end: end + 1 };
    }
    case '\\':
      if (at + 1 >= section.length) return undefined;
      return { token: { type: 'text', text: section[at + 1]! }, end: at + 2 };
    case '_':
      return { token: { type: 'text', text: ' ' }, end: at + 2 };
    case '*':
      return section[at + 1] === ' ' ? { token: undefined, end: at + 2 } : undefined;
    case ' ':
      return { token: { type: 'blank', text: ' ' }, end: at + 1 };
    default:
      return undefined;
  }
}

/** Places of digits, letters of dates, and text without quotes. */
function placesAt(section: string, at: number): Piece | undefined {
  const character = section[at]!;
  let end = at + 1;
  if (character === '0' || character === '#') {
    while (end < section.length && DIGIT_PLACES.includes(section[end]!)) end++;
    return { token: { type: 'digits', text: section.slice(at, end) }, end };
  }
  if (section.startsWith(HALF_OF_DAY, at)) {
    end = at + HALF_OF_DAY.length;
    return { token: { type: 'date', text: HALF_OF_DAY }, end };
  }
  if (DATE_LETTERS.includes(character)) {
    while (section[end] === character) end++;
    return { token: { type: 'date', text: section.slice(at, end) }, end };
  }
  return PLAIN_TEXT.includes(character) ? { token: { type: 'text', text: character }, end } : undefined;
}

/** A currency such as `[$€-407]`, or a colour, which is not shown. */
function bracketAt(section: string, at: number): Piece | undefined {
  const end = section[at] === '[' ? section.indexOf(']', at) + 1 : 0;
  if (end === 0) return undefined;
  const bracket = section.slice(at, end);
  if (COLOUR.test(bracket)) return { token: undefined, end };
  const currency = CURRENCY.exec(bracket)?.[1];
  return currency === undefined ? undefined : { token: { type: 'text', text: currency }, end };
}
