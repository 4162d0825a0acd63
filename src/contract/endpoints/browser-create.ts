import { z } from 'zod';
import { SESSION_URLS_EXAMPLE, sessionUrlsShape } from '../documents/browser-session.ts';
import { defineEndpoint } from '../endpoint.ts';
import { clientLabelsShape } from '../requests/client-labels.ts';
import { sessionLifeShape, sessionProfile } from '../requests/session-code.ts';

export const browserCreate = defineEndpoint({
  name: 'browserCreate',
  method: 'POST',
  path: '/v2/browser',
  aliases: ['/v2/interact'],
  summary: 'Open a browser session',
  description: 'A browser of its own, with an empty page. Unknown keys are ignored.',
  body: z
    .object({
      ...sessionLifeShape,
      streamWebView: z.boolean().default(true).meta({ description: 'Whether it will be watched.' }),
      profile: sessionProfile,
      ...clientLabelsShape,
    })
    .meta({ id: 'BrowserCreateRequest' }),
  reply: z.object({
    success: z.literal(true),
    id: z.guid(),
    ...sessionUrlsShape,
    expiresAt: z.iso.datetime(),
  }),
  errors: ['PAYMENT_REQUIRED', 'CONFLICT', 'CONCURRENCY_LIMITED', 'SESSION_FAILED', 'SERVICE_UNAVAILABLE'],
  auth: 'bearer',
  rateLimit: 'browser',
  credits: '2 for each started minute of the session; 7 when a prompt was used in it',
  example: {
    body: { ttl: 600 },
    reply: {
      success: true,
      id: '0190aaaa-1111-7222-8333-444455556666',
      ...SESSION_URLS_EXAMPLE,
      expiresAt: '2026-11-20T04:40:00.000Z',
    },
  },
});
