import { ServiceError } from '../lib/service-error.ts';
import { statement, type Queryable } from '../store/database.ts';
import type { Team } from './caller.ts';

export interface CreditBalance {
  /** Null = unlimited. */
  granted: number | null;
  used: number;
}

const BALANCE = statement(
  'credit_balance',
  `select credits_granted as granted, credits_used as used from team where id = $1`,
);

export async function readBalance(db: Queryable, teamId: string): Promise<CreditBalance> {
  const { rows } = await db.query<CreditBalance>(BALANCE, [teamId]);
  return rows[0] ?? { granted: 0, used: 0 };
}

const LOCK = statement('credit_lock', 'select lock_credits($1)');
const FREE = statement('credit_free', 'select free_credits($1, null, $2) as free');

/**
 * Credits of a team that nothing running may need; null = unlimited. `canUseReserves`: what open jobs have not begun to
 * use counts as free.
 */
export async function readFreeCredits(
  db: Queryable,
  teamId: string,
  { canUseReserves = false } = {},
): Promise<number | null> {
  const { rows } = await db.query<{ free: number | null }>(FREE, [teamId, canUseReserves]);
  return rows[0]?.free ?? null;
}

/**
 * The same, for who gives them away in this transaction: nobody else does until it ends. To be called before a job is
 * locked.
 */
export async function lockFreeCredits(
  tx: Queryable,
  teamId: string,
  options: { canUseReserves?: boolean } = {},
): Promise<number | null> {
  await tx.query(LOCK, [teamId]);
  return readFreeCredits(tx, teamId, options);
}

/** PAYMENT_REQUIRED when a team has nothing left. */
export type CreditCheck = (team: Team) => Promise<void>;

/** A first look, before a large body is received: the credits of the call are held when it is known what it asks for. */
export function createCreditCheck(db: Queryable): CreditCheck {
  return async function checkCredits(team) {
    if (team.creditsGranted === null) return;
    const free = await readFreeCredits(db, team.id);
    if (free === null || free > 0) return;
    throw new ServiceError('PAYMENT_REQUIRED', {
      message: 'Not enough credits: none are left that nothing running may need',
    });
  };
}
