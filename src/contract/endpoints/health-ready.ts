import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

export const healthReady = defineEndpoint({
  name: 'healthReady',
  method: 'GET',
  path: '/health/ready',
  summary: 'Whether the service can do its work',
  description:
    'Asks the database and converts a built-in page; `deep` also has a browser show an empty one, or did so less than ten seconds ago. While a part does not work the answer is an error.',
  query: z.object({
    deep: z
      .enum(['0', '1', 'true', 'false'])
      .transform((flag) => flag === '1' || flag === 'true')
      .prefault('0')
      .meta({ description: 'Also start the browser.' }),
  }),
  reply: z.object({
    success: z.literal(true),
    status: z.literal('ready'),
    checks: z.record(z.string(), z.literal('ok')).meta({ description: 'The parts that were asked.' }),
  }),
  errors: ['SERVICE_UNAVAILABLE'],
  auth: 'none',
  example: { reply: { success: true, status: 'ready', checks: { database: 'ok', conversion: 'ok' } } },
});
