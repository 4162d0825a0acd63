import type { WebhookBody, WebhookEvent, WebhookEventName, WebhookJobKind } from './webhook-events.ts';
import { WEBHOOK_EVENTS, WEBHOOK_JOB_KINDS, webhookEventName } from './webhook-events.ts';

/** When each event is sent, as the end of a sentence. */
const OCCASIONS: Readonly<Record<WebhookEvent, string>> = {
  started: 'the job begins',
  page: 'a page is done: `data` has its document; of one that failed `success` is false and `error` says why',
  completed: 'all pages are done',
  failed: 'the start could not be done; `error` says why',
  cancelled: 'the job was cancelled. Sent only where `events` has its full name',
};

const SUCCESS: Omit<WebhookBody, 'type'> = {
  success: true,
  id: '0190aaaa-1111-7222-8333-444455556666',
  webhookId: '0190bbbb-1111-7222-8333-444455556666',
  data: [],
  metadata: { run: '7' },
};

const BODIES: Readonly<Record<WebhookEvent, Omit<WebhookBody, 'type'>>> = {
  started: SUCCESS,
  page: {
    ...SUCCESS,
    data: [
      {
        markdown: '# Example Domain',
        metadata: {
          sourceURL: 'https://example.com',
          url: 'https://example.com/',
          statusCode: 200,
          scrapeId: '0190aaaa-1111-7222-8333-444455556667',
          creditsUsed: 1,
        },
      },
    ],
  },
  completed: SUCCESS,
  failed: {
    ...SUCCESS,
    success: false,
    error: 'The host name example.com could not be resolved',
  },
  cancelled: { ...SUCCESS, success: false, error: 'The job was cancelled' },
};

/** One kind of delivery, for the reference. */
export interface DocumentedWebhook {
  name: WebhookEventName;
  kind: WebhookJobKind;
  event: WebhookEvent;
  /** When it is sent, as the end of a sentence. */
  when: string;
  example: WebhookBody;
}

/** Every kind of delivery, in the order of a job's life. */
export const documentedWebhooks: readonly DocumentedWebhook[] = WEBHOOK_JOB_KINDS.flatMap((kind) =>
  WEBHOOK_EVENTS.map((event) => {
    const name = webhookEventName(kind, event);
    const { success, ...rest } = BODIES[event];
    return { name, kind, event, when: OCCASIONS[event], example: { success, type: name, ...rest } };
  }),
);
