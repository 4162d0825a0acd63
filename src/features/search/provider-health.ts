import type { Clock } from '../../lib/time/clock.ts';
import type { Log } from '../../lib/log/log.ts';
import type { ProviderFailure, SearchSource } from './providers/provider.ts';

/** The rest after the first failure; it doubles with each further one. */
const FIRST_REST_MS = 30_000;
const LONGEST_REST_MS = 10 * 60_000;
/** A quota may be used up for a month: a provider is tried again before that, since the operator may have bought more. */
const LONGEST_ASKED_REST_MS = 60 * 60_000;

/**
 * Which providers this process asks now: those that failed rest, so that a search does not wait for them. Each source has a
 * rest of its own: pictures may fail where pages do not. A key that is not accepted is so for all.
 */
export interface ProviderHealth {
  /** Those that may be asked now, in the given order; when all of them rest, the one that has rested longest. */
  fitOf<Name extends string>(names: readonly Name[], source: SearchSource): Name[];
  answered(name: string, source: SearchSource): void;
  /** A failure that asks for a rest of 0 ms is the fault of its request: other searches go on asking. */
  failed(failure: ProviderFailure, source: SearchSource): void;
}

interface Rest {
  failures: number;
  since: number;
  until: number;
}

const SOURCES: readonly SearchSource[] = ['web', 'news', 'images'];

export function createProviderHealth({ clock, log }: { clock: Clock; log: Log }): ProviderHealth {
  const rests = new Map<string, Rest>();

  function restOf(name: string, source: SearchSource): Rest {
    return rests.get(`${name} ${source}`) ?? { failures: 0, since: 0, until: 0 };
  }

  /** Searches that fail together are one failure. */
  function rest(failure: ProviderFailure, source: SearchSource): number {
    const { failures, until } = restOf(failure.provider, source);
    const now = clock.now();
    const isResting = until > now;
    const counted = isResting ? failures : failures + 1;
    const restMs = restAfter(failure, counted);
    if (restMs > 0)
      rests.set(`${failure.provider} ${source}`, {
        failures: counted,
        since: now,
        until: Math.max(until, now + restMs),
      });
    return restMs;
  }

  return {
    fitOf(names, source) {
      const fit = names.filter((name) => restOf(name, source).until <= clock.now());
      if (fit.length > 0) return fit;
      return names.toSorted((a, b) => restOf(a, source).since - restOf(b, source).since).slice(0, 1);
    },
    answered(name, source) {
      if (rests.delete(`${name} ${source}`))
        log.info('a search provider answers again', { provider: name, source });
    },
    failed(failure, source) {
      const { provider, kind, detail } = failure;
      const isOfAll = kind === 'refused' && failure.retryAfterMs === undefined;
      const restMs = Math.max(...(isOfAll ? SOURCES : [source]).map((one) => rest(failure, one)));
      const fields = { provider, source, kind, detail, restMs };
      if (kind === 'refused' && restMs > 0)
        log.error('a search provider does not accept our requests', fields);
      else log.warn('a search provider failed', fields);
    },
  };
}

function restAfter({ kind, retryAfterMs }: ProviderFailure, failures: number): number {
  if (retryAfterMs !== undefined) return Math.min(retryAfterMs, LONGEST_ASKED_REST_MS);
  if (kind === 'refused') return LONGEST_REST_MS;
  return Math.min(FIRST_REST_MS * 2 ** (failures - 1), LONGEST_REST_MS);
}
