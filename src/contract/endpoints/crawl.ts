import { crawlRequest } from '../requests/crawl.ts';
import { defineEndpoint } from '../endpoint.ts';
import { idempotencyHeaders } from '../requests/idempotency.ts';
import { crawlStarted } from '../job.ts';

export const crawl = defineEndpoint({
  name: 'crawl',
  method: 'POST',
  path: '/v2/crawl',
  summary: 'Scrape a whole site',
  description:
    'Starts at the URL and follows the links and the sitemap of its site. Answers at once with the id of a job, with a `prompt` after a look at the site; its status has the pages.',
  headers: idempotencyHeaders,
  body: crawlRequest,
  reply: crawlStarted,
  errors: [
    'FEATURE_NOT_AVAILABLE',
    'PAYMENT_REQUIRED',
    'FEATURE_NOT_ENABLED',
    'CONFLICT',
    'CONCURRENCY_LIMITED',
    'SERVICE_UNAVAILABLE',
  ],
  auth: 'bearer',
  rateLimit: 'crawl',
  credits: 'those of a scrape for each page',
  example: {
    headers: { 'x-idempotency-key': '7c9e6679-7425-40de-944b-e07fc1f90ae7' },
    body: { url: 'https://example.com/docs', limit: 100, excludePaths: ['^/docs/archive/'] },
    reply: {
      success: true,
      id: '0190aaaa-1111-7222-8333-444455556666',
      url: 'http://127.0.0.1:3002/v2/crawl/0190aaaa-1111-7222-8333-444455556666',
    },
  },
});
