import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../lib/log/log.ts';
import { ServiceError } from '../lib/service-error.ts';
import type { Database } from '../store/database.ts';
import { LocalSlots } from './local-slots.ts';
import { createSlotLeases, type SlotLeases } from './slot-leases.ts';

const RENEW_EVERY_MS = 5_000;
/** Unused slots go back to the database after this long, so that other processes get them. */
const KEEP_IDLE_MS = 500;
/** A process that found no free slot looks again after this; a notification is the faster way. */
const RETRY_EVERY_MS = 250;
/** Taken beyond what is asked for, so that the next callers need no round trip. */
const HEADROOM = 4;
/** More waiting calls of one team than this are refused: each holds a connection and its memory. */
const MAX_WAITING = 5_000;
/** A database that does not answer may not hold up the end of the process; leases run out by themselves. */
const CLOSE_PATIENCE_MS = 2_000;
/** The channel of the notification that slots went back to the database; it has no payload. */
export const SLOTS_CHANNEL = 'slots';

/** The right to one scrape at a time. Dispose it when the scrape ends. */
export interface Slot extends Disposable {
  /** The time that the team's limit held the request up, ms; 0 when it did not. */
  readonly waitedMs: number;
}

export interface Slots extends AsyncDisposable {
  /**
   * Waits for a slot of the team. CONCURRENCY_QUEUE_TIMEOUT after `patienceMs`, CONCURRENCY_LIMITED when too many wait
   * already, the signal's reason when it aborts.
   */
  acquire(team: { id: string }, patienceMs: number, signal: AbortSignal): Promise<Slot>;
  /** Takes up to `wanted` slots that are free now, without waiting; returns how many. Each goes back with `give`. */
  take(team: { id: string }, wanted: number): Promise<number>;
  give(team: { id: string }, count: number): void;
  /** Slots of the team in use now, over all processes; what others hold in reserve counts as used. */
  countActive(team: { id: string }): Promise<number>;
}

export interface SlotsOptions {
  db: Database;
  /** Unique among all processes, past ones included. */
  processId: string;
  log: Log;
}

/**
 * Concurrency slots per team, exact over any number of processes. A process leases slots in small blocks and hands
 * them to its own scrapes, so that a scrape usually costs no round trip; a killed process's lease runs out.
 */
export async function openSlots({ db, processId, log }: SlotsOptions): Promise<Slots> {
  const leases = createSlotLeases(db, processId);
  const teams = new Map<string, TeamSlots>();
  const subscription = await db.listen(SLOTS_CHANNEL, () => {
    for (const team of teams.values()) team.claimIfShort();
  });
  const renewal = setInterval(() => {
    keepLeases(leases, teams).catch((error: unknown) => log.warn('slots not renewed', { error }));
  }, RENEW_EVERY_MS);
  renewal.unref();

  function slotsOf(teamId: string): TeamSlots {
    let team = teams.get(teamId);
    if (!team) {
      team = new TeamSlots({ teamId, leases, log, onReturned: () => db.notify(SLOTS_CHANNEL, '') });
      teams.set(teamId, team);
    }
    return team;
  }

  return {
    async acquire({ id }, patienceMs, signal) {
      signal.throwIfAborted();
      const team = slotsOf(id);
      const startedAt = performance.now();
      const wasHeldUp = await team.take(patienceMs, signal);
      const waitedMs = wasHeldUp ? Math.round(performance.now() - startedAt) : 0;
      const slot = { isReleased: false };
      return {
        waitedMs,
        [Symbol.dispose]() {
          if (!slot.isReleased) team.release();
          slot.isReleased = true;
        },
      };
    },
    take: ({ id }, wanted) => slotsOf(id).takeUpTo(wanted),
    give({ id }, count) {
      for (let given = 0; given < count; given++) slotsOf(id).release();
    },
    async countActive({ id }) {
      return Math.max(0, (await leases.countLeased(id)) - Math.max(0, teams.get(id)?.local.idle ?? 0));
    },
    async [Symbol.asyncDispose]() {
      clearInterval(renewal);
      await subscription[Symbol.asyncDispose]();
      for (const team of teams.values()) await team.close();
    },
  };
}

/** Extends the leases of this process, and returns the slots of processes that are gone: their teams wait for them. */
async function keepLeases(leases: SlotLeases, teams: ReadonlyMap<string, TeamSlots>): Promise<void> {
  await renew(leases, teams);
  await leases.sweep();
}

/**
 * Extends the leases and takes over the numbers of the database: an answer that was lost on the way, or a lease that
 * was swept while the process slept, would otherwise take slots away for ever.
 */
async function renew(leases: SlotLeases, teams: ReadonlyMap<string, TeamSlots>): Promise<void> {
  if (![...teams.values()].some((team) => team.isHolding)) return;
  const quiet = new Map(
    [...teams].filter(([, team]) => !team.isTrading).map(([id, team]) => [id, team.trades]),
  );
  const leased = await leases.renew();
  for (const [teamId, team] of teams) {
    if (quiet.get(teamId) === team.trades) team.reconcile(leased.get(teamId) ?? 0);
  }
}

