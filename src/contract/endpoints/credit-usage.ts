import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

const timestamp = z.iso.datetime().nullable();

export const creditUsage = defineEndpoint({
  name: 'creditUsage',
  method: 'GET',
  path: '/v2/team/credit-usage',
  summary: 'Credits of your team',
  description: 'Both numbers are 1,000,000,000 for a team without a grant. There are no billing periods.',
  reply: z.object({
    success: z.literal(true),
    data: z.object({
      remainingCredits: z.number(),
      planCredits: z.number(),
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
      data: { remainingCredits: 900, planCredits: 1000, billingPeriodStart: null, billingPeriodEnd: null },
    },
  },
});
