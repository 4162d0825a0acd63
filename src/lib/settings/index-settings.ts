import { z } from 'zod';
import { wholeNumber } from './setting-schemas.ts';

/** Variables about the pages that can be searched. */
export const INDEX_VARIABLES = {
  DECANT_INDEX: z
    .enum(['on', 'off'])
    .default('on')
    .describe(
      '`on` keeps the text of pages that may be cached, so that searches find them. `off` keeps none from now on; `decant index drop` removes what is there.',
    ),
  DECANT_INDEX_MAX_BYTES: wholeNumber(0, Number.MAX_SAFE_INTEGER)
    .default(5_000_000_000)
    .describe(
      'Size of the pages that can be searched and of their index, in bytes as stored (compressed). Of teams with more than their share of it the pages go first that were fetched longest ago. 0 is the same as `DECANT_INDEX=off`.',
    ),
};

/** The index over the pages that were scraped. */
export interface IndexConfig {
  readonly isOn: boolean;
  readonly maxBytes: number;
}

/** The settings of the index. */
export function indexConfigOf(env: z.infer<z.ZodObject<typeof INDEX_VARIABLES>>): IndexConfig {
  const maxBytes = env.DECANT_INDEX_MAX_BYTES;
  return Object.freeze({ isOn: env.DECANT_INDEX === 'on' && maxBytes > 0, maxBytes });
}
