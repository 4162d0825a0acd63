import { z } from 'zod';
import { WEBHOOK_EVENT_NAMES } from './webhook-events.ts';

export const deliveryState = z.enum(['waiting', 'delivered', 'failed']);

/** A call of a webhook in a list. */
export const listedDelivery = z
  .object({
    id: z.guid().meta({ description: 'The `webhookId` that the receiver sees.' }),
    jobId: z.guid(),
    event: z.enum(WEBHOOK_EVENT_NAMES),
    url: z
      .string()
      .nullable()
      .meta({ description: 'Without user name and password; null under zero data retention.' }),
    state: deliveryState.meta({
      description: '`waiting` for its time or to be tried again; `failed`: given up.',
    }),
    attempts: z.int().meta({ description: 'Since it was written, or sent again.' }),
    resends: z
      .int()
      .meta({ description: 'How often it was sent again by `POST /v2/team/webhooks/{id}/redeliver`.' }),
    created_at: z.iso.datetime(),
    next_at: z.iso.datetime().nullable().meta({ description: 'The next attempt, while it waits.' }),
    delivered_at: z.iso.datetime().nullable(),
    lastStatus: z.int().nullable().meta({ description: 'The status of the last answer.' }),
    lastError: z.string().nullable(),
  })
  .meta({ id: 'WebhookDelivery' });

export const listedDeliveryExample: z.input<typeof listedDelivery> = {
  id: '0190bbbb-1111-7222-8333-444455556666',
  jobId: '0190aaaa-1111-7222-8333-444455556666',
  event: 'crawl.page',
  url: 'https://hooks.example.com/decant',
  state: 'failed',
  attempts: 4,
  resends: 0,
  created_at: '2026-11-23T08:10:00.000Z',
  next_at: null,
  delivered_at: null,
  lastStatus: 500,
  lastError: 'The receiver answered 500',
};
