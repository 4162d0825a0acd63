import { chargeSql } from '../../accounts/charge-sql.ts';
import { statement, type Queryable } from '../../store/database.ts';
import type { JobContext } from '../model/job-context.ts';

const CHARGE = chargeSql('charge');
const WRITE = statement(
  'job_charge',
  `with charge (team_id, api_key_id, kind, at, credits, calls) as (
     values ($1::uuid, $2::uuid, $3::text, clock_timestamp(), $4::bigint, $5::bigint)
   ),
   spent as (${CHARGE.entered})
   ${CHARGE.booked}`,
);

/** Enters what pages of a job cost into the ledger. */
export async function writeCharges(
  tx: Queryable,
  { teamId, apiKeyId, kind }: JobContext,
  { credits, pages }: { credits: number; pages: number },
): Promise<void> {
  if (pages > 0) await tx.query(WRITE, [teamId, apiKeyId, kind, credits, pages]);
}