interface TeamSlotsOptions {
  teamId: string;
  leases: SlotLeases;
  log: Log;
  /** Called when slots went back to the database: others may be waiting for them. */
  onReturned(): void;
}

/** The slots of one team in this process, and the traffic with the database that they need. */
class TeamSlots {
  readonly local = new LocalSlots();
  readonly #options: TeamSlotsOptions;
  /** The number of claims and returns begun so far. */
  trades = 0;
  #openTrades = 0;
  #isClaiming = false;
  #giveBackTimer: NodeJS.Timeout | undefined;
  #retryTimer: NodeJS.Timeout | undefined;

  constructor(options: TeamSlotsOptions) {
    this.#options = options;
  }

  get isHolding(): boolean {
    return this.local.held > 0 || this.local.used > 0;
  }

  /**
   * Tells whether a claim or return is on its way. The database may have done it already: its number is not taken over
   * then, or the slots would count twice when the answer comes.
   */
  get isTrading(): boolean {
    return this.#openTrades > 0;
  }

  /** Resolves to whether the limit held it up. */
  async take(patienceMs: number, signal: AbortSignal): Promise<boolean> {
    if (this.local.tryTake()) return false;
    if (this.local.waiting >= MAX_WAITING) throw new ServiceError('CONCURRENCY_LIMITED');
    const waiting = this.local.wait(patienceMs, signal);
    this.claimIfShort();
    return waiting;
  }

  /** Takes the free slots at hand, and claims the rest once. Requests that wait come first. */
  async takeUpTo(wanted: number): Promise<number> {
    let taken = 0;
    while (taken < wanted && this.local.tryTake()) taken++;
    if (taken === wanted || this.local.waiting > 0) return taken;
    try {
      await this.#claimSlots(wanted - taken);
    } catch (error) {
      // The request gets nothing, so the slots that were at hand go back too.
      for (; taken > 0; taken--) this.release();
      throw error;
    }
    this.local.serve();
    while (taken < wanted && this.local.tryTake()) taken++;
    this.#scheduleGiveBack();
    return taken;
  }

  release(): void {
    this.local.used--;
    this.local.serve();
    this.#scheduleGiveBack();
  }

  claimIfShort(): void {
    if (this.#isClaiming || this.local.short <= 0) return;
    this.#isClaiming = true;
    this.#claim()
      .catch((error: unknown) => this.#options.log.warn('slots not claimed', { error }))
      .finally(() => {
        this.#isClaiming = false;
        clearTimeout(this.#retryTimer);
        if (this.local.waiting > 0) this.#retryTimer = setTimeout(() => this.claimIfShort(), RETRY_EVERY_MS);
      });
  }

  reconcile(leased: number): void {
    this.local.held = leased;
    this.local.serve();
    this.claimIfShort();
    this.#scheduleGiveBack();
  }

  async close(): Promise<void> {
    clearTimeout(this.#retryTimer);
    await Promise.race([this.#giveBack(), sleep(CLOSE_PATIENCE_MS, undefined, { ref: false })]);
    clearTimeout(this.#giveBackTimer);
  }

  /** Claims until nobody waits or the team has no more; others may arrive while a claim is on its way. */
  async #claim(): Promise<void> {
    const { leases } = this.#options;
    let isSwept = false;
    while (this.local.short > 0) {
      const wanted = this.local.short + HEADROOM;
      const granted = await this.#claimSlots(wanted);
      this.local.serve();
      this.#scheduleGiveBack();
      if (granted === wanted || this.local.short <= 0) continue;
      if (isSwept) return this.local.markHeldUp();
      // Leases of dead processes matter only when slots are missing.
      await leases.sweep();
      isSwept = true;
    }
  }

  #scheduleGiveBack(): void {
    if (this.local.idle <= 0 || this.#giveBackTimer) return;
    this.#giveBackTimer = setTimeout(() => {
      this.#giveBackTimer = undefined;
      void this.#giveBack();
    }, KEEP_IDLE_MS);
  }

  async #giveBack(): Promise<void> {
    const { idle } = this.local;
    if (idle <= 0) return;
    this.local.held -= idle;
    try {
      await this.#trade(({ leases, teamId }) => leases.giveBack(teamId, idle));
      this.#options.onReturned();
    } catch (error) {
      // The next renewal tells whether the slots went back.
      this.#options.log.warn('slots not returned', { error });
    }
  }

  #claimSlots(wanted: number): Promise<number> {
    return this.#trade(async ({ leases, teamId }) => {
      const granted = await leases.claim(teamId, wanted);
      this.local.held += granted;
      return granted;
    });
  }

  /** Runs a claim or return, which ends when its slots are counted here. */
  async #trade<Result>(run: (options: TeamSlotsOptions) => Promise<Result>): Promise<Result> {
    this.trades++;
    this.#openTrades++;
    try {
      return await run(this.#options);
    } finally {
      this.#openTrades--;
    }
  }
}

/** Frees every slot, for a database that no other process can be using (the embedded one at its start). */
export async function freeAllSlots(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query('delete from slot_lease');
    await tx.query('update slot_group set active = 0 where active <> 0');
  });
}
