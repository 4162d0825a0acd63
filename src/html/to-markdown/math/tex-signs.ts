const COMMAND = /\\(?:[A-Za-z]{2,}|[,;!|])/;
/** An index or a power with something to stand on. */
const INDEX = /[\w)}\]|'][\^_](?:\{|\\?[\w(+*-])/;
const NAME_PARTS = /[A-Za-z]{2,}_[A-Za-z]{2,}/;
/** Words of a language: TeX has its own behind backslashes or in braces. */
const WORD = /(?<![\\A-Za-z{])[A-Za-z]{3,}/;
const LONGEST_PLAIN = 60;

/** Tells whether a text can hardly be anything but TeX: a command, or an index or a power in no sentence. */
export function isSurelyTex(text: string): boolean {
  return COMMAND.test(text) || (INDEX.test(text) && !NAME_PARTS.test(text) && !WORD.test(text));
}

/** Tells whether a text may be a formula, on a page that is known to have some: it has no words of a language. */
export function mayBeTex(text: string): boolean {
  return isSurelyTex(text) || (/[A-Za-z\d]/.test(text) && text.length <= LONGEST_PLAIN && !WORD.test(text));
}
