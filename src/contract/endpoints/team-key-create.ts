import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { listedKey, listedKeyExample } from '../listed-key.ts';

/** Characters that steer a terminal or hide in a line. */
const NO_CONTROLS = /^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]*$/u;

export const teamKeyCreate = defineEndpoint({
  name: 'teamKeyCreate',
  method: 'POST',
  path: '/v2/team/keys',
  summary: 'Create a key for your team',
  description:
    'The answer is the only place where the key is shown. A team has 1,000 live keys at most. Where no keys are needed (`DECANT_AUTH=off`) none are made.',
  body: z
    .object({
      name: z
        .string()
        .trim()
        .min(1)
        .max(100)
        .regex(NO_CONTROLS, 'must not have control characters')
        .meta({ description: 'What it is for.' }),
    })
    .meta({ id: 'ApiKeyRequest' }),
  reply: z.object({
    success: z.literal(true),
    key: z.string().meta({ description: 'The key itself: it is not shown again.' }),
    data: listedKey,
  }),
  errors: ['FORBIDDEN', 'CONFLICT'],
  auth: 'bearer',
  rateLimit: 'account',
  credits: 'none',
  example: {
    body: { name: 'laptop' },
    reply: { success: true, key: 'fc-0123456789abcdef0123456789ab4f2a', data: listedKeyExample },
  },
});
