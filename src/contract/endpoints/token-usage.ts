import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

const timestamp = z.iso.datetime().nullable();

export const tokenUsage = defineEndpoint({
  name: 'tokenUsage',
  method: 'GET',
  path: '/v2/team/token-usage',
  summary: 'Tokens of your team',
  description: 'Tokens are not counted here, everything is paid in credits: every number is 0.',
  reply: z.object({
    success: z.literal(true),
    data: z.object({
      remainingTokens: z.number(),
      planTokens: z.number(),
      billingPeriodStart: timestamp,
      billingPeriodEnd: timestamp,
    }),
  }),
  errors: [],
  auth: 'bearer',
  rateLimit: 'account',
  credits: 'none',
  example: {
    reply: {
      success: true,
      data: { remainingTokens: 0, planTokens: 0, billingPeriodStart: null, billingPeriodEnd: null },
    },
  },
});
