import { defineEndpoint } from '../endpoint.ts';
import { activeCrawlsExample } from '../job-examples.ts';
import { activeCrawls } from '../job.ts';

export const crawlOngoing = defineEndpoint({
  name: 'crawlOngoing',
  method: 'GET',
  path: '/v2/crawl/ongoing',
  summary: 'Crawls of your team that are running',
  description: 'Another name of /v2/crawl/active.',
  reply: activeCrawls,
  errors: [],
  auth: 'bearer',
  rateLimit: 'status',
  credits: 'none',
  example: { reply: activeCrawlsExample },
});
