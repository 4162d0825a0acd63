import { batchRequest } from '../requests/batch.ts';
import { defineEndpoint } from '../endpoint.ts';
import { idempotencyHeaders } from '../requests/idempotency.ts';
import { batchStarted } from '../job.ts';

export const batchScrape = defineEndpoint({
  name: 'batchScrape',
  method: 'POST',
  path: '/v2/batch/scrape',
  summary: 'Scrape many pages',
  description: 'Answers at once with the id of a job; its status has the pages.',
  headers: idempotencyHeaders,
  body: batchRequest,
  reply: batchStarted,
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
    headers: { 'x-idempotency-key': '7c9e6679-7425-40de-944b-e07fc1f90ae8' },
    body: { urls: ['https://example.com/a', 'https://example.com/b'], formats: ['markdown'] },
    reply: {
      success: true,
      id: '0190aaaa-1111-7222-8333-444455556666',
      url: 'http://127.0.0.1:3002/v2/batch/scrape/0190aaaa-1111-7222-8333-444455556666',
      invalidURLs: [],
    },
  },
});
