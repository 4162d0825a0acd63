import { statement, type Queryable } from './queryable.ts';

export interface FairTrim {
  /** With a column `team_id`. */
  table: string;
  /** The column that identifies a row of a team. */
  key: string;
  /** SQL: what a row takes, bytes. */
  bytes: string;
  /** When a row was written last. */
  age: string;
}

/**
 * A function that removes rows until the rest fits into `maxBytes`, and returns how many it removed. Teams that take less
 * than an equal share keep all they have; what they leave is shared equally by the others, of which each loses its own
 * oldest. So no team pushes out what belongs to another.
 */
export function createFairTrim({ table, key, bytes, age }: FairTrim) {
  const TRIM = statement(
    `trim_fairly_${table}`,
    `with sized as materialized (
       select team_id, ${key} as row_key,
         sum(${bytes}) over (partition by team_id order by ${age} desc, ${key}) as bytes
       from ${table}
     ), totals as (
       select team_id, max(bytes) as total from sized group by team_id
     ), ranked as (
       select total, count(*) over () - row_number() over smaller_first + 1 as sharers,
         sum(total) over smaller_first - total as smaller
       from totals window smaller_first as (order by total, team_id)
     ), share as (
       select max(($1 - smaller) / sharers) as bytes from ranked where smaller + total * sharers > $1
     )
     delete from ${table} where (team_id, ${key}) in (
       select sized.team_id, sized.row_key from sized, share where sized.bytes > share.bytes
     )`,
  );
  return async function trimRows(db: Queryable, maxBytes: number): Promise<number> {
    return (await db.query(TRIM, [maxBytes])).rowCount;
  };
}
