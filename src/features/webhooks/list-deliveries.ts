import { DELIVERY_STATE } from '../../jobs/model/delivery-state.ts';
import {
  webhookEventName,
  type WebhookEvent,
  type WebhookJobKind,
} from '../../contract/requests/webhook-events.ts';
import type { Queryable } from '../../store/database.ts';

export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const;
/** The state of a delivery, in words for the operator. */
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** A delivery as the operator sees it. */
export interface DeliveryInfo {
  /** The `webhookId` that the receiver sees. */
  id: string;
  team: string;
  jobId: string;
  /** `crawl.page` */
  event: string;
  /** `failed`: given up. */
  state: DeliveryState;
  attempts: number;
  createdAt: Date;
  /** The time of the next attempt, while the delivery waits. */
  nextAt: Date | null;
  deliveredAt: Date | null;
  /** The status of the last answer. */
  lastStatus: number | null;
  lastError: string | null;
  /** How often the team had it sent again. */
  resends: number;
  /** The job is under zero data retention. */
  isSealed: boolean;
  /** The last attempts, the oldest first. */
  tries: DeliveryTry[];
}

/** One attempt, as it is kept. */
export interface DeliveryTry {
  at: string;
  durationMs: number;
  status?: number;
  error?: string;
  /** The beginning of the answer's body. */
  answer?: string;
}

interface Row extends Omit<DeliveryInfo, 'event'> {
  kind: WebhookJobKind;
  event: WebhookEvent;
}

export interface DeliveryFilter {
  teamId?: string | undefined;
  state?: DeliveryState | undefined;
  jobId?: string | undefined;
  /** Only this delivery. */
  id?: string | undefined;
  /** Only deliveries that are older than this one. */
  below?: string | undefined;
  limit: number;
}

/** Lists deliveries, the newest first. They are kept as long as their job. */
export async function listDeliveries(db: Queryable, filter: DeliveryFilter): Promise<DeliveryInfo[]> {
  const { rows } = await db.query<Row>(
    `select d.id, t.name as team, d.job_id as "jobId", j.kind, d.event, s.state, d.attempts,
       d.created_at as "createdAt", case when d.state < ${DELIVERY_STATE.delivered} then d.next_at end as "nextAt",
       d.delivered_at as "deliveredAt", d.last_status as "lastStatus", d.last_error as "lastError",
       d.resends, d.tries, j.sealed_key is not null as "isSealed"
     from delivery d join job j on j.id = d.job_id join team t on t.id = d.team_id
     cross join lateral (
       select case when d.state < ${DELIVERY_STATE.delivered} then 'waiting' when d.state = ${DELIVERY_STATE.delivered} then 'delivered' else 'failed' end as state
     ) s
     where ($1::uuid is null or d.team_id = $1) and ($2::text is null or s.state = $2)
       and ($4::uuid is null or d.job_id = $4) and ($5::uuid is null or d.id = $5) and ($6::uuid is null or d.id < $6)
     order by d.id desc limit $3`,
    [
      filter.teamId ?? null,
      filter.state ?? null,
      filter.limit,
      filter.jobId ?? null,
      filter.id ?? null,
      filter.below ?? null,
    ],
  );
  return rows.map(({ kind, event, ...row }) => ({ ...row, event: webhookEventName(kind, event) }));
}
