import { v7 as uuidv7 } from 'uuid';
import type { Caller, Team } from '../../accounts/caller.ts';
import { holdForCall, type CreditHold, type CreditHolds } from '../../accounts/credit-holds.ts';
import type { ScrapeOptions } from '../../contract/options/scrape-options.ts';
import { ignoredSearchOptions, type SearchRequest } from '../../contract/requests/search.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { Deadline } from '../../lib/time/deadline.ts';
import { DeadlinePart } from '../../lib/time/deadline-part.ts';
import { noteOfRequest, withLogFields, type Log } from '../../lib/log/log.ts';
import { ServiceError } from '../../lib/service-error.ts';
import type { CheckAvailability } from '../../scraper/check-availability.ts';
import { createTrace, type Trace } from '../../scraper/trace.ts';
import type { AskSource, SourceAnswer } from './ask-source.ts';
import type { IsUsable } from './is-usable.ts';
import type { ProviderFailure, ProviderResult, SearchSource } from './providers/provider.ts';
import { FORWARDED_ORIGIN } from './providers/firecrawl.ts';
import { searchPrice, type RecordSearch } from './record-search.ts';
import { scrapeResults, type ScrapedResult, type ScrapeResult } from './scrape-results.ts';
import { searchItem, type SearchItems } from './search-items.ts';
import type { SearchWish } from './search-wish.ts';
import { wishesOf } from './wishes-of.ts';

/** No timer runs longer: 24 days. */
const LONGEST_MS = 24 * 86_400_000;
/** The part of its time in which a search writes its answer. */
const ANSWER_SHARE = 0.05;
const LONGEST_ANSWER_MS = 500;
/** The time for finding the names of results, so that they can be left out. */
const LONGEST_NAMES_MS = 5_000;
/** URLs that one sentence names. */
const MAX_NAMED = 10;

export interface SearchParts {
  askSource: AskSource;
  scrape: ScrapeResult;
  checkAvailability: CheckAvailability;
  /** Whether other endpoints would take a URL. */
  isUsable: IsUsable;
  credits: CreditHolds;
  record: RecordSearch;
  /** The variable that names a provider, for errors. */
  variableOf: (provider: string) => string;
  /** There is nobody to ask: neither a provider nor own pages. */
  isMissing: boolean;
  clock: Clock;
  log: Log;
}

export interface SearchAnswer {
  id: string;
  creditsUsed: number;
  warning: string | null;
  data: SearchItems;
}

/** POST /v2/search. Rejects with a ServiceError; `signal` ends it. */
export type Search = (
  caller: Caller,
  request: SearchRequest,
  signal: AbortSignal,
  keepMemory?: (memory: Disposable) => void,
) => Promise<SearchAnswer>;

/** The members of a record that a secret search leaves empty. */
const NOTHING_KEPT = { query: undefined, trace: undefined };

interface SearchRun {
  id: string;
  caller: Caller;
  request: SearchRequest;
  options: ScrapeOptions;
  isZdr: boolean;
  deadline: Deadline;
  signal: AbortSignal;
  trace: Trace;
  hold: CreditHold | undefined;
  keepMemory: ((memory: Disposable) => void) | undefined;
}

/** Finds results and scrapes them. It holds no slot of the team itself: its scrapes take one each. */
export function createSearch(parts: SearchParts): Search {
  const { credits, record, clock, log } = parts;

  return async function search(caller, request, signal, keepMemory) {
    const { isZdr, isSecret } = secrecyOf(request, caller.team);
    if (parts.isMissing) throw missing();
    const options = scrapeOptionsOf(request, { isSecret });
    if (options.formats.length > 0) await parts.checkAvailability(options);
    const id = uuidv7();
    // Let go of when the charge is written.
    await using hold = await holdForCall(credits, caller.team, { id, credits: searchPrice(1, { isZdr }) });
    using deadline = new Deadline(Math.min(request.timeout, LONGEST_MS), signal);
    const trace = createTrace();
    const told = isSecret ? NOTHING_KEPT : { query: request.query, trace: trace.steps };
    const call = { id, caller, createdAt: new Date(clock.now()), ...told };
    const run: SearchRun = { id, caller, request, options, isZdr, deadline, signal, trace, hold, keepMemory };
    return await withLogFields({ searchId: id }, async function searchAndRecord() {
      let found: Found;
      try {
        found = await find(parts, run);
      } catch (error) {
        // The caller is told why the search failed, not that this could not be written down.
        await record({ ...call, credits: 0 }).catch((cause: unknown) =>
          log.warn('a failed search was not recorded', { error: cause }),
        );
        throw error;
      }
      await record({ ...call, credits: found.price });
      noteOfRequest({ credits: found.price + found.scrapeCredits });
      log.debug('searched', { sources: found.sources });
      return {
        id,
        creditsUsed: found.price + found.scrapeCredits,
        warning: found.remarks.length === 0 ? null : [...new Set(found.remarks)].join(' '),
        data: found.data,
      };
    });
  };
}

