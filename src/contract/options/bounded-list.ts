import { z } from 'zod';

export interface BoundedListOptions {
  /** Most entries accepted. */
  max: number;
  /** Brings an entry into its full form before it is checked; may raise issues of its own. */
  normalise?: (entry: unknown, raise: (message: string) => void) => unknown;
}

/**
 * A list whose length is checked before its entries are: a body of a million wrong entries is one issue, not a
 * million. Entries may come in a short form that `normalise` completes.
 */
export function boundedList<Entry extends z.ZodType>(entry: Entry, { max, normalise }: BoundedListOptions) {
  return z.preprocess(function checkLength(value, context) {
    if (!Array.isArray(value)) return value;
    if (value.length > max) {
      context.addIssue({ code: 'too_big', origin: 'array', maximum: max, inclusive: true, input: value });
      return z.NEVER;
    }
    if (normalise === undefined) return value;
    return value.map((item, index) =>
      normalise(item, (message) => context.addIssue({ code: 'custom', message, path: [index], input: item })),
    );
  }, z.array(entry).max(max));
}
