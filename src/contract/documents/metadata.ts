import { z } from 'zod';

const text = z.string().optional();
const timestamp = z.iso.datetime().optional();
const count = z.int().min(0).optional();

/** The members that are read from the head of the page. */
const head = {
  title: text,
  description: text,
  language: text,
  keywords: text,
  robots: text,
  favicon: text,
  ogTitle: text,
  ogDescription: text,
  ogUrl: text,
  ogImage: text,
  ogAudio: text,
  ogDeterminer: text,
  ogLocale: text,
  ogLocaleAlternate: z.array(z.string()).optional(),
  ogSiteName: text,
  ogVideo: text,
  dcTermsCreated: text,
  dcDateCreated: text,
  dcDate: text,
  dcTermsType: text,
  dcType: text,
  dcTermsAudience: text,
  dcTermsSubject: text,
  dcSubject: text,
  dcDescription: text,
  dcTermsKeywords: text,
  modifiedTime: text,
  publishedTime: text,
  articleTag: text,
  articleSection: text,
};

/** The members that tell how the page was fetched. */
const fetching = {
  sourceURL: text.meta({ description: 'The URL as requested.' }),
  url: text.meta({ description: 'The URL after redirects.' }),
  statusCode: z
    .int()
    .meta({ description: 'HTTP status of the page; an error of the target is not an error here.' }),
  contentType: text,
  scrapeId: z.guid().meta({ description: 'Names this scrape in other calls.' }),
  proxyUsed: z.enum(['basic', 'stealth']).optional(),
  cacheState: z.enum(['hit', 'miss']).optional(),
  cachedAt: timestamp.meta({ description: 'When the copy was stored.' }),
  creditsUsed: z.number().min(0).optional(),
  concurrencyLimited: z.boolean().optional().meta({ description: 'Whether the scrape waited for a slot.' }),
  concurrencyQueueDurationMs: count.meta({ description: 'How long it waited, ms.' }),
  numPages: count.meta({ description: 'Pages read of a PDF.' }),
  totalPages: count.meta({ description: 'Pages that the PDF has.' }),
  timezone: text.meta({ description: 'The emulated time zone.' }),
  error: text.meta({ description: 'A problem of the page.' }),
};

/** Fields with a name and type of their own. */
const known = z.object({ ...head, ...fetching });

/** `metadata` of a document (wire contract 4.3). */
export type Metadata = z.output<typeof known> & {
  /** Any other meta tag of the page, under its own name: a string on the wire. */
  [name: string]: unknown;
};

export const metadata: z.ZodType<Metadata> = known
  .catchall(z.string().meta({ description: 'Any other meta tag of the page, under its own name.' }))
  .meta({ id: 'Metadata' });
