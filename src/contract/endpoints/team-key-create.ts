import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { listedKey, listedKeyExample } from '../listed-key.ts';
import { givenName, teamOfOperator } from '../requests/given-name.ts';

export const teamKeyCreate = defineEndpoint({
  name: 'teamKeyCreate',
  method: 'POST',
  path: '/v2/team/keys',
  summary: 'Create a key for your team',
  description:
    'The answer is the only place where the key is shown. A team has 1,000 live keys at most. Where no keys are needed (`DECANT_AUTH=off`) none are made.',
  body: z
    .object({
      name: givenName.meta({ description: 'The purpose of the key.' }),
      team: teamOfOperator,
    })
    .meta({ id: 'ApiKeyRequest' }),
  reply: z.object({
    success: z.literal(true),
    key: z.string().meta({ description: 'The key itself: it is not shown again.' }),
    data: listedKey,
  }),
  errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  auth: 'bearer',
  rateLimit: 'account',
  credits: 'none',
  example: {
    body: { name: 'laptop' },
    reply: { success: true, key: 'fc-0123456789abcdef0123456789ab4f2a', data: listedKeyExample },
  },
});
