import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { listedDelivery, listedDeliveryExample } from '../requests/listed-delivery.ts';

const deliveryTry = z
  .object({
    at: z.iso.datetime().meta({ description: 'When it ended.' }),
    durationMs: z.int(),
    status: z.int().nullable().meta({ description: 'The status of the answer; null when none came.' }),
    error: z.string().nullable(),
    answer: z
      .string()
      .nullable()
      .meta({ description: 'The first 500 characters of the body of the answer.' }),
  })
  .meta({ id: 'WebhookTry' });

export const webhookDelivery = defineEndpoint({
  name: 'webhookDelivery',
  method: 'GET',
  path: '/v2/team/webhooks/{id}',
  summary: 'A call of a webhook: what was sent, what was answered',
  description:
    'With its last five attempts. Under zero data retention neither what was sent nor what was answered is told, only whether it arrived.',
  params: z.object({ id: z.guid().toLowerCase().meta({ description: 'The `webhookId`.' }) }),
  reply: z.object({
    success: z.literal(true),
    data: listedDelivery,
    tries: z.array(deliveryTry).meta({ description: 'The oldest first.' }),
    request: z
      .object({
        headers: z
          .array(z.string())
          .meta({ description: 'Names of the headers that the job gave; their values may be secrets.' }),
        body: z.string().meta({ description: 'The first 64 KB of it.' }),
        bodyBytes: z.int(),
      })
      .nullable()
      .meta({ description: 'Null under zero data retention, and when the document is not kept any more.' }),
  }),
  errors: ['NOT_FOUND'],
  auth: 'bearer',
  rateLimit: 'account',
  credits: 'none',
  example: {
    params: { id: listedDeliveryExample.id },
    reply: {
      success: true,
      data: listedDeliveryExample,
      tries: [
        {
          at: '2026-11-23T08:31:00.000Z',
          durationMs: 41,
          status: 500,
          error: 'The receiver answered 500',
          answer: 'no such table: pages',
        },
      ],
      request: {
        headers: ['Authorization'],
        body: '{"success":true,"type":"crawl.page",…',
        bodyBytes: 5_120,
      },
    },
  },
});
