import type { PageParts, RemovedPart } from './parts.ts';

/** Values of options by name. */
export type Options = Readonly<Record<string, unknown>>;

export type ChosenPart = Pick<RemovedPart, 'rule' | 'evidence' | 'selector' | 'isWithinContent'>;

/** The blocks that somebody wants otherwise than the scrape had them. */
export interface Choice {
  kept: readonly ChosenPart[];
  /** Selectors of blocks that stayed. */
  dropped: readonly string[];
}

const SELECTORS = ['includeTags', 'excludeTags'] as const;

/**
 * The options of a scrape that keeps and drops what was chosen. `includeTags` replaces the filter, so it names the block of
 * the content as well, and `excludeTags` the removed blocks within it. Where a selector is missing for that, all of the page
 * stays.
 */
export function optionsFor(given: Options, parts: PageParts, { kept, dropped }: Choice): Options {
  const undone = new Set(kept.filter(({ rule }) => rule === 'excludeTags').map(({ evidence }) => evidence));
  const wanted = kept.filter(({ rule }) => rule !== 'excludeTags');
  const excluded = listOf(given, 'excludeTags').filter((selector) => !undone.has(selector));
  const chosen = chooseIncluded(given, parts, wanted);
  const { includeTags: _included, excludeTags: _excluded, ...others } = given;
  const excludeTags = [...excluded, ...(chosen.excludeTags ?? []), ...dropped];
  const result: Record<string, unknown> = { ...others, ...chosen, excludeTags: [...new Set(excludeTags)] };
  for (const name of SELECTORS) if (listOf(result, name).length === 0) delete result[name];
  return result;
}

interface Included {
  includeTags?: string[];
  excludeTags?: string[];
  onlyMainContent?: false;
}

function chooseIncluded(
  given: Options,
  { kept: stayed, removed, moreRemoved }: PageParts,
  wanted: readonly ChosenPart[],
): Included {
  const included = listOf(given, 'includeTags');
  if (wanted.length === 0) return { includeTags: included };
  const selectors = wanted.flatMap(({ selector }) => selector ?? []);
  const isNamed = selectors.length === wanted.length;
  if (isNamed && included.length > 0) return { includeTags: [...included, ...selectors] };
  const beside = removed.filter((part) => part.isWithinContent && !wanted.includes(part));
  const isWhole = moreRemoved === 0 && beside.every(({ selector }) => selector !== null);
  if (!isNamed || stayed.selector === null || !isWhole) return { onlyMainContent: false };
  const outside = wanted.filter(({ isWithinContent }) => !isWithinContent);
  return {
    includeTags: [stayed.selector, ...outside.flatMap(({ selector }) => selector ?? [])],
    excludeTags: beside.flatMap(({ selector }) => selector ?? []),
  };
}

export function listOf(options: Options, name: string): string[] {
  const value = options[name];
  return Array.isArray(value) ? value.map(String) : [];
}
