import { z } from 'zod';
import { document } from './document.ts';
import { metadata } from './metadata.ts';

const { metadata: _metadata, ...contentShape } = document.shape;

const failedMetadata = z
  .object({
    sourceURL: z.string(),
    statusCode: z.int(),
    error: z.string().meta({ description: 'Why the result could not be scraped.' }),
  })
  .meta({ id: 'FailedScrape' });

/** The fields of a document, in a result that was scraped. */
const scrapedShape = {
  ...contentShape,
  metadata: z
    .union([metadata, failedMetadata])
    .optional()
    .meta({ description: 'The metadata of the scrape; with `error` when it failed.' }),
};

const position = z.int().min(1).meta({ description: 'Place in its list, from 1.' });
const category = z
  .enum(['github', 'research', 'pdf'])
  .optional()
  .meta({ description: 'Which of the wanted categories it is of.' });

const webResult = z
  .object({
    url: z.string(),
    title: z.string(),
    description: z.string(),
    position,
    category,
    ...scrapedShape,
  })
  .meta({ id: 'WebResult' });

const newsResult = z
  .object({
    title: z.string(),
    url: z.string(),
    snippet: z.string(),
    date: z.string().optional().meta({ description: 'ISO 8601, or as the provider words it.' }),
    imageUrl: z.string().optional(),
    position,
    category,
    ...scrapedShape,
  })
  .meta({ id: 'NewsResult' });

const imageResult = z
  .object({
    title: z.string(),
    imageUrl: z.string(),
    imageWidth: z.int().optional(),
    imageHeight: z.int().optional(),
    url: z.string().meta({ description: 'The page that shows it.' }),
    position,
  })
  .meta({ id: 'ImageResult' });

/** The lists of the sources that were asked for. */
export const searchResults = z
  .object({
    web: z.array(webResult).optional(),
    news: z.array(newsResult).optional(),
    images: z.array(imageResult).optional(),
  })
  .meta({ id: 'SearchResults' });

export type SearchResults = z.output<typeof searchResults>;

/** Answer of POST /v2/search. */
export const searchReply = z
  .object({
    success: z.literal(true),
    id: z.guid(),
    creditsUsed: z.int().meta({ description: 'The scrapes of results included.' }),
    warning: z
      .string()
      .nullable()
      .meta({ description: 'Parts of the request that could not be done as asked, and why.' }),
    data: searchResults,
  })
  .meta({ id: 'SearchReply' });
