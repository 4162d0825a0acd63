import { freeAllCreditHolds } from '../../accounts/credit-holds.ts';
import { freeAllSlots } from '../../accounts/slots.ts';
import type { Database } from '../../store/database.ts';
import { freeAllPages } from './worker-lease.ts';

/**
 * No other process can use an embedded database, so every lease and note left there is that of a process that is gone.
 */
export async function freeAllLeases(db: Database): Promise<void> {
  await freeAllSlots(db);
  await freeAllCreditHolds(db);
  await freeAllPages(db);
  await db.query('delete from process');
}
