import { z } from 'zod';

/** A key in a list: never the key itself. */
export const listedKey = z
  .object({
    id: z.guid(),
    name: z.string(),
    ending: z.string().meta({ description: 'The last four characters of the key.' }),
    created_at: z.iso.datetime(),
    created_by: z
      .string()
      .nullable()
      .meta({ description: 'The name of the key that made it; null when a command did, or nobody knows.' }),
    revoked_at: z.iso.datetime().nullable(),
    last_used_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'Exact to a minute; null when it was not used so far.' }),
    isThisOne: z.boolean().meta({ description: 'Whether this request was made with it.' }),
  })
  .meta({ id: 'ApiKey' });

export const listedKeyExample = {
  id: '0190aaaa-1111-7222-8333-444455556661',
  name: 'laptop',
  ending: '4f2a',
  created_at: '2026-11-20T04:30:00.000Z',
  created_by: 'first key',
  revoked_at: null,
  last_used_at: '2026-11-23T08:10:00.000Z',
  isThisOne: false,
};
