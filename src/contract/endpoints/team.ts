import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { listedTeam, listedTeamExample } from '../listed-team.ts';

export const team = defineEndpoint({
  name: 'team',
  method: 'GET',
  path: '/v2/teams/{id}',
  summary: 'A team with its limits and credits',
  description: 'For keys of the operator.',
  params: z.object({ id: z.guid().toLowerCase().meta({ description: 'The id of the team.' }) }),
  reply: z.object({ success: z.literal(true), data: listedTeam }),
  errors: ['FORBIDDEN', 'NOT_FOUND'],
  auth: 'bearer',
  rateLimit: 'account',
  credits: 'none',
  example: { params: { id: listedTeamExample.id }, reply: { success: true, data: listedTeamExample } },
});
