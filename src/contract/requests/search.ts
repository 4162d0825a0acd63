import { z } from 'zod';
import { boundedList } from '../options/bounded-list.ts';
import { formatList, type FormatName } from '../options/formats.ts';
import { country, languageTag } from '../options/location.ts';
import { scrapeOptionsShape } from '../options/scrape-options-shape.ts';
import { settleScrapeOptions } from '../options/scrape-options.ts';
import { optionsBeside } from '../misnamed-options.ts';
import { clientLabelsShape } from './client-labels.ts';

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;
const DEFAULT_TIMEOUT_MS = 60_000;
/** Entries of a list that name something a few times at most. */
const MAX_NAMES = 20;
const MAX_DOMAINS = 300;

const tolerated = z.unknown().optional().meta({ deprecated: true });

/** Options of other releases that shipped clients send: accepted with any value (wire contract 3.2). */
const toleratedSearchShape = {
  domainTools: tolerated,
  toolDetail: tolerated,
  fastMode: tolerated,
  useMock: tolerated,
  redactPII: tolerated,
  threatProtection: tolerated,
  auditMetadata: tolerated,
  filter: tolerated,
  asyncScraping: tolerated,
};

/** Those whose absence shows in the result when they are switched on. */
const OPTIONS_THAT_MATTER = ['redactPII', 'threatProtection', 'useMock'] as const satisfies Array<
  keyof typeof toleratedSearchShape
>;

const tbs = z.string().max(200);
const place = z.string().trim().max(300);

const source = z
  .discriminatedUnion('type', [
    z
      .strictObject({
        type: z.literal('web'),
        tbs: tbs.optional().meta({ description: 'In place of `tbs` of the request.' }),
        filter: tolerated,
        lang: languageTag.optional().meta({ description: 'In place of `lang` of the request.' }),
        country: country.optional().meta({ description: 'In place of `country` of the request.' }),
        location: place.optional().meta({ description: 'In place of `location` of the request.' }),
      })
      .meta({ description: 'Pages.' }),
    z
      .strictObject({ type: z.literal('news') })
      .meta({ description: 'Pages that are news, with their dates.' }),
    z
      .strictObject({ type: z.literal('images') })
      .meta({ description: 'Pictures, with the pages that show them.' }),
    z.strictObject({ type: z.literal('alexandria') }).meta({ description: 'Accepted and ignored.' }),
    z.strictObject({ type: z.literal('exchange') }).meta({ description: 'Accepted and ignored.' }),
  ])
  .meta({ id: 'SearchSource', shorthand: ['web', 'news', 'images', 'alexandria', 'exchange'] });

const category = z
  .strictObject({ type: z.enum(['github', 'research', 'pdf', 'developer']) })
  .meta({ id: 'SearchCategory' });

function asObject(entry: unknown): unknown {
  return typeof entry === 'string' ? { type: entry } : entry;
}

/** Labels of a name in its form for machines; the whole may have a port nowhere. */
const HOST_NAME =
  /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** A host name in lower case, in the form for machines. */
const hostName = z.string().transform((text, context) => {
  const name = asciiName(text.trim().toLowerCase());
  if (HOST_NAME.test(name)) return name;
  context.addIssue({
    code: 'custom',
    message: 'must be a host name such as example.com, without protocol and path',
    input: text,
  });
  return z.NEVER;
});

