import { defineEndpoint } from '../endpoint.ts';
import { JOB_ID_EXAMPLE, jobStatusExample } from '../job-examples.ts';
import { jobIdParams } from '../requests/job-id.ts';
import { jobStatus, jobStatusQuery, WATCHING } from '../job.ts';

export const crawlStatus = defineEndpoint({
  name: 'crawlStatus',
  method: 'GET',
  path: '/v2/crawl/{id}',
  summary: 'Where a crawl is, and its documents',
  description: `Documents come in pages of at most 10 MiB; \`next\` leads to those that follow. They can be read for 24 hours after the end of the job. ${WATCHING}`,
  params: jobIdParams,
  query: jobStatusQuery,
  reply: jobStatus,
  errors: ['NOT_FOUND'],
  auth: 'bearer',
  rateLimit: 'status',
  credits: 'none',
  example: { params: JOB_ID_EXAMPLE, reply: jobStatusExample },
});
