/** Examples that endpoints of crawls and of batch scrapes share. */
const SCRAPE_ID = '0190aaaa-1111-7222-8333-444455556667';
export const JOB_ID_EXAMPLE = { id: '0190aaaa-1111-7222-8333-444455556666' };

export const jobStatusExample = {
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
        scrapeId: SCRAPE_ID,
        proxyUsed: 'basic',
        cacheState: 'miss',
        creditsUsed: 1,
      },
    },
  ],
};

export const jobErrorsExample = {
  success: true,
  errors: [
    {
      id: SCRAPE_ID,
      timestamp: '2026-11-20T04:31:00.000Z',
      url: 'https://example.com/slow',
      code: 'SCRAPE_TIMEOUT',
      error: 'The scrape did not finish within 60000 ms',
    },
  ],
  robotsBlocked: ['https://example.com/private'],
};

export const activeCrawlsExample = {
  success: true,
  crawls: [
    {
      ...JOB_ID_EXAMPLE,
      teamId: '0190aaaa-1111-7222-8333-444455556661',
      url: 'https://example.com/docs',
      created_at: '2026-11-20T04:30:00.000Z',
      options: { limit: 100, sitemap: 'include', scrapeOptions: { formats: [{ type: 'markdown' }] } },
    },
  ],
};
