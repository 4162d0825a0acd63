import type { WordedOptions } from './crawl-words.ts';

/** Takes a match; gives false when it is not understood after all. */
export type UseMatch = (match: RegExpExecArray) => boolean | void;

const NEGATIONS =
  /\b(?:everything but|all but|anything but|but not|nor|not|no|without|except(?: for)?|excluding|excludes?|skip(?:ping)?|ignor(?:e|ing)|omit(?:ting)?|leav(?:e|ing) out|apart from|other than|avoid(?:ing)?|never|don['’]?t|do not|nothing (?:from|in|under|below)|minus|ohne|außer)\b/g;
const AFFIRMATIONS =
  /\b(?:nothing but|only|just|includ(?:e|es|ing)|but only|crawl|scrape|fetch|get|keep|want|follow|all of|everything (?:in|under|below|from|about)|nur)\b|[.;!?](?=\s|$)|\n/g;

/** A prompt that is understood piece by piece: what was understood is blanked out, and what is left is not. */
export class PromptReading {
  readonly options: WordedOptions = {};
  readonly warnings: string[] = [];
  /** In lower case. */
  rest: string;
  readonly #source: string;
  #signs: ReadonlyArray<{ at: number; isNegative: boolean }> | undefined;

  constructor(prompt: string) {
    this.#source = prompt;
    // Each letter keeps its place.
    this.rest = prompt.replaceAll(/\p{Lu}/gu, (letter) => {
      const lower = letter.toLowerCase();
      return lower.length === letter.length ? lower : letter;
    });
  }

  /** Hands over each match in what is left, and blanks it out where it is used. */
  take(pattern: RegExp, use: UseMatch): void {
    for (const match of this.rest.matchAll(pattern)) {
      if (use(match) !== false) this.blank(match.index, match.index + match[0].length);
    }
  }

  blank(from: number, end: number): void {
    this.rest = this.rest.slice(0, from) + ' '.repeat(end - from) + this.rest.slice(end);
  }

  original(from: number, end: number): string {
    return this.#source.slice(from, end);
  }

  /** The words before a place say that what stands there is to be left out. Switches are taken before it is first asked. */
  isNegated(at: number): boolean {
    this.#signs ??= signsOf(this.rest);
    return this.#signs.findLast((sign) => sign.at < at)?.isNegative ?? false;
  }
}

function signsOf(text: string): Array<{ at: number; isNegative: boolean }> {
  const negative = Array.from(text.matchAll(NEGATIONS), ({ index, 0: words }) => ({
    at: index,
    end: index + words.length,
    isNegative: true,
  }));
  const positive = Array.from(text.matchAll(AFFIRMATIONS), ({ index, 0: words }) => ({
    at: index,
    end: index + words.length,
    isNegative: false,
  }));
  // `do not crawl` and `everything but` are one sign each.
  const isWithin = ({ at }: { at: number }): boolean =>
    negative.some((one) => one.at < at && at <= one.end + 1 && !/[.;!?\n]/.test(text[at] ?? ''));
  return [...negative, ...positive.filter((one) => !isWithin(one))].toSorted((a, b) => a.at - b.at);
}
