import { v7 as uuidv7 } from 'uuid';
import type { Caller } from '../../accounts/caller.ts';
import type { Document } from '../../contract/documents/document.ts';
import type { EndpointReply } from '../../contract/endpoint.ts';
import type { teamScrapeParts } from '../../contract/endpoints/team-scrape-parts.ts';
import type { ScrapeOptions } from '../../contract/options/scrape-options.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { Deadline } from '../../lib/time/deadline.ts';
import type { JsonText } from '../../lib/json/json-text.ts';
import { ServiceError } from '../../lib/service-error.ts';
import { cacheKey, findCachedPage, isCacheable } from '../../scraper/cache/page-cache.ts';
import type { ConvertedOutline } from '../../scraper/convert/outline-converted.ts';
import type { Page } from '../../scraper/page.ts';
import type { ScrapePage } from '../../scraper/scrape-page.ts';
import { createTrace } from '../../scraper/trace.ts';
import type { Queryable } from '../../store/database.ts';
import { findKeptScrape, type KeptScrape } from './kept-scrape.ts';

/** One conversion of one page. */
const TIMEOUT_MS = 30_000;

type ScrapeParts = EndpointReply<typeof teamScrapeParts>;

export interface ScrapePartsParts {
  db: Queryable;
  clock: Clock;
  scrapePage: ScrapePage;
  /** GET /v2/scrape/{id}. */
  readDocument(caller: Caller, id: string): Promise<JsonText>;
}

/** The page of a scrape as it was kept. */
interface KeptPage {
  page: Page;
  fetchedAt: Date;
  source: ScrapeParts['data']['source'];
  remarks: string[];
}

/** The page of a scrape once more in its parts, from what was kept of it: nothing is fetched, recorded or charged. */
export function createExplainScrape(parts: ScrapePartsParts) {
  async function outlineOf(
    { caller, id, signal }: { caller: Caller; id: string; signal: AbortSignal },
    outline: 'parts' | 'marked',
  ): Promise<{ found: ConvertedOutline; kept: KeptPage }> {
    const scrape = await findKeptScrape(parts, caller, id);
    const options = explainableOptions(scrape);
    const url = URL.parse(scrape.target);
    if (url === null) throw conflict('it has no address');
    using deadline = new Deadline(TIMEOUT_MS, signal);
    const kept = await findPage(parts, { caller, id, scrape, url, options, signal: deadline.signal });
    const { outline: found } = await parts.scrapePage({
      id: uuidv7(),
      teamId: caller.team.id,
      url,
      sourceUrl: scrape.target,
      copy: kept,
      // No format is wanted, and no model is asked.
      options: { ...options, formats: [], onlyCleanContent: false },
      outline,
      isExplained: true,
      deadline,
      trace: createTrace(),
    });
    if (found === undefined) throw conflict('it is a file, which is kept whole');
    return { found, kept };
  }

  return {
    /** GET /v2/team/scrapes/{id}/parts. NOT_FOUND for a scrape of another team, CONFLICT when its page was not kept. */
    async scrapeParts(caller: Caller, id: string, signal: AbortSignal): Promise<ScrapeParts> {
      const { found, kept } = await outlineOf({ caller, id, signal }, 'parts');
      const { source, remarks } = kept;
      return { success: true, data: { source, remarks, ...repliedParts(found) } };
    },
    /** The page as HTML with its removed parts shaded; nothing in it runs, loads or leads anywhere. Rejects as `scrapeParts`. */
    async markedPage(caller: Caller, id: string, signal: AbortSignal): Promise<string> {
      const { found } = await outlineOf({ caller, id, signal }, 'marked');
      return found.marked ?? '';
    },
  };
}

function repliedParts({
  characters,
  content,
  contentCharacters,
  removed,
  moreRemoved,
  kept,
}: ConvertedOutline): Omit<ScrapeParts['data'], 'source' | 'remarks'> {
  return {
    characters,
    kept: {
      characters: contentCharacters,
      selector: content ?? null,
      parts: kept.map((part) => ({ ...part, selector: part.selector ?? null })),
    },
    removed: removed.map((part) => ({ ...part, selector: part.selector ?? null })),
    moreRemoved,
  };
}

/** Throws CONFLICT for a scrape that has no page to look at again. */
function explainableOptions({ options, errorCode, trace }: KeptScrape): ScrapeOptions {
  if (errorCode !== null) throw conflict('the scrape failed');
  if (options === null) throw conflict('its options are too long to be kept');
  const converted = trace.findLast(({ step }) => step === 'convert');
  if (converted !== undefined && converted['kind'] !== 'html')
    throw conflict('it is a file, which is kept whole');
  return options;
}

interface Wanted {
  caller: Caller;
  id: string;
  scrape: KeptScrape;
  url: URL;
  options: ScrapeOptions;
  signal: AbortSignal;
}

/** The very copy that the scrape stored or took, else the HTML that it answered with. */
async function findPage(parts: ScrapePartsParts, wanted: Wanted): Promise<KeptPage> {
  const { caller, id, scrape, url, options, signal } = wanted;
  const document = (await parts.readDocument(caller, id)).parse() as Document;
  const remarks =
    scrape.jobId === null
      ? []
      : [
          'The scrape of a job also leaves out what stands on most pages of the site; that is not shown here.',
        ];
  const { cachedAt } = document.metadata;
  if (typeof cachedAt === 'string' && isCacheable(options)) {
    const ageMs = parts.clock.now() - Date.parse(cachedAt);
    const found = await findCachedPage(
      parts.db,
      {
        key: cacheKey(caller.team.id, url, options),
        age: { minMs: ageMs, maxMs: ageMs },
        now: Date.parse(cachedAt) + ageMs,
      },
      signal,
    );
    if (found !== undefined) return { ...found, source: 'cache', remarks };
  }
  if (document.rawHtml === undefined)
    throw conflict('the page is not in the cache (any more), and the scrape has no rawHtml');
  if (scrape.trace.some(({ step }) => step === 'capture'))
    remarks.push('A browser showed the page: blocks that its style sheets hid may be told otherwise here.');
  return { page: pageOf(document, url), fetchedAt: scrape.createdAt, source: 'rawHtml', remarks };
}

function pageOf({ rawHtml = '', metadata }: Document, url: URL): Page {
  return {
    url: typeof metadata.url === 'string' ? metadata.url : url.href,
    status: metadata.statusCode ?? 200,
    headers: {},
    contentType: 'text/html; charset=utf-8',
    body: new TextEncoder().encode(rawHtml),
  };
}

function conflict(reason: string): ServiceError {
  return new ServiceError('CONFLICT', { message: `The parts of this page cannot be told: ${reason}` });
}
