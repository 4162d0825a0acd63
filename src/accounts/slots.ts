import { ServiceError } from '../lib/service-error.ts';
import type { Log } from '../lib/log.ts';
import { statement, type Database } from '../store/database.ts';

/** A lease is this long in database time and renewed well before. */
const LEASE = `interval '20 seconds'`;
const RENEW_EVERY_MS = 5_000;
/** Unused slots go back to the database after this long, so that other processes get them. */
const KEEP_IDLE_MS = 500;
/** How often a process that found no free slot looks again; a notification is the faster way. */
const RETRY_EVERY_MS = 250;
/** Taken beyond what is asked for, so that the next callers need no round trip. */
const HEADROOM = 4;
const SLOTS_CHANNEL = 'slots';

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
  `update slot_lease set expires_at = now() + ${LEASE} where process_id = $1 returning team_id`,
);

/** Slots of processes that are gone go back to their groups. */
const SWEEP = statement(
  'slot_sweep',
  `with dead as (delete from slot_lease where expires_at < now() returning team_id, slots),
        sums as (select team_id, sum(slots)::integer as slots from dead group by team_id)
   update slot_group g set active = greatest(0, g.active - sums.slots) from sums where g.team_id = sums.team_id`,
);

/** The right to one scrape at a time. Dispose it when the scrape ends. */
export interface Slot extends Disposable {
  /** How long the team's limit held it up, ms; 0 when it did not. */
  readonly waitedMs: number;
}

export interface Slots extends AsyncDisposable {
  /** Waits for a slot of the team; CONCURRENCY_QUEUE_TIMEOUT after `patienceMs`, the signal's reason when it aborts. */
  acquire(team: { id: string }, patienceMs: number, signal: AbortSignal): Promise<Slot>;
  /** Slots of the team that are in use now, over all processes; blocks held in reserve elsewhere count as used. */
  countActive(team: { id: string }): Promise<number>;
}

interface Waiter {
  grant(): void;
  /** True once a claim came back short: from then on the limit holds it up, not the round trip. */
  isHeldUp: boolean;
}

/** One team's slots as this process holds them: `used` of `held` are out, the rest is at hand. */
interface LocalGroup {
  held: number;
  used: number;
  waiters: Set<Waiter>;
  isClaiming: boolean;
  idleTimer: NodeJS.Timeout | undefined;
}

/**
 * Concurrency slots per team, exact over any number of processes. A process leases slots in small blocks and hands
 * them to its own scrapes, so that a scrape usually costs no round trip; a killed process's lease runs out.
 */
