import { z } from 'zod';
import { browserSession, SESSION_URLS_EXAMPLE } from '../documents/browser-session.ts';
import { defineEndpoint } from '../endpoint.ts';

export const browserList = defineEndpoint({
  name: 'browserList',
  method: 'GET',
  path: '/v2/browser',
  aliases: ['/v2/interact'],
  summary: 'List the browser sessions of your team',
  description: 'The newest first; those that are over are listed for a day.',
  query: z.object({
    status: z.enum(['active', 'destroyed']).optional().meta({ description: 'Only sessions of this status.' }),
  }),
  reply: z.object({ success: z.literal(true), sessions: z.array(browserSession) }),
  errors: [],
  auth: 'bearer',
  rateLimit: 'account',
  example: {
    query: { status: 'active' },
    reply: {
      success: true,
      sessions: [
        {
          id: '0190aaaa-1111-7222-8333-444455556666',
          status: 'active',
          ...SESSION_URLS_EXAMPLE,
          streamWebView: true,
          createdAt: '2026-11-20T04:30:00.000Z',
          lastActivity: '2026-11-20T04:31:00.000Z',
        },
      ],
    },
  },
});
