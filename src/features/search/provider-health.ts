import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import type { ProviderFailure } from './providers/provider.ts';

/** The rest after the first failure; it doubles with each further one. */
const FIRST_REST_MS = 30_000;
const LONGEST_REST_MS = 10 * 60_000;
/** A quota may be used up for a month: a provider is tried again before that, since the operator may have bought more. */
const LONGEST_ASKED_REST_MS = 60 * 60_000;

/** Which providers this process asks now: those that failed rest, so that a search does not wait for them. */
export interface ProviderHealth {
  /** Those that may be asked now, in the given order; when all of them rest, the one that has rested longest. */
  fitOf<Name extends string>(names: readonly Name[]): Name[];
  answered(name: string): void;
  /** A failure that asks for a rest of 0 ms is the fault of its request: other searches go on asking. */
  failed(failure: ProviderFailure): void;
}

interface Rest {
  failures: number;
  since: number;
  until: number;
}

export function createProviderHealth({ clock, log }: { clock: Clock; log: Log }): ProviderHealth {
  const rests = new Map<string, Rest>();

  function isFit(name: string): boolean {
    return (rests.get(name)?.until ?? 0) <= clock.now();
  }

  return {
    fitOf(names) {
      const fit = names.filter(isFit);
      if (fit.length > 0) return fit;
      const since = (name: string): number => rests.get(name)?.since ?? 0;
      return names.toSorted((a, b) => since(a) - since(b)).slice(0, 1);
    },
    answered(name) {
      if (rests.delete(name)) log.info('a search provider answers again', { provider: name });
    },
    failed(failure) {
      const { provider, kind, detail } = failure;
      const failures = (rests.get(provider)?.failures ?? 0) + 1;
      const restMs = restAfter(failure, failures);
      const since = clock.now();
      rests.set(provider, { failures, since, until: since + restMs });
      const fields = { provider, kind, detail, restMs };
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
