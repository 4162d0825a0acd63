import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

export const browserList = defineEndpoint({
  name: 'browserList',
  method: 'GET',
  path: '/v2/browser',
  aliases: ['/v2/interact'],
  isMissing: true,
  summary: 'Browser sessions of your team',
  query: z.object({
    status: z.enum(['active', 'destroyed']).optional().meta({ description: 'Only sessions of this status.' }),
  }),
  reply: z.object({ success: z.literal(true), sessions: z.array(z.looseObject({})) }),
  errors: ['FEATURE_NOT_AVAILABLE'],
  auth: 'bearer',
  rateLimit: 'account',
  example: { query: { status: 'active' }, reply: { success: true, sessions: [] } },
});
