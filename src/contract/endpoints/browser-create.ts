import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { clientLabelsShape } from '../requests/client-labels.ts';

export const browserCreate = defineEndpoint({
  name: 'browserCreate',
  method: 'POST',
  path: '/v2/browser',
  aliases: ['/v2/interact'],
  isMissing: true,
  summary: 'Starts a browser session',
  body: z
    .looseObject({
      ttl: z.number().optional().meta({ description: 'Seconds that it lives.' }),
      ...clientLabelsShape,
    })
    .meta({ id: 'BrowserCreateRequest' }),
  reply: z.object({ success: z.literal(true), id: z.guid(), cdpUrl: z.string(), liveViewUrl: z.string() }),
  errors: ['FEATURE_NOT_AVAILABLE'],
  auth: 'bearer',
  rateLimit: 'account',
  example: {
    body: { ttl: 600 },
    reply: {
      success: true,
      id: '0190aaaa-1111-7222-8333-444455556666',
      cdpUrl: 'wss://example.com/cdp',
      liveViewUrl: 'https://example.com/live',
    },
  },
});
