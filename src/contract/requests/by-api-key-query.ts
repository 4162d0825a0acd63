import { z } from 'zod';

/** Query of the endpoints that list usage month by month. */
export const byApiKeyQuery = z.object({
  byApiKey: z
    .enum(['true', 'false', '1', '0'])
    .transform((flag) => flag === 'true' || flag === '1')
    .prefault('false')
    .meta({ description: 'One entry for each API key and month.' }),
});
