import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

export const read = defineEndpoint({
  name: 'read',
  method: 'GET',
  path: '/read/{url}',
  summary: 'Read one page as Markdown, by its address alone',
  description:
    'A scrape without options for whoever can only open a link: same key, limits, cache and credits. The address may stand there as it is, with its own query, or percent-encoded as a whole, as generated clients send it. Errors are a line of text that ends with the code. The answer names the scrape in `x-scrape-id` and its price in `x-credits-used`. A page that itself answers 404 or 500 is read; a comment at the end says so. `DECANT_READ=off` closes it.',
  params: z.object({ url: z.string().min(1).meta({ description: 'The address of the page.' }) }),
  reply: z.string(),
  text: { reply: 'text/markdown', error: 'text/plain' },
  errors: [
    'BAD_REQUEST',
    'PAYMENT_REQUIRED',
    'SCRAPE_ADDRESS_NOT_ALLOWED',
    'SCRAPE_TIMEOUT',
    'CONCURRENCY_QUEUE_TIMEOUT',
    'CONCURRENCY_LIMITED',
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
  auth: 'address',
  rateLimit: 'scrape',
  credits: 'those of a scrape',
  example: {
    params: { url: 'https://example.com' },
    reply: '# Example Domain\n\nThis domain is for use in examples.\n',
  },
});
