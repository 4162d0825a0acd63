import type { Caller } from '../../accounts/caller.ts';
import { chargeSql } from '../../accounts/charge-sql.ts';
import { statement, type Queryable } from '../../store/database.ts';

/** The record of a map, written when the map ends, well or not. */
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

const CHARGE = chargeSql('charge');
const RECORD = statement(
  'map_record',
  `with written as (
     insert into call (id, team_id, endpoint, created_at, target) values ($1, $2, 'map', $4, $5)
   ),
   charge (team_id, api_key_id, kind, at, credits, calls) as (
     values ($2::uuid, $3::uuid, 'map', $4::timestamptz, $6::bigint, 1)
   ),
   spent as (${CHARGE.entered})
   ${CHARGE.booked}`,
);

export function createRecordMap(db: Queryable): RecordMap {
  return async function recordMap({ id, caller, createdAt, target, credits }) {
    await db.query(RECORD, [id, caller.team.id, caller.apiKeyId, createdAt, target, credits]);
  };
}
