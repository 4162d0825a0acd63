import type { Caller } from '../../accounts/caller.ts';
import { statement, type Queryable } from '../../store/database.ts';

/** What is written about a map when it ends, well or not. */
export interface MapRecord {
  id: string;
  caller: Caller;
  createdAt: Date;
  /** The URL asked for, without user name and password. */
  target: string;
  credits: number;
}

/** Resolves when call and charge are safely on disk. */
export type RecordMap = (record: MapRecord) => Promise<void>;

const RECORD = statement(
  'map_record',
  `with written as (
     insert into call (id, team_id, endpoint, created_at, target) values ($1, $2, 'map', $4, $5)
   ),
   spent as (
     insert into credit_usage (team_id, hour, api_key_id, kind, credits, calls)
     values ($2, date_trunc('hour', $4::timestamptz), $3, 'map', $6, 1)
     on conflict (team_id, hour, api_key_id, kind) do update
     set credits = credit_usage.credits + excluded.credits, calls = credit_usage.calls + excluded.calls
   )
   update team set credits_used = credits_used + $6 where id = $2 and $6 <> 0`,
);

export function createRecordMap(db: Queryable): RecordMap {
  return async function recordMap({ id, caller, createdAt, target, credits }) {
    await db.query(RECORD, [id, caller.team.id, caller.apiKeyId, createdAt, target, credits]);
  };
}
