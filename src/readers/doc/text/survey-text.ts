import type { Font } from './fonts.ts';
import type { WordText } from './word-text.ts';

/** What most of a document is. */
export interface TextSurvey {
  /** It is typed in a font of one width: that is then no sign of code. */
  isMonospaced: boolean;
  /** Windows LCID; 0 when it is not stated. */
  language: number;
}

/** Paragraphs that are looked at: enough to tell. */
const SAMPLE = 1_000;
const SHARE = 0.8;
/** Text that is not to be checked for spelling. */
const NO_LANGUAGE = 0x0400;

/** Looks at the first paragraphs of a text of that `length`. */
export function surveyText(text: WordText, length: number, fonts: readonly Font[]): TextSurvey {
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
  return { isMonospaced: monospaced > all * SHARE, language };
}
