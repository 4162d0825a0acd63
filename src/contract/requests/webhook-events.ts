import { z } from 'zod';
import { document } from '../documents/document.ts';

/** The events of a job that a webhook can ask for. */
export const WEBHOOK_EVENTS = ['started', 'page', 'completed', 'failed', 'cancelled'] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** Kinds of jobs, as the names of their events begin. */
export const WEBHOOK_JOB_KINDS = ['crawl', 'batch_scrape'] as const;
export type WebhookJobKind = (typeof WEBHOOK_JOB_KINDS)[number];

export type WebhookEventName = `${WebhookJobKind}.${WebhookEvent}`;

/** `crawl.page` */
export function webhookEventName(kind: WebhookJobKind, event: WebhookEvent): WebhookEventName {
  return `${kind}.${event}`;
}

/** Every event under its full name: what `type` of a delivery can be. */
export const WEBHOOK_EVENT_NAMES: readonly WebhookEventName[] = WEBHOOK_JOB_KINDS.flatMap((kind) =>
  WEBHOOK_EVENTS.map((event) => webhookEventName(kind, event)),
);

/** Headers that carry the signature, both with the same value: `sha256=` and 64 hexadecimal digits. */
export const SIGNATURE_HEADERS = ['X-Service-Signature', 'X-Firecrawl-Signature'] as const;
/** When the attempt was made, in whole seconds since 1970. */
export const TIMESTAMP_HEADER = 'X-Service-Timestamp';
/**
 * The header of a second signature, over the timestamp, a dot and the body: a recorded call cannot be sent again for
 * ever.
 */
export const TIMESTAMPED_SIGNATURE_HEADER = 'X-Service-Timestamped-Signature';

/**
 * The body of a delivery (wire contract 8).
 *
 * | event | success | data | error |
 * |---|---|---|---|
 * | started | true | `[]` | - |
 * | page | true, or false when the page failed | the document, `[]` when it failed | when it failed |
 * | completed | true | `[]` | - |
 * | failed, cancelled | false | `[]` | why |
 */
export const webhookBody = z
  .object({
    success: z.boolean().meta({ description: 'False for a page or job that failed or was cancelled.' }),
    type: z.enum(WEBHOOK_EVENT_NAMES).meta({ description: 'The event that happened.' }),
    id: z.guid().meta({ description: 'The id of the job.' }),
    webhookId: z.guid().meta({ description: 'The id of this delivery, the same when it is repeated.' }),
    data: z.array(document).max(1).meta({ description: 'The page, for page events; otherwise empty.' }),
    metadata: z
      .record(z.string(), z.unknown())
      .meta({ description: 'The metadata of the webhook, as it was given.' }),
    error: z.string().optional().meta({ description: 'Why it failed or was cancelled.' }),
  })
  .meta({ id: 'WebhookBody' });

export type WebhookBody = z.output<typeof webhookBody>;
