import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { listedKey, listedKeyExample } from '../listed-key.ts';
import { teamOfOperator } from '../requests/given-name.ts';
import { listEndShape, listPageShape } from '../requests/list-page.ts';

export const teamKeys = defineEndpoint({
  name: 'teamKeys',
  method: 'GET',
  path: '/v2/team/keys',
  summary: 'Keys of your team, newest first',
  description:
    'Those that were revoked among them. The keys themselves are not stored, so they cannot be read.',
  query: z.object({ ...listPageShape, team: teamOfOperator }),
  reply: z.object({ success: z.literal(true), data: z.array(listedKey), ...listEndShape }),
  errors: ['FORBIDDEN', 'NOT_FOUND'],
  auth: 'bearer',
  rateLimit: 'account',
  credits: 'none',
  example: {
    query: { limit: '10' },
    reply: { success: true, data: [listedKeyExample], cursor: null, has_more: false },
  },
});
