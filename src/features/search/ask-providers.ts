import type { Clock } from '../../lib/time/clock.ts';
import type { Deadline } from '../../lib/time/deadline.ts';
import { DeadlinePart } from '../../lib/time/deadline-part.ts';
import { describeErrorBriefly } from '../../lib/log/describe-error.ts';
import type { Log } from '../../lib/log/log.ts';
import type { Trace } from '../../scraper/trace.ts';
import { collectResults } from './collect-results.ts';
import { planSearch } from './plan-search.ts';
import type { ProviderHealth } from './provider-health.ts';
import { ProviderFailure, type ProviderResult, type SearchProvider } from './providers/provider.ts';
import type { SearchWish } from './search-wish.ts';

/** A provider does not wait longer than this for its answer while others could be asked. */
const LONGEST_SHARE_MS = 10_000;
/** A caller with less patience says nothing of the provider's health. */
const FAIR_SHARE_MS = 2_000;
/** Two servers that ask each other would never end. */
const NOT_FORWARDED = 'This search came from another server, so firecrawl was not asked.';

/** The answer of the providers elsewhere for one source. */
export interface ChainAnswer {
  /** Undefined when none answered. */
  results: ProviderResult[] | undefined;
  /** The provider that answered. */
  provider: string | undefined;
  remarks: string[];
  failures: ProviderFailure[];
}

interface AskContext {
  /** For the providers alone. */
  deadline: Deadline;
  /** Aborts when the caller goes away. */
  signal: AbortSignal;
  trace: Trace;
  /** Another server passed this search on. */
  isForwarded: boolean;
  /** There are other results if none of them answers, for which time is left. */
  hasOthers: boolean;
}

/** Asks providers one after the other until one answers. Rejects with the reason of the caller's signal only. */
export type AskChain = (wish: SearchWish, context: AskContext) => Promise<ChainAnswer>;

export interface AskChainParts {
  /** In the order in which they are asked. */
  providers: readonly SearchProvider[];
  health: ProviderHealth;
  clock: Clock;
  log: Log;
}

export function createAskChain(parts: AskChainParts): AskChain {
  const { providers, health } = parts;

  return async function askChain(wish, context) {
    const answer: ChainAnswer = { results: undefined, provider: undefined, remarks: [], failures: [] };
    const askable = providers.filter(({ name }) => !context.isForwarded || name !== 'firecrawl');
    const able = askable.filter(
      ({ abilities }) => wish.source === 'web' || abilities[wish.source] !== 'none',
    );
    if (askable.length < providers.length) answer.remarks.push(NOT_FORWARDED);
    if (able.length === 0) {
      const names = askable.map(({ name }) => name).join(', ');
      if (askable.length > 0) answer.remarks.push(`There is no search for ${wish.source} at ${names}.`);
      return answer;
    }
    const names = health.fitOf(
      able.map(({ name }) => name),
      wish.source,
    );
    const fit = able.filter(({ name }) => names.includes(name));
    for (const [at, provider] of fit.entries()) {
      const hasNext = at < fit.length - 1 || context.hasOthers;
      if (await askOne({ ...parts, wish, provider, hasNext, answer }, context)) break;
      if (context.deadline.signal.aborted) break;
    }
    if (answer.provider !== undefined) answer.remarks.unshift(...replacementRemarks(able, answer));
    return answer;
  };
}

interface OneQuestion extends AskChainParts {
  wish: SearchWish;
  provider: SearchProvider;
  hasNext: boolean;
  /** Gets what came of it. */
  answer: ChainAnswer;
}

/** True when the provider answered. */
async function askOne(question: OneQuestion, context: AskContext): Promise<boolean> {
  const { provider, wish, answer, health, clock, hasNext } = question;
  const { name } = provider;
  const plan = planSearch(wish, provider);
  if (plan === undefined) return false;
  const { remainingMs } = context.deadline;
  const shareMs = hasNext ? Math.min(remainingMs / 2, LONGEST_SHARE_MS) : remainingMs;
  using part = hasNext ? new DeadlinePart(context.deadline, remainingMs - shareMs) : undefined;
  // A part as long as the whole could be over a moment before it: the search would seem to have time left.
  const share = part ?? context.deadline;
  try {
    const found = await context.trace.measure('provider', async function askProvider(details) {
      Object.assign(details, { provider: name, source: wish.source });
      const { signal } = share;
      const collected = await collectResults({ provider, wish, plan, now: clock.now(), signal });
      Object.assign(details, { requests: collected.requests, results: collected.results.length });
      return collected;
    });
    health.answered(name, wish.source);
    answer.results = found.results;
    answer.provider = name;
    answer.remarks.push(...found.remarks);
    return true;
  } catch (error) {
    context.signal.throwIfAborted();
    const failure = failureOf(error, question, share);
    answer.failures.push(failure);
    if (failure.kind !== 'timeout' || shareMs >= FAIR_SHARE_MS) health.failed(failure, wish.source);
    return false;
  }
}

/** A mistake of an adapter ends its answer, not the search. */
function failureOf(
  error: unknown,
  { provider: { name }, log }: OneQuestion,
  share: Deadline,
): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  if (error === share.signal.reason)
    return new ProviderFailure(name, 'timeout', {
      detail: 'did not answer within the time that was left for it',
    });
  log.error('unexpected error', { provider: name, error: describeErrorBriefly(error) });
  return new ProviderFailure(name, 'nonsense', { detail: 'an answer that we could not read', cause: error });
}

/** Says why it was not the first provider that answered. */
function replacementRemarks(able: readonly SearchProvider[], { provider, failures }: ChainAnswer): string[] {
  const before = able.slice(
    0,
    able.findIndex(({ name }) => name === provider),
  );
  const reasons = before.map(
    ({ name }) =>
      failures.find((failure) => failure.provider === name)?.message ?? `${name} rests after a failure`,
  );
  return reasons.length === 0 ? [] : [`${reasons.join(', ')}, so ${provider!} was asked.`];
}
