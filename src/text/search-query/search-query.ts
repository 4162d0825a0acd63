export type SearchOperator =
  | 'site'
  | 'filetype'
  | 'inurl'
  | 'allinurl'
  | 'intitle'
  | 'allintitle'
  | 'related'
  | 'imagesize'
  | 'larger';

/** An operator with its value, as `-site:example.com`. */
export interface SearchFilter {
  readonly operator: SearchOperator;
  /** As written, without quotes. */
  readonly value: string;
  readonly isNegated: boolean;
}

/** A query, taken apart. */
export interface SearchQuery {
  /** As the caller wrote it, trimmed. */
  readonly text: string;
  /** Words that are looked for, in order, as written; those of an `OR` too, and no others that must not be found. */
  readonly words: readonly string[];
  /** Phrases in quotes that must be found. Those of an `OR` stand there alone. */
  readonly phrases: readonly string[];
  /** Words and phrases with a minus. */
  readonly excluded: readonly string[];
  /** Groups of `a OR b`; one of each group must be found. An entry of several words is a phrase. */
  readonly alternatives: ReadonlyArray<readonly string[]>;
  /** Operators. Values of `site:`, and of `filetype:`, that stand several times without a minus are alternatives. */
  readonly filters: readonly SearchFilter[];
}
