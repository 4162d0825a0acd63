import { ServiceError } from '../../lib/service-error.ts';
import type { ProxyEntry } from '../../lib/settings/proxy-list.ts';
import { isUpstreamFailure } from '../../net/upstream/upstream-failure.ts';
import type { Trace } from '../trace.ts';
import type { PageWay } from './engine.ts';
import type { ProxyAttempt } from './proxy-choice.ts';

interface ThroughProxiesOptions<T> {
  attempts: readonly ProxyAttempt[];
  country: string | undefined;
  /** The job of a page, else its scrape: requests with the same key keep to one proxy. */
  sessionKey: string;
  signal: AbortSignal;
  trace: Trace;
  /**
   * Fetches the page on one way; called once for each. An error that `isUpstreamFailure` knows is tried again with
   * another proxy.
   */
  fetch(way: PageWay): Promise<T>;
  /** Says why the result is a refusal to talk to us; undefined when it is an answer. */
  findBlock(result: T): string | undefined;
}

/** The result of a fetch, and the kind of proxy that it is charged for. */
export interface Proxied<T> {
  result: T;
  proxyUsed: ProxyAttempt['proxyUsed'];
}

/** The most proxies of one kind that one attempt tries. */
const MAX_PROXIES_TRIED = 3;

/** A site that does not want our address need not say so with an answer: many just hang up or keep silent. */
const PERHAPS_A_BLOCK: ReadonlySet<string> = new Set([
  'SCRAPE_SITE_ERROR',
  'SCRAPE_TIMEOUT',
  'SCRAPE_PROXY_SELECTION_ERROR',
]);

const TIMEOUTS: ReadonlySet<string> = new Set(['SCRAPE_TIMEOUT', 'CONCURRENCY_QUEUE_TIMEOUT']);

/**
 * Asks for a page in one way after the other until it is not blocked, and tells the rotations how their proxies did.
 * When the enhanced way does not help either, the first answer counts, so that nobody pays for it in vain. Rejects with
 * the first error of `fetch`.
 */
export async function throughProxies<T>(options: ThroughProxiesOptions<T>): Promise<Proxied<T>> {
  const { attempts, signal, trace } = options;
  let blocked: Proxied<T> | undefined;
  let failure: ServiceError | undefined;
  for (const [index, attempt] of attempts.entries()) {
    const { identity, rotation, proxyUsed } = attempt;
    try {
      const { result, block } = await tryProxies(attempt, options);
      if (block === undefined || attempts.length === 1) return { result, proxyUsed };
      trace.note('blocked', { identity, reason: block });
      // A page that refuses is no success after a failure.
      if (!failure) blocked ??= { result, proxyUsed };
    } catch (error) {
      if (signal.aborted) throw endOf(error, signal);
      if (!(error instanceof ServiceError)) throw error;
      failure ??= error;
      if (!blocked && !mayHelp(attempts[index + 1], rotation, error)) break;
      trace.note('blocked', { identity, reason: error.message });
    }
  }
  if (blocked) return blocked;
  throw failure ?? new ServiceError('SCRAPE_PROXY_SELECTION_ERROR');
}

/** Tells whether the next way leads elsewhere and the failure may have been a block. */
function mayHelp(
  next: ProxyAttempt | undefined,
  rotation: ProxyAttempt['rotation'],
  { code }: ServiceError,
): boolean {
  return next?.rotation !== rotation && PERHAPS_A_BLOCK.has(code);
}

interface Tried<T> {
  result: T;
  /** The reason why the result is no answer; undefined when it is one. */
  block: string | undefined;
}

async function tryProxies<T>(attempt: ProxyAttempt, options: ThroughProxiesOptions<T>): Promise<Tried<T>> {
  const { identity, rotation } = attempt;
  const { country, sessionKey, signal, trace, findBlock } = options;
  if (!rotation) {
    const result = await options.fetch({ identity, upstream: undefined });
    return { result, block: findBlock(result) };
  }
  const tried = new Set<ProxyEntry>();
  let failure = new ServiceError('SCRAPE_PROXY_SELECTION_ERROR');
  while (tried.size < MAX_PROXIES_TRIED) {
    const entry = rotation.pick({ country, sessionKey, except: tried });
    if (!entry) break;
    tried.add(entry);
    try {
      const result = await options.fetch({ identity, upstream: entry.url });
      const block = findBlock(result);
      rotation.report(entry, block === undefined ? 'ok' : 'blocked', sessionKey);
      return { result, block };
    } catch (error) {
      if (signal.aborted) throw endOf(error, signal);
      if (!isUpstreamFailure(error)) throw error;
      rotation.report(entry, 'failed', sessionKey);
      trace.note('proxyFailed', { identity, reason: error.message });
      failure = error;
    }
  }
  throw failure;
}

/**
 * Picks the error for a scrape whose time is over: a time-out tells what was under way, any other error comes from the
 * end itself.
 */
function endOf(error: unknown, { reason }: AbortSignal): unknown {
  const isTimeout = error instanceof ServiceError && TIMEOUTS.has(error.code);
  return isTimeout ? error : reason;
}
