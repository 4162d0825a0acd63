import { z } from 'zod';

/** Browser storage kept under a name and shared by the sessions that use it. Unknown keys are ignored. */
export const profile = z
  .object({
    name: z.string().min(1).max(128).meta({ description: 'Name of the profile.' }),
    saveChanges: z
      .boolean()
      .default(true)
      .meta({ description: 'Whether changes are kept. One writer at a time.' }),
  })
  .meta({ id: 'Profile' });

export type Profile = z.output<typeof profile>;
