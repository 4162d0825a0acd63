import { joinBytes } from '../../lib/bytes/join-bytes.ts';
import type { JsonText } from '../../lib/json/json-text.ts';
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
  /** The page's document. */
  document?: JsonText | undefined;
  /** Why the page or job failed. */
  error?: string | undefined;
}

const DEFAULT_ERRORS: Partial<Record<WebhookEvent, string>> = {
  failed: 'The job failed',
  cancelled: 'The job was cancelled',
};

/** The body of a delivery (`webhookBody` of the contract): of the same parts always the same bytes. */
export async function composeBody(parts: BodyParts): Promise<Buffer> {
  return joinBytes(bodyPieces(parts));
}

/** The pieces that it is put together of. */
export function bodyPieces(parts: BodyParts): Uint8Array[] {
  const { kind, event, jobId, deliveryId, metadata, document } = parts;
  const error = parts.error ?? DEFAULT_ERRORS[event];
  const head = JSON.stringify({
    success: error === undefined,
    type: webhookEventName(kind, event),
    id: jobId,
    webhookId: deliveryId,
  });
  const tail = JSON.stringify({ metadata, ...(error !== undefined && { error }) });
  return [
    Buffer.from(`${head.slice(0, -1)},"data":[`),
    ...(document?.pieces ?? []),
    Buffer.from(`],${tail.slice(1)}`),
  ];
}
