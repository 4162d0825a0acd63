import type { Caller } from '../../accounts/caller.ts';
import { readBalance } from '../../accounts/credits.ts';
import type { EndpointReply } from '../../contract/endpoint.ts';
import type { creditUsage } from '../../contract/endpoints/credit-usage.ts';
import type { Queryable } from '../../store/database.ts';

/** The balance that an unlimited team is shown: clients compute a percentage and need numbers. */
const UNLIMITED_CREDITS = 1_000_000_000;

/** GET /v2/team/credit-usage. */
export function createCreditUsage(db: Queryable) {
  return async function readCreditUsage(caller: Caller): Promise<EndpointReply<typeof creditUsage>> {
    const { granted, used } = await readBalance(db, caller.team.id);
    return {
      success: true,
      data: {
        remainingCredits: granted === null ? UNLIMITED_CREDITS : Math.max(0, granted - used),
        planCredits: granted ?? UNLIMITED_CREDITS,
        billingPeriodStart: null,
        billingPeriodEnd: null,
      },
    };
  };
}
