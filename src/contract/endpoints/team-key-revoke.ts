import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { listedKeyExample } from '../listed-key.ts';
import { teamOfOperator } from '../requests/given-name.ts';

export const teamKeyRevoke = defineEndpoint({
  name: 'teamKeyRevoke',
  method: 'DELETE',
  path: '/v2/team/keys/{id}',
  summary: 'Revoke a key of your team',
  description:
    'It opens nothing from then on, also when it is the key of this request; what was begun with it goes on. Revoking again changes nothing.',
  params: z.object({ id: z.guid().toLowerCase().meta({ description: 'The id of the key.' }) }),
  query: z.object({ team: teamOfOperator }),
  reply: z.object({ success: z.literal(true) }),
  errors: ['FORBIDDEN', 'NOT_FOUND'],
  auth: 'bearer',
  rateLimit: 'account',
  credits: 'none',
  example: { params: { id: listedKeyExample.id }, reply: { success: true } },
});
