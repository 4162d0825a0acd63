import {
  webhookEventName,
  type WebhookEvent,
  type WebhookJobKind,
} from '../../contract/requests/webhook-events.ts';

export interface BodyParts {
  kind: WebhookJobKind;
  event: WebhookEvent;
  jobId: string;
  deliveryId: string;
  metadata: Readonly<Record<string, unknown>>;
  /** JSON text of the page. */
  document?: Buffer | undefined;
  /** Why the page or job failed. */
  error?: string | undefined;
}

const DEFAULT_ERRORS: Partial<Record<WebhookEvent, string>> = {
  failed: 'The job failed',
  cancelled: 'The job was cancelled',
};

/** The body of a delivery (`webhookBody` of the contract): of the same parts always the same bytes. */
export function composeBody(parts: BodyParts): Buffer {
  const { kind, event, jobId, deliveryId, metadata, document = Buffer.alloc(0) } = parts;
  const error = parts.error ?? DEFAULT_ERRORS[event];
  const head = JSON.stringify({
    success: error === undefined,
    type: webhookEventName(kind, event),
    id: jobId,
    webhookId: deliveryId,
  });
  const tail = JSON.stringify({ metadata, ...(error !== undefined && { error }) });
  return Buffer.concat([
    Buffer.from(`${head.slice(0, -1)},"data":[`),
    document,
    Buffer.from(`],${tail.slice(1)}`),
  ]);
}
