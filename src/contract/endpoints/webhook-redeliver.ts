import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { listedDeliveryExample } from '../requests/listed-delivery.ts';

export const webhookRedeliver = defineEndpoint({
  name: 'webhookRedeliver',
  method: 'POST',
  path: '/v2/team/webhooks/{id}/redeliver',
  summary: 'Send a call of a webhook again',
  description:
    'The call is due at once, whatever became of it, with the same `webhookId` and the same bytes, signed anew, and with all its attempts before it. 20 times at most for each.',
  params: z.object({ id: z.guid().toLowerCase().meta({ description: 'The `webhookId`.' }) }),
  body: z.strictObject({}).meta({ id: 'WebhookRedelivery' }),
  reply: z.object({ success: z.literal(true) }),
  errors: ['NOT_FOUND', 'CONFLICT'],
  auth: 'bearer',
  rateLimit: 'account',
  credits: 'none',
  example: { params: { id: listedDeliveryExample.id }, body: {}, reply: { success: true } },
});
