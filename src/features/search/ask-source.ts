import type { Clock } from '../../lib/time/clock.ts';
import type { Deadline } from '../../lib/time/deadline.ts';
import { describeErrorBriefly } from '../../lib/log/describe-error.ts';
import type { Log } from '../../lib/log/log.ts';
import type { Trace } from '../../scraper/trace.ts';
import type { SearchIndex } from '../../search-index/search-index.ts';
import type { AskChain, ChainAnswer } from './ask-providers.ts';
import { resultKey } from './clean-results.ts';
import { collectResults } from './collect-results.ts';
import { mergeRanks } from './merge-ranks.ts';
import { planSearch } from './plan-search.ts';
import { createOwnIndex } from './providers/own-index.ts';
import type { ProviderFailure, ProviderResult } from './providers/provider.ts';
import type { SearchWish } from './search-wish.ts';

/** The results of one source. */
export interface SourceAnswer {
  results: ProviderResult[];
  remarks: string[];
  /** Providers that did not answer, where nobody else did. */
  failures: ProviderFailure[];
}

export interface SourceContext {
  teamId: string;
  /** For the asking alone. */
  deadline: Deadline;
  signal: AbortSignal;
  trace: Trace;
  /** Nothing may leave the machine. */
  isLocked: boolean;
  /** Another server passed this search on. */
  isForwarded: boolean;
}

/** Asks providers, own pages or both for one source. */
export type AskSource = (wish: SearchWish, context: SourceContext) => Promise<SourceAnswer>;

export interface AskSourceParts {
  askChain: AskChain;
  /** Names of the providers elsewhere; none when own pages are all there is. */
  providers: readonly string[];
  /** Own pages; undefined when they are not asked. */
  own: Pick<SearchIndex, 'search'> | undefined;
  /** Own pages for requests of which nothing may leave the machine. */
  lockedIndex: Pick<SearchIndex, 'search'> | undefined;
  clock: Clock;
  log: Log;
}

export function createAskSource(parts: AskSourceParts): AskSource {
  const { askChain, providers } = parts;

  return async function askSource(wish, context) {
    const isAlone = providers.length === 0 || context.isLocked;
    const index = context.isLocked ? parts.lockedIndex : parts.own;
    const [own, chain] = await Promise.all([
      index === undefined ? undefined : askOwn(parts, index, { wish, context }),
      isAlone ? undefined : askChain(wish, { ...context, hasOthers: index !== undefined }),
    ]);
    if (chain === undefined) return ownAnswer(own, { context, providers });
    return mergedAnswer(own, chain, { wish, trace: context.trace });
  };
}

interface OwnAnswer {
  /** Undefined when the database did not answer. */
  results: ProviderResult[] | undefined;
  pages: number;
  remarks: string[];
}

interface OwnQuestion {
  wish: SearchWish;
  context: SourceContext;
}

async function askOwn(
  { clock, log, providers }: AskSourceParts,
  index: Pick<SearchIndex, 'search'>,
  { wish, context }: OwnQuestion,
): Promise<OwnAnswer> {
  const { teamId, deadline, signal, trace, isLocked } = context;
  const now = clock.now();
  const own = createOwnIndex(index, { teamId, hasPassages: wish.hasPassages, now });
  const plan = planSearch(wish, own)!;
  const seen = { pages: 0 };
  const search: typeof own.search = async function noteSize(request, ofSearch) {
    const page = await own.search(request, ofSearch);
    seen.pages = page.pages;
    return page;
  };
  try {
    return await trace.measure('own', async function searchOwn(details) {
      const provider = { ...own, search };
      const { results, remarks } = await collectResults({
        provider,
        wish,
        plan,
        now,
        signal: deadline.signal,
      });
      Object.assign(details, { source: wish.source, pages: seen.pages, urls: results.map(({ url }) => url) });
      return { results, remarks, pages: seen.pages };
    });
  } catch (error) {
    signal.throwIfAborted();
    // Without a provider there is nothing else to answer with.
    if (providers.length === 0 || isLocked) throw error;
    log.warn('own pages were not searched', { error: describeErrorBriefly(error) });
    return {
      results: undefined,
      pages: 0,
      remarks: ['The pages that this team had scraped could not be searched.'],
    };
  }
}

function ownAnswer(
  own: OwnAnswer | undefined,
  { context, providers }: { context: SourceContext; providers: readonly string[] },
): SourceAnswer {
  const why =
    context.isLocked && providers.length > 0
      ? `lockdown lets nothing out, so ${providers.join(', ')} ${providers.length === 1 ? 'was' : 'were'} not asked`
      : 'no search provider is configured (DECANT_SEARCH)';
  if (own === undefined)
    return {
      results: [],
      remarks: [`Nothing was searched: ${why}, and own pages are not searched here.`],
      failures: [],
    };
  const results = own.results ?? [];
  return {
    results,
    remarks: [`${searchedPages(own.pages, results.length)}: ${why}.`, ...own.remarks],
    failures: [],
  };
}

function searchedPages(pages: number, results: number): string {
  if (pages === 0) return 'This team has scraped no pages yet that could be searched';
  const these = pages === 1 ? 'the one page' : `the ${pages} pages`;
  return results === 0
    ? `Nothing was found among ${these} that this team had scraped`
    : `Only ${these} that this team had scraped ${pages === 1 ? 'was' : 'were'} searched`;
}

function mergedAnswer(
  own: OwnAnswer | undefined,
  chain: ChainAnswer,
  { wish, trace }: { wish: SearchWish; trace: Trace },
): SourceAnswer {
  const lists = [chain.results, own?.results].filter((list) => list !== undefined);
  const remarks = [...chain.remarks, ...(own?.remarks ?? [])];
  if (chain.results === undefined && own?.results === undefined)
    return { results: [], remarks, failures: chain.failures };
  const results = mergeRanks(lists, resultKey).slice(0, wish.limit);
  if (lists.length > 1) trace.note('merge', { source: wish.source, results: results.length });
  const failed = chain.failures.map(({ message }) => message).join(', ');
  if (chain.results === undefined && failed !== '')
    remarks.unshift(`${searchedPages(own!.pages, results.length)}: ${failed}.`);
  else if (results.length === 0) remarks.unshift(emptyRemark(wish, chain, own));
  return { results, remarks, failures: [] };
}

function emptyRemark({ source }: SearchWish, { provider }: ChainAnswer, own: OwnAnswer | undefined): string {
  const what = source === 'web' ? 'nothing' : `no ${source}`;
  const also =
    own?.results === undefined
      ? ''
      : `, and there is nothing among the ${own.pages} pages that this team had scraped`;
  return `${provider ?? 'No provider'} found ${provider === undefined ? 'anything' : what} for this query${also}.`;
}
