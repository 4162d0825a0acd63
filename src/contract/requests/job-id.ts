import { z } from 'zod';

/** Path parameters of everything that is found by its job id: a UUID of any version. */
export const jobIdParams = z.object({
  id: z.guid().toLowerCase().meta({ description: 'The id of the scrape or job.' }),
});
