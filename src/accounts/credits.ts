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

/** PAYMENT_REQUIRED when fewer than `credits` are left on the team's account. */
export type CreditCheck = (team: Team, credits: number) => Promise<void>;

/**
 * Asks before work starts; the charge itself is written with the work's result. Calls that run at the same moment may
 * therefore overdraw an account by what they cost, and nobody is charged for work that a crash has undone.
 */
export function createCreditCheck(db: Queryable): CreditCheck {
  return async (team, credits) => {
    if (team.creditsGranted === null) return;
    const { granted, used } = await readBalance(db, team.id);
    if (granted !== null && granted - used < credits) {
      throw new ServiceError('PAYMENT_REQUIRED', {
        message: `Not enough credits: this call costs at least ${credits}, and ${Math.max(0, granted - used)} are left`,
      });
    }
  };
}