/** Rejects with FEATURE_NOT_ENABLED when the team may not search so. */
function secrecyOf(
  { enterprise, zeroDataRetention, scrapeOptions }: SearchRequest,
  { features }: Team,
): { isZdr: boolean; isSecret: boolean } {
  const isZdr = enterprise.includes('zdr');
  const isAnon = enterprise.includes('anon');
  const isSealed = zeroDataRetention || scrapeOptions.zeroDataRetention;
  const refused = [
    isZdr && !features.searchZdr && 'enterprise: zdr',
    isAnon && !features.searchAnon && 'enterprise: anon',
    isSealed && !features.zeroDataRetention && 'zeroDataRetention',
  ].filter((name) => name !== false);
  if (refused.length > 0)
    throw new ServiceError('FEATURE_NOT_ENABLED', {
      message: `${refused.join(', ')} is not enabled for this team`,
    });
  return { isZdr, isSecret: isZdr || isAnon || isSealed || scrapeOptions.lockdown };
}

/** Under zero retention nothing of the results is kept either; lockdown has rules of its own. */
function scrapeOptionsOf(
  { scrapeOptions }: SearchRequest,
  { isSecret }: { isSecret: boolean },
): ScrapeOptions {
  if (!isSecret || scrapeOptions.lockdown) return scrapeOptions;
  return { ...scrapeOptions, zeroDataRetention: true, storeInCache: false };
}

function missing(): ServiceError {
  return new ServiceError('FEATURE_NOT_AVAILABLE', {
    message:
      'Search is not available: no provider is configured, and own pages are not indexed (DECANT_SEARCH)',
    details: { feature: 'search', variable: 'DECANT_SEARCH' },
  });
}

interface Found {
  data: SearchItems;
  remarks: string[];
  /** Credits for the results, without their scrapes. */
  price: number;
  scrapeCredits: number;
  sources: Partial<Record<SearchSource, number>>;
}

async function find(parts: SearchParts, run: SearchRun): Promise<Found> {
  const { request, deadline, isZdr, hold } = run;
  const { wishes, remarks } = wishesOf(request, parts.clock.now());
  for (const name of ignoredSearchOptions(request))
    remarks.push(`${name} is not supported by search and was ignored.`);
  remarks.push(...run.options.warnings);
  using phase = new DeadlinePart(deadline, answerMs(request.timeout));
  const lists = await askAll(parts, run, { wishes, deadline: phase });
  const results = lists.map(({ results: list }) => list);
  const price = searchPrice(results.flat().length, { isZdr });
  await hold?.raise(price);
  const scraped = await scrapeFound(parts, run, { results: results.flat(), deadline: phase });
  return {
    data: itemsOf(wishes, results, scraped),
    remarks: [...remarks, ...lists.flatMap((list) => list.remarks), ...cutRemarks(scraped, request)],
    price,
    scrapeCredits: [...scraped.values()].reduce((sum, { credits }) => sum + credits, 0),
    sources: Object.fromEntries(wishes.map(({ source }, at) => [source, results[at]!.length])),
  };
}

function answerMs(timeout: number): number {
  return Math.min(timeout * ANSWER_SHARE, LONGEST_ANSWER_MS);
}

interface Asking {
  wishes: readonly SearchWish[];
  deadline: Deadline;
}

/** Asks for all sources at once. Rejects when none has an answer. */
async function askAll(
  { askSource, isUsable, variableOf }: SearchParts,
  { caller, request, options, signal, trace }: SearchRun,
  { wishes, deadline }: Asking,
): Promise<SourceAnswer[]> {
  const teamId = caller.team.id;
  const isForwarded = request.origin === FORWARDED_ORIGIN;
  const context = { teamId, deadline, signal, trace, isLocked: options.lockdown, isForwarded };
  const answers = await Promise.all(wishes.map((wish) => askSource(wish, context))).catch(
    (error: unknown) => {
      signal.throwIfAborted();
      throw error === deadline.signal.reason ? outOfTime(request, '') : error;
    },
  );
  signal.throwIfAborted();
  const failures = answers.flatMap((answer) => answer.failures);
  const isAnswered = answers.length === 0 || answers.some((answer) => answer.failures.length === 0);
  if (!isAnswered) throw unanswered(failures, { request, isLate: deadline.signal.aborted, variableOf });
  const told = answers.map((answer, at) => ({
    ...answer,
    remarks: [
      ...answer.remarks,
      ...(answer.failures.length > 0 ? [`No ${wishes[at]!.source}: ${messagesOf(answer.failures)}.`] : []),
    ],
  }));
  if (!request.ignoreInvalidURLs) return told;
  return await Promise.all(told.map((answer) => withUsable(answer, isUsable, { teamId, deadline })));
}

