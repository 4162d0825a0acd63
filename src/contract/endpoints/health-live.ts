import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

export const healthLive = defineEndpoint({
  name: 'healthLive',
  method: 'GET',
  path: '/health/live',
  summary: 'Whether the process answers at all',
  description: 'Asks nothing of its parts: for who starts processes anew that hang.',
  reply: z.object({ success: z.literal(true), status: z.literal('live') }),
  errors: [],
  auth: 'none',
  example: { reply: { success: true, status: 'live' } },
});
