import { searchReply } from '../documents/search-results.ts';
import { defineEndpoint } from '../endpoint.ts';
import { searchRequest } from '../requests/search.ts';

export const search = defineEndpoint({
  name: 'search',
  method: 'POST',
  path: '/v2/search',
  summary: 'Find pages, news and images, with the content of the results if wanted',
  description:
    'Asks the search providers of the operator, the pages that the team had scraped before, or both (`DECANT_SEARCH`). An option that a provider cannot serve is applied to its results or named in `warning`. A result that cannot be scraped stays, with the reason in `metadata.error`.',
  body: searchRequest,
  reply: searchReply,
  errors: [
    'FEATURE_NOT_AVAILABLE',
    'FEATURE_NOT_ENABLED',
    'PAYMENT_REQUIRED',
    'SCRAPE_TIMEOUT',
    'SEARCH_UNAVAILABLE',
    'SERVICE_UNAVAILABLE',
  ],
  auth: 'bearer',
  rateLimit: 'search',
  credits:
    '2 for each 10 results that are begun, 10 with `enterprise: ["zdr"]`, and those of each scrape; a search that fails is free',
  example: {
    body: {
      query: 'rate limits site:example.com',
      limit: 5,
      scrapeOptions: { formats: ['markdown'] },
    },
    reply: {
      success: true,
      id: '0190aaaa-1111-7222-8333-444455556666',
      creditsUsed: 3,
      warning: null,
      data: {
        web: [
          {
            url: 'https://example.com/limits',
            title: 'Limits',
            description: 'How many requests a minute are allowed.',
            position: 1,
            markdown: '# Limits\n\nThere are 100 requests a minute.',
            metadata: {
              title: 'Limits',
              sourceURL: 'https://example.com/limits',
              url: 'https://example.com/limits',
              statusCode: 200,
              contentType: 'text/html; charset=utf-8',
              scrapeId: '0190bbbb-1111-7222-8333-444455556666',
              proxyUsed: 'basic',
              cacheState: 'miss',
              creditsUsed: 1,
              concurrencyLimited: false,
              ogLocaleAlternate: [],
            },
          },
        ],
      },
    },
  },
});
