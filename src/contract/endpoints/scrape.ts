import { defineEndpoint } from '../endpoint.ts';
import { scrapeReply, scrapeRequest } from '../requests/scrape.ts';

/** The formats that cost 4 credits more. */
const DEAR = '4 more each for audio and video, and for what a language model makes';

export const scrape = defineEndpoint({
  name: 'scrape',
  method: 'POST',
  path: '/v2/scrape',
  summary: 'Turn one page into clean data',
  description:
    'Fetches the URL and returns the requested formats in one document. A target that answers 404 or 500 is a success here: its status is in `metadata.statusCode`.',
  body: scrapeRequest,
  reply: scrapeReply,
  errors: [
    'FEATURE_NOT_AVAILABLE',
    'PAYMENT_REQUIRED',
    'FEATURE_NOT_ENABLED',
    'SCRAPE_ADDRESS_NOT_ALLOWED',
    'SCRAPE_NO_CACHED_DATA',
    'SCRAPE_LOCKDOWN_CACHE_MISS',
    'SCRAPE_TIMEOUT',
    'CONCURRENCY_QUEUE_TIMEOUT',
    'CONCURRENCY_LIMITED',
    'CONFLICT',
    'SCRAPE_ACTIONS_NOT_SUPPORTED',
    'SCRAPE_MEDIA_ACCESS_DENIED',
    'SCRAPE_ACTION_ERROR',
    'SCRAPE_BRANDING_NOT_SUPPORTED',
    'SCRAPE_AUDIO_UNSUPPORTED_URL',
    'SCRAPE_VIDEO_UNSUPPORTED_URL',
    'SCRAPE_ZDR_VIOLATION_ERROR',
    'SCRAPE_PROXY_SELECTION_ERROR',
    'SCRAPE_ALL_ENGINES_FAILED',
    'SCRAPE_SSL_ERROR',
    'SCRAPE_SITE_ERROR',
    'SCRAPE_UNSUPPORTED_FILE_ERROR',
    'SCRAPE_DOCUMENT_ENCRYPTED',
    'SCRAPE_DOCUMENT_DAMAGED',
    'SCRAPE_DOCUMENT_EMPTY',
    'SCRAPE_DOCUMENT_TOO_COMPLEX',
    'SCRAPE_PDF_OCR_REQUIRED',
    'SCRAPE_PDF_INSUFFICIENT_TIME_ERROR',
    'SCRAPE_DNS_RESOLUTION_ERROR',
    'SERVICE_UNAVAILABLE',
  ],
  auth: 'bearer',
  rateLimit: 'scrape',
  credits: `1; ${DEAR}; a PDF 1 per page; lockdown 5 on a hit and 1 on a miss; a failed scrape is free`,
  example: {
    body: { url: 'https://example.com', formats: ['markdown', 'links'] },
    reply: {
      success: true,
      data: {
        markdown: '# Example Domain\n\nThis domain is for use in examples.',
        links: ['https://www.iana.org/domains/example'],
        metadata: {
          title: 'Example Domain',
          language: 'en',
          sourceURL: 'https://example.com',
          url: 'https://example.com/',
          statusCode: 200,
          contentType: 'text/html; charset=utf-8',
          scrapeId: '0190aaaa-1111-7222-8333-444455556666',
          proxyUsed: 'basic',
          cacheState: 'miss',
          creditsUsed: 1,
          concurrencyLimited: false,
        },
      },
    },
  },
});
