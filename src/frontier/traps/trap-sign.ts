export type TrapKind =
  | 'calendar'
  | 'repeating path'
  | 'deep path'
  | 'session ids'
  | 'repeating parameters'
  | 'parameter combinations';

/** A look that traps have. Pages of good sites may have it too, so it only counts in numbers. */
export interface TrapSign {
  kind: TrapKind;
  /** The common part of the URLs that are counted together, in readable form. */
  pattern: string;
  /** How many URLs of the pattern are crawled. */
  limit: number;
}
