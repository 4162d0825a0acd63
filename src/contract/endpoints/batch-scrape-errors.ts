import { defineEndpoint } from '../endpoint.ts';
import { jobIdParams } from '../job-id.ts';
import { jobErrors } from '../job.ts';

export const batchScrapeErrors = defineEndpoint({
  name: 'batchScrapeErrors',
  method: 'GET',
  path: '/v2/batch/scrape/{id}/errors',
  summary: 'Pages of a batch scrape that failed',
  params: jobIdParams,
  reply: jobErrors,
  errors: ['NOT_FOUND', 'FORBIDDEN'],
  auth: 'bearer',
  rateLimit: 'status',
  credits: 'none',
  example: {
    params: { id: '0190aaaa-1111-7222-8333-444455556666' },
    reply: {
      success: true,
      errors: [
        {
          id: '0190aaaa-1111-7222-8333-444455556667',
          timestamp: '2026-11-20T04:31:00.000Z',
          url: 'https://example.com/slow',
          code: 'SCRAPE_TIMEOUT',
          error: 'The scrape did not finish within 60000 ms',
        },
      ],
      robotsBlocked: ['https://example.com/private'],
    },
  },
});
