import type { Queryable, Transactional } from './queryable.ts';

const DAY_MS = 86_400_000;
/** A scrape can be read for a day; a partition goes when its last one has been for longer than that. */
const KEEP_MS = DAY_MS;

/** The smallest UUIDv7 of a moment: ids sort by time, so a range of ids is a range of time. */
export function uuidFloor(time: number): string {
  const hex = Math.floor(time).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** Tables that are cut into days by a UUIDv7: of the scrape itself, of the job that a page belongs to. */
const TABLES = ['scrape', 'page'] as const;
type Table = (typeof TABLES)[number];
const MAX_LOCK_WAIT_MS = 3_000;
/** By how much the clock of a process, which ids are made with, may be ahead of the database's. */
const CLOCK_MARGIN_MS = 3_600_000;

/**
 * Makes the partitions of yesterday to the day after tomorrow, and drops those that nobody can read any more: a day's
 * scrapes and pages stay for as long as a job of that time does. `canDrop: false` only makes some, for when the clock
 * has not shown yet that it is right.
 */
export async function ensurePartitions(
  db: Transactional,
  now = Date.now(),
  { canDrop = true } = {},
): Promise<void> {
  // Each in a transaction of its own: both lock the whole table, and who works on jobs takes the tables in turn.
  for (const table of TABLES) await db.transaction((tx) => ensurePartitionsOf(tx, { table, now, canDrop }));
}

/** Start of the first day whose scrapes are still kept, ms; undefined before the first partition is made. */
export async function oldestKeptDay(db: Queryable): Promise<number | undefined> {
  const days = (await readPartitions(db, 'scrape')).flatMap((name) => dayOf(name) ?? []);
  return days.length === 0 ? undefined : Math.min(...days);
}

interface Wanted {
  table: Table;
  now: number;
  canDrop: boolean;
}

async function ensurePartitionsOf(tx: Queryable, { table, now, canDrop }: Wanted): Promise<void> {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  await tx.query(`select pg_advisory_xact_lock(hashtext('partitions'))`);
  // Statements behind a lock of the whole table wait as long as it does, and there is time to try again.
  await tx.query(`set local lock_timeout = '${MAX_LOCK_WAIT_MS}ms'`);
  const names = await readPartitions(tx, table);
  for (const day of [-1, 0, 1, 2].map((offset) => today + offset * DAY_MS)) {
    if (names.includes(partitionName(table, day))) continue;
    await tx.query(
      `create table ${partitionName(table, day)} partition of ${table}
       for values from ('${lowerBound(day)}') to ('${lowerBound(day + DAY_MS)}')`,
    );
  }
  if (!canDrop) return;
  const safeNow = Math.min(now, await readClock(tx));
  for (const name of names) {
    const day = dayOf(name);
    if (day === undefined || day + DAY_MS + KEEP_MS > safeNow) continue;
    if (!(await isNeeded(tx, table, day, safeNow))) await tx.query(`drop table ${name}`);
  }
}

/** The clock of the database, ms: of a machine whose own is days ahead nothing may be dropped that others still read. */
async function readClock(tx: Queryable): Promise<number> {
  const { rows } = await tx.query<{ now: Date }>('select clock_timestamp() as now');
  return rows[0]?.now.getTime() ?? 0;
}

/**
 * Whether a job that can still be read has something in the partition of this day. Its id tells, as it does for the
 * partition: `created_at` is by another clock, and may be of the next day for a job that was made at midnight.
 */
async function isNeeded(tx: Queryable, table: Table, day: number, now: number): Promise<boolean> {
  const { rows } = await tx.query<{ isNeeded: boolean }>(
    `select exists (
       select from job where id < $1 and id >= $2
         and (expires_at is null or (expires_at > $3 and ended_at >= $4))
     ) as "isNeeded"`,
    [
      lowerBound(day + DAY_MS),
      lowerBound(table === 'page' ? day : 0),
      new Date(now),
      new Date(day - CLOCK_MARGIN_MS),
    ],
  );
  return rows[0]?.isNeeded ?? true;
}

async function readPartitions(tx: Queryable, table: string): Promise<string[]> {
  const { rows } = await tx.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = $1::regclass`,
    [table],
  );
  return rows.map((row) => row.name);
}

/** Bounds leave the version nibble out, so that no id of the day can fall between two partitions. */
function lowerBound(day: number): string {
  return `${uuidFloor(day).slice(0, 13)}-0000-0000-000000000000`;
}

function partitionName(table: string, day: number): string {
  return `${table}_${new Date(day).toISOString().slice(0, 10).replaceAll('-', '')}`;
}

/** Start of the day that a partition is for, ms; undefined for a name of another kind. */
function dayOf(name: string): number | undefined {
  const [, year, month, day] = /_(\d{4})(\d\d)(\d\d)$/.exec(name) ?? [];
  return year === undefined ? undefined : Date.UTC(Number(year), Number(month) - 1, Number(day));
}
