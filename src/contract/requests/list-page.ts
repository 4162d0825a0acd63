import { z } from 'zod';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 100;

/** Query of a list that is read page by page. */
export const listPageShape = {
  limit: z
    .unknown()
    .transform(toLimit)
    .prefault(DEFAULT_LIMIT)
    .meta({
      wholeNumber: { minimum: 1, maximum: MAX_LIMIT },
      description: `Entries per page. A larger number counts as ${MAX_LIMIT}; what is no number or below 1 as ${DEFAULT_LIMIT}.`,
    }),
  cursor: z
    .string()
    .optional()
    .meta({ description: 'The `cursor` of the page before; an empty one is none.' }),
};

/** The end of such a page. */
export const listEndShape = {
  cursor: z.string().nullable().meta({ description: 'The cursor of the next page; null on the last.' }),
  has_more: z.boolean(),
};

/** No value of `limit` is an error. */
function toLimit(value: unknown): number {
  const limit = typeof value === 'string' ? Number(value) : value;
  return typeof limit === 'number' && limit >= 1 ? Math.min(MAX_LIMIT, Math.floor(limit)) : DEFAULT_LIMIT;
}
