import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { JOB_ID_EXAMPLE } from '../job-examples.ts';
import { jobIdParams } from '../requests/job-id.ts';

export const teamJobRetry = defineEndpoint({
  name: 'teamJobRetry',
  method: 'POST',
  path: '/v2/team/jobs/{id}/retry',
  summary: 'Scrape the pages of a job once more that failed',
  description:
    'Starts a batch of the addresses that failed so far, with the options of the job for its pages. Links are not followed, and the webhook of the job is not told. A job that keeps nothing has neither addresses nor options when it has ended: NOT_FOUND says so.',
  params: jobIdParams,
  reply: z.object({
    success: z.literal(true),
    id: z.guid().meta({ description: 'The id of the batch.' }),
    url: z.string().meta({ description: 'The status of the batch.' }),
    pages: z.int().meta({ description: 'Addresses in it.' }),
  }),
  errors: [
    'FEATURE_NOT_AVAILABLE',
    'PAYMENT_REQUIRED',
    'FEATURE_NOT_ENABLED',
    'NOT_FOUND',
    'CONFLICT',
    'CONCURRENCY_LIMITED',
    'SERVICE_UNAVAILABLE',
  ],
  auth: 'bearer',
  rateLimit: 'crawl',
  credits: 'those of a scrape for each page',
  example: {
    params: JOB_ID_EXAMPLE,
    reply: {
      success: true,
      id: '0190aaaa-1111-7222-8333-444455556668',
      url: 'http://127.0.0.1:3002/v2/batch/scrape/0190aaaa-1111-7222-8333-444455556668',
      pages: 12,
    },
  },
});
