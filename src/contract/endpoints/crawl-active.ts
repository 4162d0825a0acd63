import { defineEndpoint } from '../endpoint.ts';
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
  example: {
    reply: {
      success: true,
      crawls: [
        {
          id: '0190aaaa-1111-7222-8333-444455556666',
          teamId: '0190aaaa-1111-7222-8333-444455556661',
          url: 'https://example.com/docs',
          created_at: '2026-11-20T04:30:00.000Z',
          options: { limit: 100, sitemap: 'include', scrapeOptions: { formats: [{ type: 'markdown' }] } },
        },
      ],
    },
  },
});
