import { z } from 'zod';
import { byApiKeyQuery } from '../requests/by-api-key-query.ts';
import { defineEndpoint } from '../endpoint.ts';
import { usagePeriodShape } from '../requests/usage-period.ts';

export const creditUsageHistorical = defineEndpoint({
  name: 'creditUsageHistorical',
  method: 'GET',
  path: '/v2/team/credit-usage/historical',
  summary: 'Credits that your team used, month by month, newest first',
  description: 'Months of the calendar in UTC, in which something was used.',
  query: byApiKeyQuery,
  reply: z.object({
    success: z.literal(true),
    periods: z.array(
      z.object({
        ...usagePeriodShape,
        creditsUsed: z.number(),
        totalCredits: z.number().meta({ description: 'The same as `creditsUsed`.' }),
      }),
    ),
  }),
  errors: [],
  auth: 'bearer',
  rateLimit: 'account',
  credits: 'none',
  example: {
    query: { byApiKey: 'true' },
    reply: {
      success: true,
      periods: [
        {
          startDate: '2026-11-01T00:00:00.000Z',
          endDate: '2026-11-30T23:59:59.999Z',
          apiKey: 'first key',
          creditsUsed: 100,
          totalCredits: 100,
        },
      ],
    },
  },
});
