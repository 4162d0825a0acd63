import { statement, type Queryable } from '../../store/database.ts';

/** Any number; the other half of the key is the team's. */
const LOCK_CLASS = 1_471_906_253;

const SHARE = statement(
  'search_index_share',
  `select pg_advisory_xact_lock_shared(${LOCK_CLASS}, hashtext($1::uuid::text))`,
);
const OWN = statement(
  'search_index_own',
  `select pg_advisory_xact_lock(${LOCK_CLASS}, hashtext($1::uuid::text))`,
);

/** Holds off those who take a team's index down, until the transaction ends. */
export async function shareIndex(tx: Queryable, teamId: string): Promise<void> {
  await tx.query(SHARE, [teamId]);
}

/** Waits until nobody indexes or merges pages of a team, and holds them off until the transaction ends. */
export async function ownIndex(tx: Queryable, teamId: string): Promise<void> {
  await tx.query(OWN, [teamId]);
}
