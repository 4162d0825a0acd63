import { z } from 'zod';
import { withMark } from '../needs.ts';
import { actionList } from './actions.ts';
import { formatList } from './formats.ts';
import { location } from './location.ts';
import { parserList } from './parsers.ts';
import { profile } from './profile.ts';
import { requestHeadersOption } from './request-headers.ts';
import { selectorList } from './selector-list.ts';
import { toleratedOptionsShape } from './tolerated-options.ts';

export const DEFAULT_TIMEOUT_MS = 60_000;
export const DEFAULT_MAX_AGE_MS = 2 * 24 * 60 * 60 * 1000;

const selectors = selectorList(z.string().min(1), (text) => text);
const ageMs = z.int().min(0);

/**
 * The options of a scrape as they come over the wire: top-level members of scrape and batch scrape, `scrapeOptions`
 * of crawl and search. An object made of it is to be followed by `.transform(settleScrapeOptions)`, which checks the
 * rules between options and fills in timeout and maxAge, whose defaults depend on others.
 */
export const scrapeOptionsShape = {
  formats: formatList
    .prefault(['markdown'])
    .meta({ description: 'Formats to return: names, or objects with options.' }),
  onlyMainContent: z.boolean().default(true).meta({
    description:
      'Leave out headers, navigation, footers and other surroundings, of `links` and `images` too.',
  }),
  onlyCleanContent: z
    .boolean()
    .default(false)
    .meta(
      withMark(
        'onlyCleanContent',
        'Have a language model remove what clutter is left in the Markdown. Not with zero data retention.',
      ),
    ),
  includeTags: selectors.prefault([]).meta({ description: 'Keep only what these CSS selectors match.' }),
  excludeTags: selectors.prefault([]).meta({ description: 'Remove what these CSS selectors match.' }),
  headers: requestHeadersOption
    .prefault({})
    .meta({ description: 'Headers to send, to the origin of the URL alone.' }),
  waitFor: z
    .int()
    .min(0)
    .max(60_000)
    .default(0)
    .meta(
      withMark(
        'waitFor',
        'Extra time before the page is read, ms. At most half of timeout when that is given.',
      ),
    ),
  mobile: z.boolean().default(false).meta({ description: 'Emulate a mobile device.' }),
  skipTlsVerification: z.boolean().default(true).meta({ description: 'Accept invalid TLS certificates.' }),
  timeout: z
    .int()
    .min(1000)
    .max(300_000)
    .optional()
    .meta({ default: DEFAULT_TIMEOUT_MS, description: 'Limit for the whole request, ms.' }),
  parsers: parserList.prefault(['pdf', 'image']).meta({
    'x-credits': 'a PDF 1 per page',
    description:
      'How PDFs and images are read. A PDF that is not listed is returned as base64, an image is refused; with an empty list every file is returned as base64, in each of `markdown`, `html` and `rawHtml` that is asked for.',
  }),
  actions: actionList
    .prefault([])
    .meta(
      withMark(
        'actions',
        'Steps on the page, in order, before it is read. All waits and waitFor add up to 60 seconds at most.',
      ),
    ),
  location: location.optional().meta({ description: 'Where the request should seem to come from.' }),
  removeBase64Images: z
    .boolean()
    .default(true)
    .meta({ description: 'Replace inlined images in the Markdown by a placeholder.' }),
  blockAds: z.boolean().default(true).meta({ description: 'Block advertisements and cookie pop-ups.' }),
  proxy: z
    .enum(['basic', 'enhanced', 'auto', 'stealth'])
    .transform((kind) => (kind === 'stealth' ? 'enhanced' : kind))
    .prefault('auto')
    .meta({
      'x-credits': '4 more when an enhanced proxy was used',
      description:
        'Kind of proxy; auto retries with enhanced when basic fails. stealth is enhanced. The lists of `DECANT_PROXIES_BASIC` and `DECANT_PROXIES_ENHANCED`; without them none is used.',
    }),
  maxAge: ageMs.optional().meta({
    default: DEFAULT_MAX_AGE_MS,
    description:
      'Answer from the cache when its copy is younger than this, ms; 0 always fetches. 2 years with lockdown.',
  }),
  minAge: ageMs.optional().meta({
    description: 'Answer from the cache only, with a copy at least this old, ms; 1 takes any.',
  }),
  storeInCache: z
    .boolean()
    .default(true)
    .meta({ description: 'Keep the page in the cache. Never kept with headers, actions or profile.' }),
  lockdown: z.boolean().default(false).meta({
    'x-credits': '5 on a hit, 1 on a miss',
    description: 'Answer from the cache only and never connect to the target.',
  }),
  profile: profile.optional().meta(withMark('profile', 'Browser storage to use.')),
  zeroDataRetention: z
    .boolean()
    .default(false)
    .meta({ 'x-credits': '1 more', description: 'Keep nothing of this request.' }),
  ...toleratedOptionsShape,
};

/** Options as they come out of the shape alone, before they are settled. */
export type WireScrapeOptions = z.output<z.ZodObject<typeof scrapeOptionsShape>>;
