import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { clientLabelsShape } from '../requests/client-labels.ts';

export const search = defineEndpoint({
  name: 'search',
  method: 'POST',
  path: '/v2/search',
  isMissing: true,
  summary: 'Web search, with the content of the results if wanted',
  body: z
    .looseObject({
      query: z.string().min(1).max(500).meta({ description: 'What to look for.' }),
      ...clientLabelsShape,
    })
    .meta({ id: 'SearchRequest' }),
  reply: z.object({
    success: z.literal(true),
    id: z.guid(),
    creditsUsed: z.int(),
    warning: z.string().nullable(),
    data: z.looseObject({}),
  }),
  errors: ['FEATURE_NOT_AVAILABLE'],
  auth: 'bearer',
  rateLimit: 'search',
  example: {
    body: { query: 'example' },
    reply: {
      success: true,
      id: '0190aaaa-1111-7222-8333-444455556666',
      creditsUsed: 2,
      warning: null,
      data: { web: [] },
    },
  },
});
