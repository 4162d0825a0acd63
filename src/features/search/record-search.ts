import type { Caller } from '../../accounts/caller.ts';
import { chargeSql } from '../../accounts/charge-sql.ts';
import type { TraceStep } from '../../scraper/trace.ts';
import { statement, type Queryable } from '../../store/database.ts';

/** The record of a search, written when it ends, well or not. */
export interface SearchRecord {
  id: string;
  caller: Caller;
  createdAt: Date;
  /** Undefined where nothing of the query may be kept, as is the trace. */
  query: string | undefined;
  /** Its steps: each provider that was asked, and what it gave. */
  trace: readonly TraceStep[] | undefined;
  credits: number;
}

/** Resolves when call and charge are safely on disk. */
export type RecordSearch = (record: SearchRecord) => Promise<void>;

const CHARGE = chargeSql('charge');
const RECORD = statement(
  'search_record',
  `with written as (
     insert into call (id, team_id, endpoint, created_at, target, trace) values ($1, $2, 'search', $4, $5, $7::json)
   ),
   charge (team_id, api_key_id, kind, at, credits, calls) as (
     values ($2::uuid, $3::uuid, 'search', $4::timestamptz, $6::bigint, 1)
   ),
   spent as (${CHARGE.entered})
   ${CHARGE.booked}`,
);

export function createRecordSearch(db: Queryable): RecordSearch {
  return async function recordSearch({ id, caller, createdAt, query, trace, credits }) {
    const steps = trace === undefined ? null : JSON.stringify(trace);
    await db.query(RECORD, [id, caller.team.id, caller.apiKeyId, createdAt, query ?? null, credits, steps]);
  };
}

/** Credits for each 10 results that are begun (wire contract 4.4). */
const PRICE = 2;
const ZDR_PRICE = 10;

/** Credits for the results of a search, without their scrapes. */
export function searchPrice(results: number, { isZdr }: { isZdr: boolean }): number {
  return Math.ceil(results / 10) * (isZdr ? ZDR_PRICE : PRICE);
}
