import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { listedTeam, listedTeamExample } from '../listed-team.ts';
import { givenName } from '../requests/given-name.ts';

export const teamCreate = defineEndpoint({
  name: 'teamCreate',
  method: 'POST',
  path: '/v2/teams',
  summary: 'Create a team',
  description:
    'For keys of the operator. The team has no key yet: `POST /v2/team/keys` with its id as `team` makes one. Its other settings are changed with `decant teams set`.',
  body: z
    .object({
      name: givenName.meta({ description: 'A name for the team; no other team has it.' }),
      maxConcurrency: z
        .int()
        .min(1)
        .max(1_000_000)
        .optional()
        .meta({ description: 'Pages that it may have in work at once; 100 when absent.' }),
      creditsGranted: z
        .int()
        .min(0)
        .nullable()
        .optional()
        .meta({ description: 'Credits in total; unlimited when null or absent.' }),
    })
    .meta({ id: 'TeamRequest' }),
  reply: z.object({ success: z.literal(true), data: listedTeam }),
  errors: ['FORBIDDEN', 'CONFLICT'],
  auth: 'bearer',
  rateLimit: 'account',
  credits: 'none',
  example: {
    body: { name: 'research', maxConcurrency: 20, creditsGranted: 10_000 },
    reply: {
      success: true,
      data: {
        ...listedTeamExample,
        active: 0,
        creditsUsed: 0,
        rateLimits: {},
        features: [],
        keys: 0,
        last_used_at: null,
      },
    },
  },
});
