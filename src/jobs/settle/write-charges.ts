import { statement, type Queryable } from '../../store/database.ts';
import type { JobContext } from '../model/job-context.ts';

const CHARGE = statement(
  'job_charge',
  `with spent as (
     insert into credit_usage (team_id, hour, api_key_id, kind, credits, calls)
     values ($1, date_trunc('hour', clock_timestamp()), $2, $3, $4, $5)
     on conflict (team_id, hour, api_key_id, kind) do update
     set credits = credit_usage.credits + excluded.credits, calls = credit_usage.calls + excluded.calls
   )
   update team set credits_used = credits_used + $4 where id = $1 and $4 <> 0`,
);

/** Enters what pages of a job cost into the ledger. */
export async function writeCharges(
  tx: Queryable,
  { teamId, apiKeyId, kind }: JobContext,
  { credits, pages }: { credits: number; pages: number },
): Promise<void> {
  if (pages > 0) await tx.query(CHARGE, [teamId, apiKeyId, kind, credits, pages]);
}
