import type { Caller } from '../../accounts/caller.ts';
import { readBalance } from '../../accounts/credits.ts';
import type { Slots } from '../../accounts/slots.ts';
import type { EndpointInput, EndpointReply } from '../../contract/endpoint.ts';
import type { teamUsage } from '../../contract/endpoints/team-usage.ts';
import { RATE_LIMIT_KINDS } from '../../contract/rate-limit-kinds.ts';
import { statement, type Queryable } from '../../store/database.ts';

/** Ranges of hours within one team: the key of the ledger begins so. */
const BY_DAY = statement(
  'usage_by_day',
  `select to_char(hour at time zone 'UTC', 'YYYY-MM-DD') as day, kind as endpoint,
     sum(credits)::bigint as credits, sum(calls)::bigint as calls
   from credit_usage
   where team_id = $1
     and hour >= (date_trunc('day', clock_timestamp() at time zone 'UTC') - ($2::integer - 1) * interval '1 day') at time zone 'UTC'
   group by 1, 2 order by 1, 2`,
);

const THIS_MINUTE = statement(
  'requests_this_minute',
  `select kind, count from rate_window where team_id = $1 and minute = date_trunc('minute', clock_timestamp())`,
);

/** GET /v2/team/usage. */
export function createTeamUsage({ db, slots }: { db: Queryable; slots: Pick<Slots, 'countActive'> }) {
  return async function readTeamUsage(
    { team }: Caller,
    { days }: EndpointInput<typeof teamUsage>['query'],
  ): Promise<EndpointReply<typeof teamUsage>> {
    const [byDay, thisMinute, { granted, used }, active] = await Promise.all([
      db.query<{ day: string; endpoint: string; credits: number; calls: number }>(BY_DAY, [team.id, days]),
      db.query<{ kind: string; count: number }>(THIS_MINUTE, [team.id]),
      readBalance(db, team.id),
      slots.countActive(team),
    ]);
    const requests = RATE_LIMIT_KINDS.flatMap((kind) => {
      const limit = team.rateLimits[kind];
      if (limit === undefined) return [];
      const count = thisMinute.rows.find((row) => row.kind === kind)?.count ?? 0;
      // Requests that are refused are not counted beyond the limit.
      return { kind, limit, used: Math.min(limit, count) };
    });
    return {
      success: true,
      days: byDay.rows,
      limits: {
        maxConcurrency: team.maxConcurrency,
        active,
        creditsGranted: granted,
        creditsUsed: used,
        requests,
      },
    };
  };
}
