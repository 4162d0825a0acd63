import { z } from 'zod';
import { SESSION_END_EXAMPLE, sessionEndShape } from '../documents/browser-session.ts';
import { defineEndpoint } from '../endpoint.ts';
import { sessionIdParams } from '../requests/session-id.ts';

export const browserDelete = defineEndpoint({
  name: 'browserDelete',
  method: 'DELETE',
  path: '/v2/browser/{id}',
  aliases: ['/v2/interact/{id}'],
  summary: 'End a browser session',
  description: 'Asked again, it answers with the figures of the first time.',
  params: sessionIdParams,
  reply: z.object({ ...sessionEndShape, status: z.literal('destroyed') }),
  errors: ['FORBIDDEN', 'NOT_FOUND', 'SERVICE_UNAVAILABLE'],
  auth: 'bearer',
  rateLimit: 'account',
  example: {
    ...SESSION_END_EXAMPLE,
    reply: { ...SESSION_END_EXAMPLE.reply, status: 'destroyed' },
  },
});
