import { z } from 'zod';
import { SESSION_END_EXAMPLE, sessionEndShape } from '../documents/browser-session.ts';
import { defineEndpoint } from '../endpoint.ts';
import { jobIdParams } from '../requests/job-id.ts';

export const interactStop = defineEndpoint({
  name: 'interactStop',
  method: 'DELETE',
  path: '/v2/scrape/{id}/interact',
  summary: 'End the browser session of a scrape',
  description: 'Asked again, it answers with the figures of the first time.',
  params: jobIdParams,
  reply: z.object({ ...sessionEndShape, cleanupQueued: z.literal(true) }),
  errors: ['FORBIDDEN', 'NOT_FOUND', 'SERVICE_UNAVAILABLE'],
  auth: 'bearer',
  rateLimit: 'account',
  example: {
    ...SESSION_END_EXAMPLE,
    reply: { ...SESSION_END_EXAMPLE.reply, cleanupQueued: true },
  },
});
