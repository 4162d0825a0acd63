const SPACE = /\s/u;
const PUNCTUATION = /[\p{P}\p{S}]/u;

/** How CommonMark section 6.2 sees a character beside a delimiter; '' (the edge of a paragraph) counts as a space. */
export function isSpace(character: string): boolean {
  return character === '' || SPACE.test(character);
}

export function isPunctuation(character: string): boolean {
  return PUNCTUATION.test(character);
}

export function isWord(character: string): boolean {
  return !isSpace(character) && !PUNCTUATION.test(character);
}

/** First character of a text, a surrogate pair whole. */
export function firstCharacter(text: string): string {
  const code = text.codePointAt(0);
  return code === undefined ? '' : String.fromCodePoint(code);
}

/** Last character of a text, a surrogate pair whole. */
export function lastCharacter(text: string): string {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xdc00 && last <= 0xdfff ? text.slice(-2) : text.slice(-1);
}

/** True for a word character, and for one beyond the basic plane: parsers differ on whether emoji are punctuation. */
export function mayBeLetter(character: string): boolean {
  return character.length === 2 || isWord(character);
}
