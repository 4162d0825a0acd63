import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { deliveryState, listedDelivery, listedDeliveryExample } from '../requests/listed-delivery.ts';
import { listEndShape, listPageShape } from '../requests/list-page.ts';

export const webhookDeliveries = defineEndpoint({
  name: 'webhookDeliveries',
  method: 'GET',
  path: '/v2/team/webhooks',
  summary: 'Calls of webhooks of your team, newest first',
  description: 'A call is listed as long as its job: until 24 hours after its end.',
  query: z.object({
    state: deliveryState.optional().meta({ description: 'Only calls of this state.' }),
    job: z.guid().toLowerCase().optional().meta({ description: 'Only calls of this job.' }),
    ...listPageShape,
  }),
  reply: z.object({
    success: z.literal(true),
    data: z.array(listedDelivery),
    isSigned: z.boolean().meta({ description: 'Whether the team has a secret that signs its calls.' }),
    ...listEndShape,
  }),
  errors: [],
  auth: 'bearer',
  rateLimit: 'account',
  credits: 'none',
  example: {
    query: { state: 'failed' },
    reply: { success: true, data: [listedDeliveryExample], isSigned: true, cursor: null, has_more: false },
  },
});
