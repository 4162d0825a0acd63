import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { jobIdParams } from '../requests/job-id.ts';

export const browserDelete = defineEndpoint({
  name: 'browserDelete',
  method: 'DELETE',
  path: '/v2/browser/{id}',
  aliases: ['/v2/interact/{id}'],
  isMissing: true,
  summary: 'Ends a browser session',
  params: jobIdParams,
  reply: z.object({ success: z.literal(true), sessionDurationMs: z.int(), creditsBilled: z.number() }),
  errors: ['FEATURE_NOT_AVAILABLE'],
  auth: 'bearer',
  rateLimit: 'account',
  example: {
    params: { id: '0190aaaa-1111-7222-8333-444455556666' },
    reply: { success: true, sessionDurationMs: 61000, creditsBilled: 2 },
  },
});
