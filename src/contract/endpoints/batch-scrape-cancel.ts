import { defineEndpoint } from '../endpoint.ts';
import { jobIdParams } from '../requests/job-id.ts';
import { jobCancelledReply } from '../job.ts';

export const batchScrapeCancel = defineEndpoint({
  name: 'batchScrapeCancel',
  method: 'DELETE',
  path: '/v2/batch/scrape/{id}',
  summary: 'Cancel a batch scrape',
  description: 'Nothing more is fetched. Pages that are done can be read as before.',
  params: jobIdParams,
  reply: jobCancelledReply,
  errors: ['NOT_FOUND', 'CONFLICT'],
  auth: 'bearer',
  credits: 'none',
  example: {
    params: { id: '0190aaaa-1111-7222-8333-444455556666' },
    reply: { success: true, status: 'cancelled' },
  },
});
