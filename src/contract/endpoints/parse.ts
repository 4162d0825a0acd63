import { defineEndpoint } from '../endpoint.ts';
import { parseRequest } from '../requests/parse.ts';
import { scrapeReply } from '../requests/scrape.ts';

export const parse = defineEndpoint({
  name: 'parse',
  method: 'POST',
  path: '/v2/parse',
  summary: 'Turn an uploaded file into clean data',
  description:
    'Takes PDF, Word (docx, doc), OpenDocument (odt), RTF, Excel (xlsx, xls) and HTML files, and also xlsb, ods, csv, pptx, ppt, odp, epub, Markdown, text and images. The extension of the file name says what it is, else the content type of the part; what the bytes show wins over both. For a file that has a public address, scrape is the better way.',
  body: parseRequest,
  isUpload: true,
  reply: scrapeReply,
  errors: [
    'FEATURE_NOT_AVAILABLE',
    'UNSUPPORTED_FILE_TYPE',
    'PARSE_UNSUPPORTED_OPTIONS',
    'PAYMENT_REQUIRED',
    'FEATURE_NOT_ENABLED',
    'SCRAPE_TIMEOUT',
    'CONCURRENCY_QUEUE_TIMEOUT',
    'CONCURRENCY_LIMITED',
    'SCRAPE_DOCUMENT_ENCRYPTED',
    'SCRAPE_DOCUMENT_DAMAGED',
    'SCRAPE_DOCUMENT_EMPTY',
    'SCRAPE_DOCUMENT_TOO_COMPLEX',
    'SCRAPE_PDF_OCR_REQUIRED',
    'SCRAPE_PDF_INSUFFICIENT_TIME_ERROR',
    'SERVICE_UNAVAILABLE',
  ],
  auth: 'bearer',
  rateLimit: 'scrape',
  credits: 'as a scrape: 1, a PDF 1 per page; a file that cannot be read is free',
  example: {
    body: { file: 'report.pdf', options: { formats: ['markdown'] } },
    reply: {
      success: true,
      data: {
        markdown: '# Annual report\n\nThe year in figures.',
        metadata: {
          title: 'Annual report',
          author: 'Ada Example',
          numPages: 2,
          totalPages: 2,
          sourceURL: 'https://upload.invalid/report.pdf',
          url: 'https://upload.invalid/report.pdf',
          statusCode: 200,
          contentType: 'application/pdf',
          scrapeId: '0190aaaa-1111-7222-8333-444455556666',
          creditsUsed: 2,
          concurrencyLimited: false,
        },
      },
    },
  },
});
