import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { systemState, systemStateExample } from '../system-state.ts';

export const systemRead = defineEndpoint({
  name: 'systemRead',
  method: 'GET',
  path: '/v2/system',
  summary: 'The state of the service: versions, database, queue, processes, walls',
  description:
    'For keys of the operator. It is measured at most once in two seconds for all who ask. No value of a secret is in it.',
  reply: z.object({ success: z.literal(true), data: systemState }),
  errors: ['FORBIDDEN', 'SERVICE_UNAVAILABLE'],
  auth: 'bearer',
  rateLimit: 'account',
  credits: 'none',
  example: { reply: { success: true, data: systemStateExample } },
});
