import { CONFIGURED_API_KEY, type Caller } from '../../accounts/caller.ts';
import type { EndpointReply } from '../../contract/endpoint.ts';
import type { creditUsageHistorical } from '../../contract/endpoints/credit-usage-historical.ts';
import { statement, type Queryable } from '../../store/database.ts';

/** Stands for the key of calls that came without one. */
const NO_KEY_LABEL = 'none';
/** Stands for the key that is not stored. */
const CONFIGURED_KEY_LABEL = 'DECANT_API_KEY';

const BY_MONTH = statement(
  'credit_usage_by_month',
  `select to_char(hour at time zone 'UTC', 'YYYY-MM') as month, sum(credits)::bigint as credits
   from credit_usage where team_id = $1 group by month order by month desc`,
);

const BY_MONTH_AND_KEY = statement(
  'credit_usage_by_month_and_key',
  `select u.month, k.label, u.api_key_id, u.credits from (
     select to_char(hour at time zone 'UTC', 'YYYY-MM') as month, api_key_id, sum(credits)::bigint as credits
     from credit_usage where team_id = $1 group by month, api_key_id
   ) u left join api_key k on k.id = u.api_key_id and k.team_id = $1
   order by u.month desc, u.credits desc, u.api_key_id`,
);

interface UsageRow {
  /** `2026-11` */
  month: string;
  label?: string | null;
  api_key_id?: string;
  credits: number;
}

/** GET /v2/team/credit-usage/historical: from the ledger, in calendar months of UTC. */
export function createCreditUsageHistorical(db: Queryable) {
  return async function readCreditHistory(
    caller: Caller,
    { byApiKey }: { byApiKey: boolean },
  ): Promise<EndpointReply<typeof creditUsageHistorical>> {
    const { rows } = await db.query<UsageRow>(byApiKey ? BY_MONTH_AND_KEY : BY_MONTH, [caller.team.id]);
    return {
      success: true,
      periods: rows.map(({ month, credits, ...key }) => ({
        ...boundsOf(month),
        ...(byApiKey && { apiKey: labelOf(key) }),
        creditsUsed: credits,
        totalCredits: credits,
      })),
    };
  };
}

function labelOf({ label, api_key_id: id }: Pick<UsageRow, 'label' | 'api_key_id'>): string {
  return label ?? (id === CONFIGURED_API_KEY ? CONFIGURED_KEY_LABEL : NO_KEY_LABEL);
}

function boundsOf(month: string): { startDate: string; endDate: string } {
  const start = new Date(`${month}-01T00:00:00.000Z`);
  const next = Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1);
  return { startDate: start.toISOString(), endDate: new Date(next - 1).toISOString() };
}
