import type { Queryable } from '../../store/database.ts';

/** Growth is told over this time. */
const OVER = `interval '7 days'`;
/** Two measurements that are nearer to each other tell nothing of a day. */
const LEAST_APART = `interval '50 minutes'`;
const TABLES = 8;

export interface DatabaseSize {
  bytes: number;
  /** Null before two measurements. */
  bytesADay: number | null;
  /** The largest, with their indexes; the partitions of one are one. */
  tables: Array<{ name: string; bytes: number }>;
}

export async function readDatabaseSize(db: Queryable): Promise<DatabaseSize> {
  const [{ rows: sizes }, { rows: tables }] = await Promise.all([
    db.query<{ bytes: number; bytesADay: number | null }>(
      `select now.bytes, (now.bytes - old.bytes) * 86400 / extract(epoch from clock_timestamp() - old.at)::float8 as "bytesADay"
       from (select pg_database_size(current_database()) as bytes) now
       left join (
         select at, bytes from database_size
         where at > clock_timestamp() - ${OVER} and at < clock_timestamp() - ${LEAST_APART} order by at limit 1
       ) old on true`,
    ),
    db.query<{ name: string; bytes: number }>(
      `select coalesce(parent.relname, c.relname)::text as name, sum(pg_total_relation_size(c.oid))::bigint as bytes
       from pg_class c left join pg_inherits i on i.inhrelid = c.oid left join pg_class parent on parent.oid = i.inhparent
       where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
       group by 1 order by 2 desc, 1 limit ${TABLES}`,
    ),
  ]);
  const { bytes, bytesADay } = sizes[0] ?? { bytes: 0, bytesADay: null };
  return { bytes, bytesADay: bytesADay === null ? null : Math.round(bytesADay), tables };
}
