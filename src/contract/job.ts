import { z } from 'zod';
import { document } from './documents/document.ts';

/** Answer of a crawl that was started. */
export const crawlStarted = z
  .object({
    success: z.literal(true),
    id: z.guid(),
    url: z.url().meta({ description: 'Where its status is.' }),
    promptGeneratedOptions: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: 'The options that `prompt` came to, without those that were given.' }),
    finalCrawlerOptions: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: 'With a `prompt`: all options of the crawl.' }),
    warning: z.string().optional().meta({ description: 'Parts of the `prompt` that were not understood.' }),
  })
  .meta({ id: 'CrawlStarted' });

export const batchStarted = z
  .object({
    success: z.literal(true),
    id: z.guid(),
    url: z.url().meta({ description: 'Where its status is.' }),
    invalidURLs: z.array(z.string()).optional().meta({ description: 'URLs that were left out.' }),
  })
  .meta({ id: 'BatchScrapeStarted' });

const wholeNumber = (min: number, max: number, description: string) =>
  z
    .string({ error: ({ input }) => (Array.isArray(input) ? 'must be given once' : undefined) })
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min).max(max))
    .optional()
    .meta({ wholeNumber: { minimum: min, maximum: max }, description });

/** No job has as many documents. */
const MAX_SKIP = 999_999_999;

/** Query of a status. */
export const jobStatusQuery = z.object({
  skip: wholeNumber(0, MAX_SKIP, 'Documents to leave out, from the first.'),
  limit: wholeNumber(1, 1000, 'Documents of one answer, at most; 100 when absent.'),
});

/** The WebSocket at the address of a status, in words: OpenAPI has no place for it (wire contract 6). */
export const WATCHING =
  'The same address takes a WebSocket, with the key in `Authorization` or as the sub-protocol. Its messages are JSON, `{type, data}`: first `catchup` with the status and the documents so far, then `document` for each that is finished, at last `done`; `catchup` again when the job has failed or was cancelled, and `error` with a sentence in `error` when there is nothing to watch.';

/** The status of a crawl or batch scrape, with its documents (wire contract 5.4). */
export const jobStatus = z
  .object({
    success: z.literal(true),
    status: z.enum(['scraping', 'completed', 'failed', 'cancelled']),
    completed: z.int().meta({ description: 'Pages scraped: the documents that can be read.' }),
    total: z.int().meta({ description: 'Pages tried so far; of a batch all.' }),
    creditsUsed: z.int(),
    expiresAt: z.iso.datetime(),
    createdAt: z.iso.datetime(),
    completedAt: z.iso.datetime().optional(),
    duration: z.number().meta({ description: 'Seconds.' }),
    next: z
      .url()
      .optional()
      .meta({ description: 'Further documents; absent when there are none yet or no more.' }),
    warning: z.string().optional(),
    error: z.string().optional().meta({ description: 'Why a failed job failed.' }),
    data: z
      .array(document)
      .meta({ description: 'In the order in which they were finished; it never changes.' }),
  })
  .meta({ id: 'JobStatus' });

export const jobCancelledReply = z
  .object({ success: z.literal(true), status: z.literal('cancelled') })
  .meta({ id: 'JobCancelled' });

export const jobErrors = z
  .object({
    success: z.literal(true),
    errors: z.array(
      z.object({
        id: z.string().meta({ description: 'The scrape.' }),
        timestamp: z.iso.datetime(),
        url: z.string(),
        code: z.string(),
        error: z.string(),
      }),
    ),
    robotsBlocked: z.array(z.string()).meta({ description: 'URLs that robots.txt forbids.' }),
  })
  .meta({ id: 'JobErrors' });

export const activeCrawls = z
  .object({
    success: z.literal(true),
    crawls: z.array(
      z.object({
        id: z.guid(),
        teamId: z.string(),
        url: z.string(),
        created_at: z.iso.datetime(),
        options: z.record(z.string(), z.unknown()),
      }),
    ),
  })
  .meta({ id: 'ActiveCrawls' });
