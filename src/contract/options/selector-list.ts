import type { z } from 'zod';
import { boundedList } from './bounded-list.ts';

const MAX_SELECTORS = 1000;
/** All selectors of one list together: a page is matched in time for each part of each selector. */
const MAX_CHARACTERS = 100_000;
/** All selectors of one list together: a `:has()` costs several passes over the page, a nested one more. */
const MAX_HAS = 500;

/** A list of things with a CSS selector each; what could only be there to keep the service busy is refused. */
export function selectorList<Entry extends z.ZodType>(
  entry: Entry,
  textOf: (entry: z.output<Entry>) => string,
) {
  return boundedList(entry, { max: MAX_SELECTORS }).superRefine((entries, context) => {
    const texts = entries.map((each) => textOf(each));
    const characters = texts.reduce((sum, { length }) => sum + length, 0);
    const raise = (message: string): void =>
      context.addIssue({ code: 'custom', message, input: entries, continue: false });
    if (characters > MAX_CHARACTERS) {
      raise(`must have at most ${MAX_CHARACTERS} characters in all its selectors, and has ${characters}`);
      return;
    }
    const has = texts.reduce((sum, text) => sum + countHas(text), 0);
    if (has > MAX_HAS) raise(`must have at most ${MAX_HAS} :has() in all its selectors, and has ${has}`);
  });
}

function countHas(selector: string): number {
  return selector.split(/:has\(/i).length - 1;
}
