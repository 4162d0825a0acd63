import type { Font } from './fonts.ts';
import type { WordText } from './word-text.ts';

/** The font and language of most of a document. */
export interface TextSurvey {
  /** It is typed in a font of one width: that is then no sign of code. */
  isMonospaced: boolean;
  /** Windows LCID; 0 when it is not stated, or cannot be: many programs mark all text as English. */
  language: number;
}

/** Paragraphs that are looked at: enough to tell. */
const SAMPLE = 1_000;
const SHARE = 0.8;
const LETTERS = 10_000;
/** Languages that are not written in Latin letters, the low 10 bits of an LCID. */
const OTHER_SCRIPTS: ReadonlySet<number> = new Set([
  0x01, 0x02, 0x04, 0x08, 0x0d, 0x11, 0x12, 0x19, 0x1e, 0x22, 0x23, 0x29, 0x2f, 0x39,
]);
/** Text that is not to be checked for spelling. */
const NO_LANGUAGE = 0x0400;

/** Looks at the first paragraphs of a text of that `length`. `isBytes`: its units are bytes, not characters. */
export function surveyText(
  text: WordText,
  length: number,
  fonts: readonly Font[],
  isBytes: boolean,
): TextSurvey {
  const languages = new Map<number, number>();
  let monospaced = 0;
  let all = 0;
  let paragraphs = 0;
  for (const { start, end, format } of text.paragraphs(0, length)) {
    if (++paragraphs > SAMPLE) break;
    for (const run of text.runs(start, end, format.style)) {
      const size = run.end - run.start;
      const { font, language } = run.properties;
      all += size;
      if (fonts[font]?.isMonospaced === true) monospaced += size;
      if (language !== NO_LANGUAGE) languages.set(language, (languages.get(language) ?? 0) + size);
    }
  }
  const [language = 0] = [...languages].toSorted((a, b) => b[1] - a[1])[0] ?? [];
  const letters = text.text.slice(0, Math.min(length, LETTERS)).match(/\p{L}/gu) ?? [];
  const latin = letters.filter((letter) => /\p{Script=Latin}/u.test(letter)).length;
  const isLatin = latin >= letters.length / 2;
  // Text of 8-bit files is not decoded yet and looks Latin.
  const fits = isBytes || isLatin !== OTHER_SCRIPTS.has(language & 0x3ff);
  return { isMonospaced: monospaced > all * SHARE, language: fits ? language : 0 };
}
