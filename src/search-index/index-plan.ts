import type { KnownWord } from '../text/words/term-of.ts';

/** A term that adds to a score. */
export interface ScoringTerm {
  readonly term: string;
  /** 1 for a word that was asked for. */
  readonly weight: number;
}

/** A word that was asked for. */
export type QueryWord = KnownWord;

/** Words in their order, as stems; one word is a sequence of one. */
export type WordSequence = readonly string[];

/** A query as the index answers it: terms for posting lists, and what remains to be checked on a page. */
export interface IndexPlan {
  /** Terms that score; when there are none, the newest pages are the best. */
  readonly scoring: readonly ScoringTerm[];
  /** Each must be met by one of its entries; a page meets an entry with all of its terms. */
  readonly required: ReadonlyArray<ReadonlyArray<readonly string[]>>;
  /** Terms that a page must not have. */
  readonly forbidden: readonly string[];
  /** Pages with all terms of an entry may have something that was excluded: their text tells. */
  readonly suspect: ReadonlyArray<readonly string[]>;
  /** Minutes since 1970, both included: published, else first seen. */
  readonly from: number | undefined;
  readonly to: number | undefined;
  /** The score halves its part for age each 30 days from this minute back; undefined when age does not matter. */
  readonly freshAt: number | undefined;

  /** The words that texts are scored by, each once. */
  readonly words: readonly QueryWord[];
  /** One sequence of each group must stand in the text. */
  readonly sequences: ReadonlyArray<readonly WordSequence[]>;
  /** Sequences that must not stand in the text. */
  readonly excluded: readonly WordSequence[];
  /** Checks on address and title. */
  readonly rowChecks: readonly RowCheck[];
  /** Pictures are looked for, of these sizes. */
  readonly imageSizes: readonly ImageSize[];
  /** Pages or sites that say what to look for: their terms come in with `withRelated`. */
  readonly related: readonly string[];
  /** Whole sentences for `warning`. */
  readonly remarks: readonly string[];
}

/** A size in pixels that a picture must have exactly, or exceed. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
  readonly isLeast: boolean;
  readonly isNegated: boolean;
}

/** A check that needs the address or the title of a page; it must come out as `isNegated` says. */
export interface RowCheck {
  /** One of the sites; texts within the address; phrases of the title; the very page. */
  readonly kind: 'sites' | 'url' | 'title' | 'page';
  readonly values: readonly string[];
  readonly isNegated: boolean;
}

/** All terms whose posting lists a plan needs, each once. */
export function termsOfPlan({ scoring, required, forbidden, suspect }: IndexPlan): string[] {
  const terms = [scoring.map(({ term }) => term), required.flat(2), forbidden, suspect.flat()];
  return [...new Set(terms.flat())];
}
