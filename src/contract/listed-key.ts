import { z } from 'zod';

/** A key in a list: never the key itself. */
export const listedKey = z
  .object({
    id: z.guid(),
    name: z.string(),
    ending: z.string().meta({ description: 'The last four characters of the key.' }),
    created_at: z.iso.datetime(),
    revoked_at: z.iso.datetime().nullable(),
    isThisOne: z.boolean().meta({ description: 'Whether this request was made with it.' }),
  })
  .meta({ id: 'ApiKey' });

export const listedKeyExample = {
  id: '0190aaaa-1111-7222-8333-444455556661',
  name: 'laptop',
  ending: '4f2a',
  created_at: '2026-11-20T04:30:00.000Z',
  revoked_at: null,
  isThisOne: false,
};