function asciiName(name: string): string {
  if (/[/:?#@\\\s%]/.test(name) || name.length > 253) return '';
  return URL.parse(`http://${name}/`)?.hostname ?? '';
}

const domains = boundedList(hostName, { max: MAX_DOMAINS }).prefault([]);

/** Formats that results of a search cannot have (wire contract 4.1, where the specification does not list them). */
const NOT_IN_A_SEARCH: ReadonlySet<FormatName> = new Set(['changeTracking', 'attributes', 'branding']);

const searchFormats = formatList.check(({ value, issues }) => {
  for (const [at, { type }] of value.entries()) {
    if (!NOT_IN_A_SEARCH.has(type)) continue;
    issues.push({
      code: 'custom',
      path: [at],
      message: `cannot be ${type}: results of a search do not have it; scrape their URLs instead`,
      input: value,
    });
  }
});

const { zeroDataRetention } = scrapeOptionsShape;

const searchOptionsShape = {
  limit: z
    .int()
    .min(1)
    .max(MAX_LIMIT)
    .default(DEFAULT_LIMIT)
    .meta({ description: 'Results of each source, at most.' }),
  sources: boundedList(source, { max: MAX_NAMES, normalise: asObject })
    .prefault(['web'])
    .meta({ description: 'Which lists to return: names, or objects with options.' }),
  categories: boundedList(category, { max: MAX_NAMES, normalise: asObject }).prefault([]).meta({
    description:
      'Only results of one of these kinds: `github` (code and its documentation), `research` (papers), `pdf` (PDF files). `developer` is ignored.',
  }),
  includeDomains: domains.meta({
    description: 'Only results from these host names and names below them. Not with `excludeDomains`.',
  }),
  excludeDomains: domains.meta({ description: 'No results from these host names and names below them.' }),
  tbs: tbs.optional().meta({
    description:
      'Time: `qdr:h`, `qdr:d`, `qdr:w`, `qdr:m`, `qdr:y` (the last hour, day, week, month, year), `cdr:1,cd_min:MM/DD/YYYY,cd_max:MM/DD/YYYY` (between two days), `sbd:1` (newest first); combined by commas.',
  }),
  country: country.optional().meta({
    default: 'US',
    description:
      'Country whose results are wanted. A value that is given is passed on; the default is left to the provider.',
  }),
  location: place
    .optional()
    .meta({ description: 'Where the search should seem to come from: a country, or `City,Region,Country`.' }),
  lang: languageTag.optional().meta({ description: 'Language of the results.' }),
  safe: z.boolean().optional().meta({ description: 'Leave out results that are not fit for everybody.' }),
  highlights: z.boolean().default(true).meta({
    description:
      'True: the text of an own result is the passage of the page that fits the query best. False: its description.',
  }),
  ignoreInvalidURLs: z
    .boolean()
    .default(false)
    .meta({ description: 'Leave out results whose URLs other endpoints would refuse.' }),
  enterprise: boundedList(z.enum(['default', 'anon', 'zdr']), { max: MAX_NAMES })
    .prefault([])
    .meta({
      description:
        '`zdr` and `anon`: nothing of the query is kept, and results are scraped with zero data retention. Must be enabled for the team.',
    }),
  timeout: z.int().min(1).default(DEFAULT_TIMEOUT_MS).meta({
    description:
      'Time limit, ms. Results that are not scraped by then are returned without content, with a warning.',
  }),
};

const searchScrapeOptions = z
  .strictObject({
    ...scrapeOptionsShape,
    formats: searchFormats.prefault([]).meta({
      description: 'Formats to return of each result; without one none is scraped.',
    }),
    ...clientLabelsShape,
  })
  .register(optionsBeside, { names: ['query', ...Object.keys(searchOptionsShape)] })
  .transform(settleScrapeOptions);

/** Body of POST /v2/search. */
export const searchRequest = z
  .strictObject({
    query: z.string().trim().min(1).max(500).meta({
      description:
        'Words to look for. In quotes: exactly so. With a minus: not that. Operators: `site:`, `filetype:`, `inurl:`, `allinurl:`, `intitle:`, `allintitle:`, `related:`, `imagesize:WIDTHxHEIGHT`, `larger:WIDTHxHEIGHT`, and `a OR b`.',
    }),
    ...searchOptionsShape,
    scrapeOptions: searchScrapeOptions.prefault({}).meta({
      description:
        'How results are scraped: the options of a scrape, without the formats changeTracking, attributes, branding, audio and video.',
    }),
    zeroDataRetention: zeroDataRetention.meta({
      description: 'Keep nothing of this request, of the scrapes of its results neither.',
    }),
    ...toleratedSearchShape,
    ...clientLabelsShape,
  })
  .check(({ value, issues }) => {
    const { includeDomains, excludeDomains, enterprise, scrapeOptions } = value;
    if (includeDomains.length > 0 && excludeDomains.length > 0) {
      const message = 'cannot be used together with includeDomains';
      issues.push({ code: 'custom', path: ['excludeDomains'], message, input: value });
    }
    const isSecret = value.zeroDataRetention || enterprise.some((kind) => kind !== 'default');
    if (isSecret && scrapeOptions.onlyCleanContent) {
      const message = 'cannot be used with zero data retention';
      issues.push({ code: 'custom', path: ['scrapeOptions', 'onlyCleanContent'], message, input: value });
    }
  })
  .meta({ id: 'SearchRequest' });

export type SearchRequest = z.output<typeof searchRequest>;

/** Names of options in the body that are ignored although they would change the result. */
export function ignoredSearchOptions(request: SearchRequest): string[] {
  return OPTIONS_THAT_MATTER.filter((name) => {
    const value = request[name];
    return value !== undefined && value !== null && value !== false && value !== '';
  });
}
