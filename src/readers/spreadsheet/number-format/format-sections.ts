const QUOTE = '"';
const MAX_SECTIONS = 4;

/** The sections of a format's code for numbers above, below and equal to zero (ECMA-376 part 1, section 18.8.31). */
export interface FormatSections {
  positive: string;
  negative: string;
  zero: string;
  /** Numbers below zero are shown by what comes after their sign, which the section has to write itself. */
  hasOwnNegative: boolean;
}

/** Undefined for a code whose sections have conditions of their own, or that is none. */
export function formatSections(code: string): FormatSections | undefined {
  const sections = splitSections(code);
  const last = sections?.at(-1);
  if (sections === undefined || last === undefined || sections.length > MAX_SECTIONS) return undefined;
  if (sections.some((section) => /\[[=<>]/.test(section))) return undefined;
  const isForText = last.includes('@');
  // The fourth one is for text, as is an earlier last one that says so.
  const numeric = isForText && sections.length < MAX_SECTIONS ? sections.slice(0, -1) : sections;
  const [positive, second, third] = numeric;
  if (positive === undefined) return undefined;
  return {
    positive,
    negative: second ?? positive,
    zero: third !== undefined ? third : positive,
    hasOwnNegative: numeric.length > 1,
  };
}

function splitSections(code: string): string[] | undefined {
  const sections: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < code.length; at++) {
    const character = code[at]!;
    if (character === QUOTE) isQuoted = !isQuoted;
    else if ('_*\\'.includes(character)) at++;
    else if (character === ';') {
      sections.push(code.slice(start, at));
      start = at + 1;
    }
  }
  sections.push(code.slice(start));
  return isQuoted ? undefined : sections;
}
