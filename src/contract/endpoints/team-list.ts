import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { listedTeam, listedTeamExample } from '../listed-team.ts';
import { listEndShape, listPageShape } from '../requests/list-page.ts';

export const teamList = defineEndpoint({
  name: 'teamList',
  method: 'GET',
  path: '/v2/teams',
  summary: 'All teams with their limits and credits, newest first',
  description: 'For keys of the operator.',
  query: z.object(listPageShape),
  reply: z.object({ success: z.literal(true), data: z.array(listedTeam), ...listEndShape }),
  errors: ['FORBIDDEN'],
  auth: 'bearer',
  rateLimit: 'account',
  credits: 'none',
  example: {
    query: { limit: '10' },
    reply: { success: true, data: [listedTeamExample], cursor: null, has_more: false },
  },
});
