import { defineEndpoint } from '../endpoint.ts';
import { activeCrawlsExample } from '../job-examples.ts';
import { activeCrawls } from '../job.ts';

export const crawlActive = defineEndpoint({
  name: 'crawlActive',
  method: 'GET',
  path: '/v2/crawl/active',
  summary: 'Crawls of your team that are running',
  reply: activeCrawls,
  errors: [],
  auth: 'bearer',
  rateLimit: 'status',
  credits: 'none',
  example: { reply: activeCrawlsExample },
});
