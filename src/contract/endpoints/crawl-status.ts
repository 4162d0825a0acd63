import { defineEndpoint } from '../endpoint.ts';
import { jobIdParams } from '../job-id.ts';
import { jobStatus, jobStatusQuery } from '../job.ts';

export const crawlStatus = defineEndpoint({
  name: 'crawlStatus',
  method: 'GET',
  path: '/v2/crawl/{id}',
  summary: 'Where a crawl is, and its documents',
  description:
    'Documents come in pages of at most 10 MiB; `next` leads to those that follow. They can be read for 24 hours after the end of the job. The same address takes a WebSocket that sends each document when it is finished.',
  params: jobIdParams,
  query: jobStatusQuery,
  reply: jobStatus,
  errors: ['NOT_FOUND'],
  auth: 'bearer',
  rateLimit: 'status',
  credits: 'none',
  example: {
    params: { id: '0190aaaa-1111-7222-8333-444455556666' },
    reply: {
      success: true,
      status: 'scraping',
      completed: 1,
      total: 12,
      creditsUsed: 1,
      expiresAt: '2026-11-21T04:30:00.000Z',
      createdAt: '2026-11-20T04:30:00.000Z',
      duration: 1.9,
      data: [
        {
          markdown: '# Example Domain',
          metadata: {
            sourceURL: 'https://example.com/',
            url: 'https://example.com/',
            statusCode: 200,
            scrapeId: '0190aaaa-1111-7222-8333-444455556667',
            proxyUsed: 'basic',
            cacheState: 'miss',
            creditsUsed: 1,
          },
        },
      ],
    },
  },
});
