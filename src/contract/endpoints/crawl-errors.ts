import { defineEndpoint } from '../endpoint.ts';
import { JOB_ID_EXAMPLE, jobErrorsExample } from '../job-examples.ts';
import { jobIdParams } from '../requests/job-id.ts';
import { jobErrors } from '../job.ts';

export const crawlErrors = defineEndpoint({
  name: 'crawlErrors',
  method: 'GET',
  path: '/v2/crawl/{id}/errors',
  summary: 'Pages of a crawl that failed',
  description:
    'Each with the code of its error and the id of its scrape; and the URLs that robots.txt forbids. Can be read for 24 hours after the end of the job.',
  params: jobIdParams,
  reply: jobErrors,
  errors: ['NOT_FOUND', 'FORBIDDEN'],
  auth: 'bearer',
  rateLimit: 'status',
  credits: 'none',
  example: { params: JOB_ID_EXAMPLE, reply: jobErrorsExample },
});
