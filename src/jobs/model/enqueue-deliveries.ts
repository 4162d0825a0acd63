import { v7 as uuidv7 } from 'uuid';
import {
  WEBHOOK_JOB_KINDS,
  webhookEventName,
  type WebhookEvent,
} from '../../contract/requests/webhook-events.ts';
import type { WebhookConfig } from '../../contract/requests/webhook.ts';
import { statement, type Queryable } from '../../store/database.ts';

/** To be notified when deliveries were written, once they are committed. */
export const DELIVERIES_CHANNEL = 'deliveries';

/** Something that a job's webhook may be told of. */
export interface DeliveryEvent {
  event: WebhookEvent;
  /** The scrape whose document a page event delivers. */
  scrapeId?: string;
  /** Why the page or job failed or was cancelled, as it is to be kept: sealed with the job's key if it has one. */
  error?: string;
}

/** The kind of the job tells which full names are meant. */
const INSERT = statement(
  'delivery_insert',
  `insert into delivery (id, job_id, team_id, event, scrape_id, error)
   select given.id, j.id, $2, given.event, given.scrape_id, given.error
   from job j, unnest($4::uuid[], $5::text[], $6::uuid[], $7::text[]) with ordinality
     as given (id, event, scrape_id, error, place)
   where j.id = $1 and j.kind || '.' || given.event = any($3::text[])
   order by given.place`,
);

/**
 * Writes the events that the job's webhook asked for, in their order. The rows are part of the caller's transaction, so
 * that no event is told that did not happen and none is forgotten. Returns their number: when it is not 0, the caller
 * notifies `DELIVERIES_CHANNEL` after the commit.
 */
export async function enqueueDeliveries(
  tx: Queryable,
  job: { id: string; teamId: string; webhook: WebhookConfig | undefined },
  events: readonly DeliveryEvent[],
): Promise<number> {
  const { id, teamId, webhook } = job;
  const wanted = events.filter(({ event }) =>
    WEBHOOK_JOB_KINDS.some((kind) => webhook?.events.includes(webhookEventName(kind, event))),
  );
  if (webhook === undefined || wanted.length === 0) return 0;
  const { rowCount } = await tx.query(INSERT, [
    id,
    teamId,
    webhook.events,
    wanted.map(() => uuidv7()),
    wanted.map(({ event }) => event),
    wanted.map(({ scrapeId }) => scrapeId ?? null),
    wanted.map(({ error }) => error ?? null),
  ]);
  return rowCount;
}
