import { defineEndpoint } from '../endpoint.ts';
import { activeCrawlsExample } from '../job-examples.ts';
import { activeCrawls } from '../job.ts';

export const crawlActive = defineEndpoint({
  name: 'crawlActive',
  method: 'GET',
  path: '/v2/crawl/active',
  summary: 'Crawls of your team that are running',
  description:
    'Each with the options that it was started with, newest first, 1,000 at most. Batch scrapes are not among them.',
  reply: activeCrawls,
  errors: [],
  auth: 'bearer',
  rateLimit: 'status',
  credits: 'none',
  example: { reply: activeCrawlsExample },
});
