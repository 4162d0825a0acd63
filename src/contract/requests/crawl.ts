import { z } from 'zod';
import { boundedList } from '../options/bounded-list.ts';
import { clientLabelsShape } from './client-labels.ts';
import { optionsBeside } from '../misnamed-options.ts';
import { headerValue } from '../options/request-headers.ts';
import { scrapeOptionsShape } from '../options/scrape-options-shape.ts';
import { settleScrapeOptions } from '../options/scrape-options.ts';
import { targetUrl } from '../options/target-url.ts';
import { webhookConfig } from './webhook.ts';

const DEFAULT_CRAWL_LIMIT = 10_000;
/** Most patterns of a kind. */
const MAX_PATTERNS = 1_000;
const MAX_PATTERN_LENGTH = 2_000;

const patterns = boundedList(z.string().min(1).max(MAX_PATTERN_LENGTH), { max: MAX_PATTERNS }).prefault([]);

/** Members of the crawl request that say where a crawl goes and how fast. */
const crawlOptionsShape = {
  excludePaths: patterns.meta({
    description:
      'Regular expressions (RE2), searched anywhere in the path with its leading slash; matching URLs are left out.',
  }),
  includePaths: patterns.meta({
    description:
      'Regular expressions (RE2); only URLs in whose path one is found are taken, the start included.',
  }),
  regexOnFullURL: z
    .boolean()
    .default(false)
    .meta({ description: 'Search the patterns in the whole URL with its query.' }),
  maxDiscoveryDepth: z
    .int()
    .min(0)
    .optional()
    .meta({ description: 'Links between the start (or a page of the sitemap) and a page, at most.' }),
  sitemap: z.enum(['skip', 'include', 'only']).default('include').meta({
    description: '`only`: the pages of the sitemap and the start, no links from pages.',
  }),
  ignoreQueryParameters: z
    .boolean()
    .default(false)
    .meta({ description: 'One page for a path, whatever its query.' }),
  deduplicateSimilarURLs: z.boolean().default(true).meta({
    description:
      'URLs that differ by www, trailing slash, index file, tracking or session parameters are one page.',
  }),
  limit: z.int().min(1).default(DEFAULT_CRAWL_LIMIT).meta({
    description: 'Pages to try, at most; duplicates and pages that robots.txt forbids do not count.',
  }),
  crawlEntireDomain: z
    .boolean()
    .default(false)
    .meta({ description: 'Also pages beside and above the path of the start.' }),
  allowExternalLinks: z
    .boolean()
    .default(false)
    .meta({ description: 'Also pages of other sites, one link away.' }),
  allowSubdomains: z.boolean().default(false).meta({ description: 'Also subdomains of the main domain.' }),
  ignoreRobotsTxt: z
    .boolean()
    .default(false)
    .meta({ description: 'Fetch what robots.txt forbids. Must be enabled for the team.' }),
  robotsUserAgent: headerValue
    .min(1)
    .max(1_000)
    .optional()
    .meta({ description: 'User agent to fetch and read robots.txt with. Must be enabled for the team.' }),
  delay: z
    .number()
    .positive()
    .max(60)
    .optional()
    .meta({ description: 'Seconds between two pages; one page at a time then.' }),
  maxConcurrency: z
    .int()
    .min(1)
    .optional()
    .meta({ description: 'Pages at the same time, at most; the limit of the team holds anyway.' }),
};

export type CrawlOptions = z.output<z.ZodObject<typeof crawlOptionsShape>>;

const { zeroDataRetention, ...crawlScrapeShape } = scrapeOptionsShape;

/** `scrapeOptions` of a crawl; clients put `zeroDataRetention` here as well. */
const crawlScrapeOptions = z
  .strictObject({ ...crawlScrapeShape, zeroDataRetention, ...clientLabelsShape })
  .register(optionsBeside, { names: [...Object.keys(crawlOptionsShape), 'webhook', 'prompt', 'url'] })
  .transform(settleScrapeOptions);

/** Body of POST /v2/crawl. */
export const crawlRequest = z
  .strictObject({
    url: targetUrl,
    prompt: z.string().max(10_000).optional().meta({
      description:
        'The pages to crawl, in words; options that are given beside it win. Read by the language model of `DECANT_LLM_BASE_URL`, or by rules without one.',
    }),
    ...crawlOptionsShape,
    webhook: webhookConfig.optional().meta({ description: 'Where to send events.' }),
    scrapeOptions: crawlScrapeOptions
      .prefault({})
      .meta({ description: 'Options of a scrape, for each page.' }),
    zeroDataRetention,
    ...clientLabelsShape,
  })
  .meta({ id: 'CrawlRequest' });

export type CrawlRequest = z.output<typeof crawlRequest>;

/** The body as a caller writes it, before defaults. */
export type GivenCrawlRequest = z.input<typeof crawlRequest>;
