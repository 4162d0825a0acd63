import { z } from 'zod';
import { clientLabelsShape } from './client-labels.ts';
import { document } from '../documents/document.ts';
import { scrapeOptionsShape } from '../options/scrape-options-shape.ts';
import { settleScrapeOptions } from '../options/scrape-options.ts';
import { targetUrl } from '../options/target-url.ts';

/** Body of POST /v2/scrape: one URL and the scrape options beside it. */
export const scrapeRequest = z
  .strictObject({ url: targetUrl, ...scrapeOptionsShape, ...clientLabelsShape })
  .transform(settleScrapeOptions)
  .meta({ id: 'ScrapeRequest' });

export type ScrapeRequest = z.output<typeof scrapeRequest>;

/** The body as a caller writes it, before defaults. */
export type GivenScrapeRequest = z.input<typeof scrapeRequest>;

/** Answer of POST /v2/scrape and GET /v2/scrape/{id}. */
export const scrapeReply = z.object({ success: z.literal(true), data: document }).meta({ id: 'ScrapeReply' });

export type ScrapeReply = z.output<typeof scrapeReply>;
