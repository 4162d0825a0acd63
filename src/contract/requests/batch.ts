import { z } from 'zod';
import { boundedList } from '../options/bounded-list.ts';
import { clientLabelsShape } from './client-labels.ts';
import { scrapeOptionsShape } from '../options/scrape-options-shape.ts';
import { settleScrapeOptions } from '../options/scrape-options.ts';
import { webhookConfig } from './webhook.ts';

/** URLs of one request; more can be added with `appendToId`. */
const MAX_URLS = 100_000;

/** Body of POST /v2/batch/scrape: the URLs, and the options of a scrape beside them. */
export const batchRequest = z
  .strictObject({
    urls: boundedList(z.string(), { max: MAX_URLS })
      .refine((urls) => urls.length > 0, 'must have at least one entry')
      .meta({ description: 'URLs to scrape; the same URL twice is one page.' }),
    ...scrapeOptionsShape,
    webhook: webhookConfig.optional().meta({ description: 'Where to send events.' }),
    maxConcurrency: z
      .int()
      .min(1)
      .optional()
      .meta({ description: 'Pages at the same time, at most; the limit of the team holds anyway.' }),
    ignoreInvalidURLs: z
      .boolean()
      .default(true)
      .meta({ description: 'Leave invalid URLs out and name them in the answer, instead of refusing all.' }),
    appendToId: z
      .guid()
      .toLowerCase()
      .optional()
      .meta({ description: 'Add the URLs to this batch of yours; its options hold for them.' }),
    ...clientLabelsShape,
  })
  .transform(settleScrapeOptions)
  .meta({ id: 'BatchScrapeRequest' });

export type BatchRequest = z.output<typeof batchRequest>;
