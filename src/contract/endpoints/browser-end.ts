import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { clientLabelsShape } from '../requests/client-labels.ts';

export const browserEnd = defineEndpoint({
  name: 'browserEnd',
  method: 'DELETE',
  path: '/v2/browser',
  aliases: ['/v2/interact'],
  isMissing: true,
  summary: 'Ends the browser session that the body names',
  body: z
    .looseObject({
      id: z.guid().meta({ description: 'Of the session.' }),
      ...clientLabelsShape,
    })
    .meta({ id: 'BrowserEndRequest' }),
  reply: z.object({ success: z.literal(true), sessionDurationMs: z.int(), creditsBilled: z.number() }),
  errors: ['FEATURE_NOT_AVAILABLE'],
  auth: 'bearer',
  rateLimit: 'account',
  example: {
    body: { id: '0190aaaa-1111-7222-8333-444455556666' },
    reply: { success: true, sessionDurationMs: 61000, creditsBilled: 2 },
  },
});
