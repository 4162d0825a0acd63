import { z } from 'zod';
import { byApiKeyQuery } from '../requests/by-api-key-query.ts';
import { defineEndpoint } from '../endpoint.ts';
import { usagePeriodShape } from '../requests/usage-period.ts';

export const tokenUsageHistorical = defineEndpoint({
  name: 'tokenUsageHistorical',
  method: 'GET',
  path: '/v2/team/token-usage/historical',
  summary: 'Tokens that your team used, month by month',
  description: 'Tokens are not counted here, everything is paid in credits: the list is empty.',
  query: byApiKeyQuery,
  reply: z.object({
    success: z.literal(true),
    periods: z.array(z.object({ ...usagePeriodShape, tokensUsed: z.number(), totalTokens: z.number() })),
  }),
  errors: [],
  auth: 'bearer',
  rateLimit: 'account',
  credits: 'none',
  example: { reply: { success: true, periods: [] } },
});
