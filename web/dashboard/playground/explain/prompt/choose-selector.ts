import { listOf, optionsFor, type ChosenPart, type Options } from '../choose-parts.ts';
import type { PageParts } from '../parts.ts';

const NO_PARTS: PageParts = {
  source: 'cache',
  remarks: [],
  characters: 0,
  kept: { characters: 0, selector: null, parts: [] },
  removed: [],
  moreRemoved: 0,
};

/** The options of a scrape that keeps what a selector matches as well. Without parts all of the page may have to stay. */
export function withKept(given: Options, parts: PageParts = NO_PARTS, selector: string): Options {
  const included = listOf(given, 'includeTags');
  const isExcluded = listOf(given, 'excludeTags').includes(selector);
  const isMissing = included.length > 0 ? !included.includes(selector) : !isExcluded;
  const listed = parts.removed.find((part) => part.selector === selector);
  const excluded = { rule: 'excludeTags', evidence: selector, selector, isWithinContent: false };
  const missing = { rule: '', evidence: '', selector, isWithinContent: listed?.isWithinContent ?? false };
  const kept: ChosenPart[] = [...(isExcluded ? [excluded] : []), ...(isMissing ? [missing] : [])];
  // A block that the options exclude cannot be kept: a removed block comes back with any part of it.
  const removed = parts.removed.filter(
    (part) => part.selector === null || !`${selector} `.startsWith(`${part.selector} `),
  );
  return optionsFor(given, { ...parts, removed }, { kept, dropped: [] });
}

/** The options of a scrape that leaves out what a selector matches. */
export function withDropped(given: Options, selector: string): Options {
  const included = listOf(given, 'includeTags');
  const others = included.filter((each) => each !== selector);
  if (others.length > 0 && others.length < included.length) return { ...given, includeTags: others };
  return optionsFor(given, NO_PARTS, { kept: [], dropped: [selector] });
}
