import { untilAborted } from '../../lib/time/until-aborted.ts';
import { cleanResults, resultKey } from './clean-results.ts';
import { createResultCheck, type ResultCheck } from './check-results.ts';
import { mergeRanks } from './merge-ranks.ts';
import type { PlannedRequest, SearchPlan } from './plan-search.ts';
import {
  ProviderFailure,
  type ProviderPage,
  type ProviderResult,
  type SearchProvider,
} from './providers/provider.ts';
import type { SearchWish } from './search-wish.ts';

/** More is fetched where results are checked, and no more pages than these when the checks leave little. */
const OVERFETCH = 2;
const MAX_PAGES = 3;

/** The results of one provider. */
export interface Collected {
  results: ProviderResult[];
  remarks: string[];
  /** Requests that were answered. */
  requests: number;
}

interface Collection {
  provider: Pick<SearchProvider, 'name' | 'limits' | 'search'>;
  wish: SearchWish;
  plan: SearchPlan;
  now: number;
  signal: AbortSignal;
}

/**
 * Asks page after page until there are as many results as wanted, the provider has no more, or the time is over. Rejects with a
 * ProviderFailure or the signal's reason when no request was answered; a later page that fails ends its list.
 */
export async function collectResults(collection: Collection): Promise<Collected> {
  const { plan, wish, provider } = collection;
  const ends = await Promise.allSettled(plan.requests.map((request) => collectPages(collection, request)));
  const parts = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed !== undefined && (parts.length === 0 || !isExpected(failed.reason, collection)))
    throw failed.reason;
  const lost = `${provider.name} answered ${parts.length} of ${ends.length} requests, so there may be more.`;
  const lists = parts.map(({ results }) => results);
  const merged = lists.length === 1 ? lists[0]! : mergeRanks(lists, resultKey);
  const ordered = plan.isSortedHere ? merged.toSorted((a, b) => timeOf(b) - timeOf(a)) : merged;
  return {
    results: ordered.slice(0, wish.limit),
    remarks: [
      ...new Set([
        ...plan.remarks,
        ...parts.flatMap(({ remarks }) => remarks),
        ...(failed === undefined ? [] : [lost]),
      ]),
    ],
    requests: parts.reduce((sum, { requests }) => sum + requests, 0),
  };
}

/** Results without a date come last. */
function timeOf(result: ProviderResult): number {
  return (result.source === 'images' ? undefined : result.publishedAt?.getTime()) ?? 0;
}

async function collectPages(collection: Collection, request: PlannedRequest): Promise<Collected> {
  const { wish, plan, now, signal } = collection;
  const check = createResultCheck(wish, plan.checked, now);
  const count = countOf(collection);
  const found: Collected = { results: [], remarks: [], requests: 0 };
  const keys = new Set<string>();
  for (let page = 0; page < mostPages(collection); page++) {
    const answer = await askPage(collection, { ...request, page, count }, found);
    if (answer === undefined) break;
    found.requests += 1;
    found.remarks.push(...answer.remarks);
    const fresh = takeFresh(answer.results, keys, check);
    found.results.push(...fresh.kept);
    if (found.results.length >= wish.limit || !answer.hasMore || fresh.count === 0 || signal.aborted) break;
  }
  return found;
}

function countOf({ provider, wish, plan }: Collection): number {
  const wanted = plan.checked.size > 0 || plan.isSortedHere ? OVERFETCH * wish.limit : wish.limit;
  return Math.min(wanted, Math.max(1, provider.limits.pageSize[wish.source]));
}

/** Enough for a long list of a provider with small pages. */
function mostPages(collection: Collection): number {
  const { provider, wish, plan } = collection;
  const needed = Math.ceil(wish.limit / countOf(collection)) + (plan.checked.size > 0 ? 1 : 0);
  return Math.min(provider.limits.maxPages, Math.max(MAX_PAGES, needed));
}

/** Anything else is a mistake of an adapter. */
function isExpected(error: unknown, { signal }: Collection): boolean {
  return error instanceof ProviderFailure || error === signal.reason;
}

async function askPage(
  collection: Collection,
  request: Parameters<SearchProvider['search']>[0],
  found: Collected,
): Promise<ProviderPage | undefined> {
  const { provider, signal } = collection;
  try {
    return await untilAborted(provider.search(request, signal), signal);
  } catch (error) {
    if (found.results.length === 0) throw error;
    if (!isExpected(error, collection)) throw error;
    found.remarks.push(
      `${provider.name} gave ${found.results.length} results and then failed, so there may be more.`,
    );
    return undefined;
  }
}

function takeFresh(
  results: readonly ProviderResult[],
  keys: Set<string>,
  check: ResultCheck,
): { count: number; kept: ProviderResult[] } {
  const fresh = cleanResults(results).filter((result) => {
    const key = resultKey(result);
    return !keys.has(key) && keys.add(key) !== undefined;
  });
  return { count: fresh.length, kept: fresh.filter(check) };
}
