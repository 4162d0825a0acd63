import type { Log } from '../lib/log/log.ts';
import { ServiceError } from '../lib/service-error.ts';
import { statement, type Queryable } from '../store/database.ts';
import type { Team } from './caller.ts';

const RENEW_EVERY_MS = 5_000;
/** A hold lives this long, by the database's clock; the function `hold_credits` says the same. */
const LEASE = `interval '20 seconds'`;

const HOLD = statement('credit_hold', 'select hold_credits($1, $2, $3, $4, $5) as free');

const RENEW = statement(
  'credit_hold_renew',
  `update credit_hold set expires_at = clock_timestamp() + ${LEASE} where process_id = $1 returning id`,
);

const RESTORE = statement(
  'credit_hold_restore',
  `insert into credit_hold (id, team_id, process_id, credits, expires_at)
   select id, team_id, $1, credits, clock_timestamp() + ${LEASE}
   from unnest($2::uuid[], $3::uuid[], $4::bigint[]) as held (id, team_id, credits)
   on conflict do nothing`,
);

const LET_GO = statement('credit_hold_let_go', 'delete from credit_hold where id = $1');

/**
 * The credits that a scrape or map may cost, kept from others. Dispose the hold once the charge is written, or when
 * nothing is charged.
 */
export interface CreditHold extends AsyncDisposable {
  /** Credits held in all; nothing is done when it holds as many. PAYMENT_REQUIRED when not so many are free. */
  raise(credits: number): Promise<void>;
}

export interface HoldRequest {
  /** The id of the scrape or map. */
  id: string;
  teamId: string;
  credits: number;
  /** Credits that open jobs have not begun to use may be used too: for pages of such jobs. */
  canUseReserves?: boolean;
}

/** Credits that running work has a claim on, exact over any number of processes on one database. */
export interface CreditHolds extends AsyncDisposable {
  /** Rejects with PAYMENT_REQUIRED when fewer are free. Nothing is held for a team without a limit. */
  hold(request: HoldRequest): Promise<CreditHold>;
}

export interface CreditHoldsOptions {
  db: Queryable;
  /** Unique among all processes, past ones included. */
  processId: string;
  log: Log;
}

interface Held {
  teamId: string;
  credits: number;
}

/**
 * Opens the holds of this process. A hold is a row with a time limit that is renewed, so the holds of a killed process
 * run out. Holds that a crash of the database has emptied from its unlogged table are written again.
 */
export function openCreditHolds({ db, processId, log }: CreditHoldsOptions): CreditHolds {
  const held = new Map<string, Held>();
  const renewal = setInterval(() => {
    renew().catch((error: unknown) => log.warn('held credits not renewed', { error }));
  }, RENEW_EVERY_MS);
  renewal.unref();

  async function renew(): Promise<void> {
    if (held.size === 0) return;
    const before = [...held.keys()];
    const { rows } = await db.query<{ id: string }>(RENEW, [processId]);
    const known = new Set(rows.map(({ id }) => id));
    const lost = before.flatMap((id) => {
      const entry = known.has(id) ? undefined : held.get(id);
      return entry ? [{ id, ...entry }] : [];
    });
    if (lost.length > 0) await db.query(RESTORE, [processId, ...columnsOf(lost)]);
  }

  async function take({ id, teamId, credits, canUseReserves = false }: HoldRequest): Promise<void> {
    const { rows } = await db.query<{ free: number | null }>(HOLD, [
      id,
      teamId,
      processId,
      credits,
      canUseReserves,
    ]);
    const free = rows[0]?.free ?? null;
    if (free === null) return;
    if (free < credits) throw notEnough(credits, free);
    held.set(id, { teamId, credits });
  }

  return {
    async hold(request) {
      await take(request);
      return {
        async raise(credits) {
          if (credits > (held.get(request.id)?.credits ?? request.credits))
            await take({ ...request, credits });
        },
        async [Symbol.asyncDispose]() {
          if (!held.delete(request.id)) return;
          await db
            .query(LET_GO, [request.id])
            .catch((error: unknown) =>
              log.warn('held credits not let go of; they are free in 20 seconds', { error }),
            );
        },
      };
    },
    async [Symbol.asyncDispose]() {
      clearInterval(renewal);
      if (held.size > 0) await db.query('delete from credit_hold where process_id = $1', [processId]);
    },
  };
}

function columnsOf(lost: ReadonlyArray<Held & { id: string }>): unknown[][] {
  return [lost.map(({ id }) => id), lost.map(({ teamId }) => teamId), lost.map(({ credits }) => credits)];
}

/** Holds the credits that a call may cost; undefined, and without asking the database, for a team without a limit. */
export async function holdForCall(
  holds: CreditHolds,
  team: Team,
  call: { id: string; credits: number },
): Promise<CreditHold | undefined> {
  return team.creditsGranted === null ? undefined : holds.hold({ ...call, teamId: team.id });
}

function notEnough(credits: number, free: number): ServiceError {
  const left = Math.max(0, free);
  return new ServiceError('PAYMENT_REQUIRED', {
    message: `Not enough credits: ${credits} may be needed, and ${left} are left that nothing running may need`,
  });
}

/** Releases all holds of a database that no other process can be using (the embedded one at its start). */
export async function freeAllCreditHolds(db: Queryable): Promise<void> {
  await db.query('delete from credit_hold');
}
