import { z } from 'zod';

/** Path parameters of a browser session. */
export const sessionIdParams = z.object({
  id: z.guid().toLowerCase().meta({ description: 'The id of the session.' }),
});
