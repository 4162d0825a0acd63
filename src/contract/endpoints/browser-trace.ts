import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { sessionIdParams } from '../requests/session-id.ts';

export const browserTrace = defineEndpoint({
  name: 'browserTrace',
  method: 'GET',
  path: '/v2/browser/{id}/trace',
  aliases: ['/v2/interact/{id}/trace'],
  summary: 'Read what was done for the prompts of a browser session',
  description:
    'The last 20 runs, the oldest first: each step with what came of it, how the run ended, and the requests and tokens that it took. Secrets of the prompt are left out.',
  params: sessionIdParams,
  reply: z.object({
    success: z.literal(true),
    prompts: z.array(
      z.looseObject({
        steps: z.array(z.looseObject({})),
        end: z.string().meta({ description: '`done`, or the limit that was reached.' }),
        tookMs: z.number(),
      }),
    ),
  }),
  errors: ['FORBIDDEN', 'NOT_FOUND'],
  auth: 'bearer',
  rateLimit: 'account',
  credits: 'none',
  example: {
    params: { id: '0190aaaa-1111-7222-8333-444455556666' },
    reply: {
      success: true,
      prompts: [
        {
          steps: [
            {
              step: { tool: 'click', ref: 'e12' },
              said: 'clicked button "Buy"',
              url: 'https://example.com/',
              title: 'Shop',
              tookMs: 210,
            },
          ],
          end: 'done',
          usage: { requests: 2, promptTokens: 4100, completionTokens: 60 },
          tookMs: 2300,
        },
      ],
    },
  },
});
