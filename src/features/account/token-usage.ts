import type { EndpointReply } from '../../contract/endpoint.ts';
import type { tokenUsage } from '../../contract/endpoints/token-usage.ts';
import type { tokenUsageHistorical } from '../../contract/endpoints/token-usage-historical.ts';

/** GET /v2/team/token-usage: nothing here is counted in tokens. */
export async function readTokenUsage(): Promise<EndpointReply<typeof tokenUsage>> {
  return {
    success: true,
    data: { remainingTokens: 0, planTokens: 0, billingPeriodStart: null, billingPeriodEnd: null },
  };
}

/** GET /v2/team/token-usage/historical: no month has any tokens. */
export async function readTokenUsageHistorical(): Promise<EndpointReply<typeof tokenUsageHistorical>> {
  return { success: true, periods: [] };
}
