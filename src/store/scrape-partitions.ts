import type { Database } from './database.ts';

const DAY_MS = 86_400_000;
/** A scrape can be read for a day; a partition goes when its last one has been for longer than that. */
const KEEP_MS = DAY_MS;

/** The smallest UUIDv7 of a moment: ids sort by time, so a range of ids is a range of time. */
export function uuidFloor(time: number): string {
  const hex = Math.floor(time).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** Makes the partitions of `scrape` for yesterday to the day after tomorrow, and drops those nobody can read any more. */
export async function ensureScrapePartitions(
  db: Pick<Database, 'transaction'>,
  now = Date.now(),
): Promise<void> {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  await db.transaction(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(hashtext('scrape partitions'))`);
    const wanted = [-1, 0, 1, 2].map((offset) => today + offset * DAY_MS);
    const existing = await tx.query<{ name: string }>(
      `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'scrape'::regclass`,
    );
    const names = new Set(existing.rows.map((row) => row.name));
    for (const day of wanted) {
      if (names.has(partitionName(day))) continue;
      await tx.query(
        `create table ${partitionName(day)} partition of scrape
         for values from ('${lowerBound(day)}') to ('${lowerBound(day + DAY_MS)}')`,
      );
    }
    const oldest = partitionName(Math.floor((now - KEEP_MS) / DAY_MS) * DAY_MS);
    for (const name of names) {
      if (/^scrape_\d{8}$/.test(name) && name < oldest) await tx.query(`drop table ${name}`);
    }
  });
}

/** Bounds leave the version nibble out, so that no id of the day can fall between two partitions. */
function lowerBound(day: number): string {
  return `${uuidFloor(day).slice(0, 13)}-0000-0000-000000000000`;
}

function partitionName(day: number): string {
  return `scrape_${new Date(day).toISOString().slice(0, 10).replaceAll('-', '')}`;
}