/** Leaves results out that other endpoints would refuse. */
async function withUsable(
  answer: SourceAnswer,
  isUsable: IsUsable,
  { teamId, deadline }: { teamId: string; deadline: Deadline },
): Promise<SourceAnswer> {
  using part = new DeadlinePart(deadline, Math.max(0, deadline.remainingMs - LONGEST_NAMES_MS));
  const { signal } = part;
  const checks = await Promise.all(answer.results.map(({ url }) => isUsable(url, { teamId, signal })));
  const results = answer.results.filter((_, at) => checks[at]);
  const count = answer.results.length;
  if (count === 0 || results.length > 0) return { ...answer, results };
  const remark = `ignoreInvalidURLs left none of ${count} results: their hosts do not exist or may not be reached.`;
  return { ...answer, results, remarks: [...answer.remarks, remark] };
}

function messagesOf(failures: readonly ProviderFailure[]): string {
  return [...new Set(failures.map(({ message }) => message))].join(', ');
}

/** Names every provider that was asked, with the variable that its operator would look at. */
function unanswered(
  failures: readonly ProviderFailure[],
  {
    request,
    isLate,
    variableOf,
  }: { request: SearchRequest; isLate: boolean } & Pick<SearchParts, 'variableOf'>,
): ServiceError {
  const said = failures.map(({ provider, message }) => `${message} (${variableOf(provider)})`);
  const reasons = [...new Set(said)].join(', ');
  const details = {
    providers: failures.map(({ provider, kind }) => ({
      name: provider,
      reason: kind,
      variable: variableOf(provider),
    })),
  };
  if (isLate) return outOfTime(request, `: ${reasons}`, details);
  return new ServiceError('SEARCH_UNAVAILABLE', {
    message: `No search provider answered: ${reasons}`,
    details,
  });
}

function outOfTime({ timeout }: SearchRequest, reasons: string, details?: unknown): ServiceError {
  const message = `The search did not finish within ${timeout} ms${reasons}`;
  return new ServiceError('SCRAPE_TIMEOUT', { message, details });
}

interface Scraping {
  results: readonly ProviderResult[];
  deadline: Deadline;
}

async function scrapeFound(
  { scrape, log }: SearchParts,
  { caller, options, signal, keepMemory, trace, request }: SearchRun,
  { results, deadline }: Scraping,
): Promise<Map<string, ScrapedResult>> {
  const urls = results.flatMap(({ source, url }) => (source === 'images' ? [] : [url]));
  if (options.formats.length === 0 || urls.length === 0) return new Map();
  // The operator enabled the search to be secret, and with it the scrapes that it is made of.
  const scraper =
    request.enterprise.length > 0 && options.zeroDataRetention ? withZeroRetention(caller) : caller;
  return await trace.measure('scrapes', async function scrapeAll(details) {
    const scraped = await scrapeResults(urls, {
      caller: scraper,
      options,
      scrape,
      deadline,
      signal,
      keepMemory,
      log,
    });
    details['pages'] = scraped.size;
    details['failed'] = [...scraped.values()].filter(({ document }) => document === undefined).length;
    return scraped;
  });
}

function withZeroRetention({ team, ...caller }: Caller): Caller {
  return { ...caller, team: { ...team, features: { ...team.features, zeroDataRetention: true } } };
}

function itemsOf(
  wishes: readonly SearchWish[],
  lists: ReadonlyArray<readonly ProviderResult[]>,
  scraped: ReadonlyMap<string, ScrapedResult>,
): SearchItems {
  return Object.fromEntries(
    wishes.map(({ source, categories }, at) => [
      source,
      lists[at]!.map((result, place) =>
        searchItem(result, {
          position: place + 1,
          categories,
          scraped: source === 'images' ? undefined : scraped.get(result.url),
        }),
      ),
    ]),
  );
}

function cutRemarks(scraped: ReadonlyMap<string, ScrapedResult>, { timeout }: SearchRequest): string[] {
  const cut = [...scraped].flatMap(([url, { document, failure }]) =>
    document === undefined && failure === undefined ? [url] : [],
  );
  if (cut.length === 0) return [];
  const more = cut.length > MAX_NAMED ? ` and ${cut.length - MAX_NAMED} more` : '';
  const which = `${cut.slice(0, MAX_NAMED).join(', ')}${more}`;
  return [`Not scraped within ${timeout} ms, so without content: ${which}.`];
}