export async function openSlots({ db, processId, log }: { db: Database; processId: string; log: Log }): Promise<Slots> {
  const groups = new Map<string, LocalGroup>();
  const retries = new Set<NodeJS.Timeout>();
  const subscription = await db.listen(SLOTS_CHANNEL, () => {
    for (const teamId of groups.keys()) void claimIfShort(teamId);
  });
  const renewal = setInterval(() => void renew().catch((error: unknown) => log.warn('slots not renewed', { error })), RENEW_EVERY_MS);
  renewal.unref();

  function groupOf(teamId: string): LocalGroup {
    let group = groups.get(teamId);
    if (!group) {
      group = { held: 0, used: 0, waiters: new Set(), isClaiming: false, idleTimer: undefined };
      groups.set(teamId, group);
    }
    return group;
  }

  function serveWaiters(group: LocalGroup): void {
    for (const waiter of group.waiters) {
      if (group.used >= group.held) return;
      group.waiters.delete(waiter);
      group.used++;
      waiter.grant();
    }
  }

  async function claim(teamId: string, wanted: number): Promise<number> {
    const { rows } = await db.query<{ slots: number }>(CLAIM, [processId, teamId, wanted]);
    return rows[0]?.slots ?? 0;
  }

  async function claimIfShort(teamId: string): Promise<void> {
    const group = groupOf(teamId);
    if (group.isClaiming || group.waiters.size === 0) return;
    group.isClaiming = true;
    try {
      let granted = await claim(teamId, group.waiters.size + HEADROOM);
      if (granted < group.waiters.size) {
        await db.query(SWEEP);
        granted += await claim(teamId, group.waiters.size - granted);
      }
      group.held += granted;
      serveWaiters(group);
      for (const waiter of group.waiters) waiter.isHeldUp = true;
      scheduleGiveBack(teamId, group);
    } catch (error) {
      log.warn('slots not claimed', { error });
    } finally {
      group.isClaiming = false;
    }
    if (group.waiters.size > 0) {
      const retry = setTimeout(() => {
        retries.delete(retry);
        void claimIfShort(teamId);
      }, RETRY_EVERY_MS);
      retries.add(retry);
    }
  }

  function scheduleGiveBack(teamId: string, group: LocalGroup): void {
    if (group.held === group.used || group.idleTimer) return;
    group.idleTimer = setTimeout(() => {
      group.idleTimer = undefined;
      void giveBackIdle(teamId, group).catch((error: unknown) => log.warn('slots not returned', { error }));
    }, KEEP_IDLE_MS);
  }

  async function giveBackIdle(teamId: string, group: LocalGroup): Promise<void> {
    const idle = group.held - group.used;
    if (idle === 0) return;
    group.held -= idle;
    await db.query(GIVE_BACK, [processId, teamId, idle]);
    db.notify(SLOTS_CHANNEL, '');
  }

  async function renew(): Promise<void> {
    const holding = [...groups].filter(([, group]) => group.held > 0);
    if (holding.length === 0) return;
    const { rows } = await db.query<{ team_id: string }>(RENEW, [processId]);
    const alive = new Set(rows.map((row) => row.team_id));
    for (const [teamId, group] of holding) {
      // The process slept past its lease and was swept: what runs still counts, the rest is gone.
      if (!alive.has(teamId)) group.held = group.used === 0 ? 0 : Math.max(group.used, await claim(teamId, group.used));
    }
  }

  return {
    async acquire(team, patienceMs, signal) {
      signal.throwIfAborted();
      const group = groupOf(team.id);
      const startedAt = performance.now();
      let wasHeldUp = false;
      if (group.used < group.held) group.used++;
      else {
        await new Promise<void>((resolve, reject) => {
          const end = (): void => {
            clearTimeout(timer);
            signal.removeEventListener('abort', onAbort);
            group.waiters.delete(waiter);
            wasHeldUp = waiter.isHeldUp;
          };
          const waiter: Waiter = { grant: () => (end(), resolve()), isHeldUp: false };
          const onAbort = (): void => (end(), reject(signal.reason as Error));
          const timer = setTimeout(() => {
            end();
            reject(new ServiceError('CONCURRENCY_QUEUE_TIMEOUT', { message: `No concurrency slot became free within ${Math.round(patienceMs)} ms` }));
          }, patienceMs);
          signal.addEventListener('abort', onAbort, { once: true });
          group.waiters.add(waiter);
          void claimIfShort(team.id);
        });
      }
      let isReleased = false;
      return {
        waitedMs: wasHeldUp ? Math.round(performance.now() - startedAt) : 0,
        [Symbol.dispose]() {
          if (isReleased) return;
          isReleased = true;
          group.used--;
          serveWaiters(group);
          scheduleGiveBack(team.id, group);
        },
      };
    },
    async countActive(team) {
      const { rows } = await db.query<{ active: number }>('select active from slot_group where team_id = $1', [team.id]);
      const local = groups.get(team.id);
      return Math.max(0, (rows[0]?.active ?? 0) - (local ? local.held - local.used : 0));
    },
    async [Symbol.asyncDispose]() {
      clearInterval(renewal);
      for (const retry of retries) clearTimeout(retry);
      await subscription[Symbol.asyncDispose]();
      for (const [teamId, group] of groups) {
        clearTimeout(group.idleTimer);
        await giveBackIdle(teamId, group).catch((error: unknown) => log.debug('slots not returned at shutdown', { error }));
      }
    },
  };
}

/** Frees every slot, for a database that no other process can be using (the embedded one at its start). */
export async function freeAllSlots(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query('delete from slot_lease');
    await tx.query('update slot_group set active = 0 where active <> 0');
  });
}
