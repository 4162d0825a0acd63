import { z } from 'zod';

const MAX_LENGTH = 256;

/** The header of requests that start a job (wire contract 3.1). */
export const idempotencyHeaders = z.object({
  'x-idempotency-key': z
    .string()
    .max(MAX_LENGTH)
    .transform((key) => (key === '' ? undefined : key))
    .optional()
    .meta({
      description:
        'Any text of your own. The same key with the same body within 24 hours gets the first answer again and starts nothing; with another body 409. An empty one is none.',
    }),
});
