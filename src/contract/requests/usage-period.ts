import { z } from 'zod';

/** Members that every entry of a usage history has: a calendar month in UTC. */
export const usagePeriodShape = {
  startDate: z.iso.datetime().meta({ description: 'First moment of the month, UTC.' }),
  endDate: z.iso.datetime().meta({ description: 'Last moment of the month, UTC.' }),
  apiKey: z.string().optional().meta({
    description: 'With `byApiKey`: the label of the key; `none` for calls without a stored key.',
  }),
};
