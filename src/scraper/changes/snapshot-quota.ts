import { statement, type Queryable } from '../../store/database.ts';
import type { SnapshotRow } from './snapshots.ts';

/** Bytes that a row takes besides its text. */
const ROW_BYTES = 200;
/** A team's bytes are counted again after this; meanwhile the process adds up its own. */
const RECOUNT_MS = 60_000;

const COUNT = statement(
  'snapshot_bytes',
  `select coalesce(sum(coalesce(octet_length(markdown), 0) + ${ROW_BYTES}), 0)::bigint as bytes
   from snapshot where team_id = $1`,
);

/** Bounds what is kept of a team's pages for change tracking. */
export interface SnapshotQuota {
  readonly maxBytes: number;
  /** Whether there is room for a page that was not tracked before; it counts from then on. */
  admit(row: SnapshotRow): Promise<boolean>;
}

export function createSnapshotQuota(db: Queryable, maxBytes: number): SnapshotQuota {
  const teams = new Map<string, { bytes: number; countedAt: number }>();
  return {
    maxBytes,
    async admit({ key: { teamId }, markdown }) {
      const known = teams.get(teamId);
      const isFresh = known !== undefined && performance.now() - known.countedAt < RECOUNT_MS;
      const usage = isFresh ? known : { bytes: await countBytes(db, teamId), countedAt: performance.now() };
      teams.set(teamId, usage);
      const bytes = (markdown?.length ?? 0) + ROW_BYTES;
      if (usage.bytes + bytes > maxBytes) return false;
      usage.bytes += bytes;
      return true;
    },
  };
}

async function countBytes(db: Queryable, teamId: string): Promise<number> {
  const { rows } = await db.query<{ bytes: number }>(COUNT, [teamId]);
  return rows[0]?.bytes ?? 0;
}
