import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { listEndShape, listPageShape } from '../requests/list-page.ts';
import { jobState, listedJob, listedJobExample } from '../listed-job.ts';

export const teamJobs = defineEndpoint({
  name: 'teamJobs',
  method: 'GET',
  path: '/v2/team/jobs',
  summary: 'Crawls and batch scrapes of your team, newest first',
  description: 'With how far each of them is. A job is listed until 24 hours after its end.',
  query: z.object({
    status: jobState.optional().meta({ description: 'Only jobs of this status.' }),
    ...listPageShape,
  }),
  reply: z.object({ success: z.literal(true), data: z.array(listedJob), ...listEndShape }),
  errors: [],
  auth: 'bearer',
  rateLimit: 'account',
  credits: 'none',
  example: {
    query: { status: 'scraping' },
    reply: { success: true, data: [listedJobExample], cursor: null, has_more: false },
  },
});
