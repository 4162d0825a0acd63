import { defineEndpoint } from '../endpoint.ts';
import { mapReply, mapRequest } from '../requests/map.ts';

export const map = defineEndpoint({
  name: 'map',
  method: 'POST',
  path: '/v2/map',
  summary: 'List the URLs of a site',
  description:
    'Reads the sitemaps, the links of the start page and of as many further pages as are needed, and what the team has scraped of the site before. Every URL was really seen somewhere; titles and descriptions are there where they are known.',
  body: mapRequest,
  reply: mapReply,
  errors: [
    'PAYMENT_REQUIRED',
    'SCRAPE_ADDRESS_NOT_ALLOWED',
    'MAP_TIMEOUT',
    'CONCURRENCY_QUEUE_TIMEOUT',
    'CONCURRENCY_LIMITED',
    'SCRAPE_ALL_ENGINES_FAILED',
    'SCRAPE_SSL_ERROR',
    'SCRAPE_SITE_ERROR',
    'SCRAPE_UNSUPPORTED_FILE_ERROR',
    'SCRAPE_DNS_RESOLUTION_ERROR',
    'SERVICE_UNAVAILABLE',
  ],
  auth: 'bearer',
  rateLimit: 'map',
  credits: '1; a failed map is free',
  example: {
    body: { url: 'https://example.com', search: 'pricing', limit: 100 },
    reply: {
      success: true,
      id: '0190aaaa-1111-7222-8333-444455556666',
      links: [
        {
          url: 'https://example.com/pricing',
          title: 'Pricing',
          description: 'The plans and their prices.',
        },
        { url: 'https://example.com/' },
      ],
    },
  },
});
