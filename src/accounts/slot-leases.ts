import { statement, type Queryable } from '../store/database.ts';

/** A lease is this long in database time; a process renews it well before. */
const LEASE = `interval '20 seconds'`;

const CLAIM = statement(
  'slot_claim',
  `with granted as (
     select g.team_id, least($3::integer, greatest(0, t.max_concurrency - g.active)) as slots
     from slot_group g join team t on t.id = g.team_id where g.team_id = $2 for update of g
   ), counted as (
     update slot_group g set active = g.active + granted.slots from granted
     where g.team_id = granted.team_id and granted.slots > 0
   ), leased as (
     insert into slot_lease (process_id, team_id, slots, expires_at)
     select $1, team_id, slots, now() + ${LEASE} from granted where slots > 0
     on conflict (process_id, team_id) do update
     set slots = slot_lease.slots + excluded.slots, expires_at = excluded.expires_at
   )
   select slots from granted`,
);

const GIVE_BACK = statement(
  'slot_give_back',
  `with lease as (
     update slot_lease set slots = slots - $3 where process_id = $1 and team_id = $2 and slots >= $3 returning 1
   )
   update slot_group set active = active - $3 where team_id = $2 and exists (select from lease)`,
);

const RENEW = statement(
  'slot_renew',
  `update slot_lease set expires_at = now() + ${LEASE} where process_id = $1 returning team_id, slots`,
);

const SWEEP = statement(
  'slot_sweep',
  `with dead as (delete from slot_lease where expires_at < now() returning team_id, slots),
        sums as (select team_id, sum(slots)::integer as slots from dead group by team_id)
   update slot_group g set active = greatest(0, g.active - sums.slots) from sums where g.team_id = sums.team_id`,
);

/** A process's claims on the slots of teams, as rows with a time limit. */
export interface SlotLeases {
  /** Leases up to `wanted` further slots of a team; returns how many. */
  claim(teamId: string, wanted: number): Promise<number>;
  giveBack(teamId: string, slots: number): Promise<void>;
  /** Extends every lease of this process; returns how many slots of each team it has, as the database knows it. */
  renew(): Promise<Map<string, number>>;
  /** Returns the slots of processes that are gone to their teams. */
  sweep(): Promise<void>;
  /** Slots of a team that are leased, to whichever process. */
  countLeased(teamId: string): Promise<number>;
}

export function createSlotLeases(db: Queryable, processId: string): SlotLeases {
  return {
    async claim(teamId, wanted) {
      const { rows } = await db.query<{ slots: number }>(CLAIM, [processId, teamId, wanted]);
      return rows[0]?.slots ?? 0;
    },
    async giveBack(teamId, slots) {
      await db.query(GIVE_BACK, [processId, teamId, slots]);
    },
    async renew() {
      const { rows } = await db.query<{ team_id: string; slots: number }>(RENEW, [processId]);
      return new Map(rows.map((row) => [row.team_id, row.slots]));
    },
    async sweep() {
      await db.query(SWEEP);
    },
    async countLeased(teamId) {
      const { rows } = await db.query<{ active: number }>(
        'select active from slot_group where team_id = $1',
        [teamId],
      );
      return rows[0]?.active ?? 0;
    },
  };
}
