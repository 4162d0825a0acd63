import { z } from 'zod';
import { boundedList } from '../options/bounded-list.ts';
import { clientLabelsShape } from './client-labels.ts';
import { location } from '../options/location.ts';
import { requestHeadersOption } from '../options/request-headers.ts';
import { scrapeOptionsShape } from '../options/scrape-options-shape.ts';
import { settleScrapeOptions, type ScrapeOptions } from '../options/scrape-options.ts';
import { targetUrl } from '../options/target-url.ts';

const DEFAULT_MAP_LIMIT = 5_000;
export const MAX_MAP_LIMIT = 100_000;

/** Most patterns of a kind. */
const MAX_PATTERNS = 1_000;
const MAX_PATTERN_LENGTH = 2_000;

const patterns = boundedList(z.string().min(1).max(MAX_PATTERN_LENGTH), { max: MAX_PATTERNS }).prefault([]);
const tolerated = z.unknown().optional().meta({ deprecated: true });

/** Options of a crawl, and of other releases, that shipped clients send to a map: accepted with any value (wire contract 3.2). */
const toleratedMapShape = {
  threatProtection: tolerated,
  auditMetadata: tolerated,
  useIndex: tolerated,
  useMock: tolerated,
  maxDiscoveryDepth: tolerated,
  crawlEntireDomain: tolerated,
  allowExternalLinks: tolerated,
  allowSubdomains: tolerated,
  ignoreRobotsTxt: tolerated,
  robotsUserAgent: tolerated,
  delay: tolerated,
  maxConcurrency: tolerated,
};

/** Those whose absence shows in the result when they are switched on. */
const OPTIONS_THAT_MATTER = [
  'threatProtection',
  'useMock',
  'maxDiscoveryDepth',
  'allowExternalLinks',
  'ignoreRobotsTxt',
  'robotsUserAgent',
] as const satisfies Array<keyof typeof toleratedMapShape>;

/** Body of POST /v2/map. */
export const mapRequest = z
  .strictObject({
    url: targetUrl,
    search: z
      .string()
      .max(5_000)
      .optional()
      .meta({ description: 'Orders the links by relevance to this query; none is left out.' }),
    sitemap: z
      .enum(['skip', 'include', 'only'])
      .default('include')
      .meta({ description: '`only`: the URLs of the sitemaps and no others; `skip`: no sitemap is read.' }),
    includeSubdomains: z
      .boolean()
      .default(true)
      .meta({ description: 'Also hosts below the main domain of the site.' }),
    ignoreQueryParameters: z
      .boolean()
      .default(true)
      .meta({ description: 'Leave out URLs with query parameters.' }),
    ignoreCache: z.boolean().default(false).meta({
      description:
        'Read sitemaps (kept for 7 days) and pages anew, and use nothing that the team knows of the site from before.',
    }),
    limit: z
      .int()
      .min(1)
      .max(MAX_MAP_LIMIT)
      .default(DEFAULT_MAP_LIMIT)
      .meta({ description: 'Links to return, at most.' }),
    timeout: z.int().min(1).optional().meta({
      description:
        'Time limit, ms; what was found until then is returned with a warning. Without one a map takes the time that it needs, as long as its caller stays connected.',
    }),
    location: location.optional().meta({ description: 'Where the requests should seem to come from.' }),
    headers: requestHeadersOption
      .prefault({})
      .meta({ description: 'Headers to send with the requests for pages, to the origin of `url` alone.' }),
    filterByPath: z.boolean().optional().meta({
      description:
        'True: only URLs below the path of `url`. Absent: those come first, the rest of the site follows. False: no difference is made.',
    }),
    includePaths: patterns.meta({
      description:
        'Regular expressions (RE2), searched anywhere in the path; only URLs in which one is found are listed.',
    }),
    excludePaths: patterns.meta({
      description: 'Regular expressions (RE2); URLs in whose path one is found are left out.',
    }),
    regexOnFullURL: z
      .boolean()
      .default(false)
      .meta({ description: 'Search the patterns in the whole URL with its query.' }),
    deduplicateSimilarURLs: z.boolean().default(true).meta({
      description:
        'URLs that differ by www, trailing slash, index file, tracking or session parameters are one page.',
    }),
    ...toleratedMapShape,
    ...clientLabelsShape,
  })
  .meta({ id: 'MapRequest' });

export type MapRequest = z.output<typeof mapRequest>;

const mapLink = z
  .object({
    url: z.string(),
    title: z
      .string()
      .optional()
      .meta({ description: 'The title of the page, or of its entry in a sitemap.' }),
    description: z.string().optional().meta({ description: 'The description of the page.' }),
  })
  .meta({ id: 'MapLink' });

export type MapLink = z.output<typeof mapLink>;

/** Answer of POST /v2/map. */
export const mapReply = z
  .object({
    success: z.literal(true),
    id: z.guid(),
    links: z.array(mapLink),
    warning: z
      .string()
      .optional()
      .meta({ description: 'Parts of the request that could not be done as asked.' }),
  })
  .meta({ id: 'MapReply' });

/** Names of options in the body that are ignored although they would change the result. */
export function ignoredMapOptions(request: MapRequest): string[] {
  return OPTIONS_THAT_MATTER.filter((name) => {
    const value = request[name];
    return value !== undefined && value !== null && value !== false && value !== '';
  });
}

const pageOptions = z.strictObject(scrapeOptionsShape).transform(settleScrapeOptions);

/** The options that the pages of a map are scraped with: what is wanted of them is where they lead. */
export function mapPageOptions({
  headers,
  location: from,
  ignoreCache,
}: Pick<MapRequest, 'headers' | 'location' | 'ignoreCache'>): ScrapeOptions {
  return pageOptions.parse({
    formats: ['links'],
    onlyMainContent: false,
    headers,
    ...(from && { location: from }),
    ...(ignoreCache && { maxAge: 0 }),
  });
}
