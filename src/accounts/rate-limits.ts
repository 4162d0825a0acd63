import type { RateLimitKind } from '../contract/rate-limit-kinds.ts';
import { ServiceError } from '../lib/service-error.ts';
import { statement, type Queryable } from '../store/database.ts';
import type { Team } from './caller.ts';

/**
 * Counts one request more unless the minute is full; a row comes back when it was counted. A statement that read the
 * clock in an earlier minute than the one it finds, because it waited for the row, counts in the later one.
 */
const COUNT = statement(
  'rate_window_count',
  `insert into rate_window as w (team_id, kind, minute, count)
   values ($1, $2, date_trunc('minute', clock_timestamp()), 1)
   on conflict (team_id, kind) do update set
     minute = greatest(w.minute, excluded.minute),
     count = case when excluded.minute > w.minute then 1 else w.count + 1 end
   where excluded.minute > w.minute or w.count < $3::bigint
   returning 1`,
);

const SECONDS_LEFT = statement(
  'rate_window_left',
  `select ceil(60 - extract(second from clock_timestamp()))::integer as seconds`,
);

/** RATE_LIMITED when the team has made as many requests of the kind in this minute as it may. */
export type RateLimitCheck = (team: Team, kind: RateLimitKind) => Promise<void>;

/**
 * Counts requests in the database, so that limits hold exactly over any number of processes; minutes are those of the
 * database's clock. A team without a limit of the kind costs nothing.
 */
export function createRateLimitCheck(db: Queryable): RateLimitCheck {
  return async function checkRateLimit(team, kind) {
    const limit = team.rateLimits[kind];
    if (limit === undefined) return;
    const { rowCount } = await db.query(COUNT, [team.id, kind, limit]);
    if (rowCount > 0) return;
    const { rows } = await db.query<{ seconds: number }>(SECONDS_LEFT);
    const seconds = Math.max(1, rows[0]?.seconds ?? 1);
    throw new ServiceError('RATE_LIMITED', {
      message: `Your team may make ${limit} ${kind} request${limit === 1 ? '' : 's'} a minute: try again in ${seconds} s`,
      retryAfterSeconds: seconds,
    });
  };
}
