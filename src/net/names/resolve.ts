import { ServiceError } from '../../lib/service-error.ts';
import { isLocalhostName } from '../../lib/addresses/host-name.ts';
import { parseIpAddress } from '../../lib/addresses/ip-address.ts';
import type { Asker, Lookup } from './lookup.ts';
import { SharedWork } from '../../lib/sharing/shared-work.ts';
import { untilAborted } from '../../lib/time/until-aborted.ts';
import { openTimeLimit } from '../../lib/time/time-limit.ts';

/**
 * All addresses of a host: an IP literal is its own. Throws SCRAPE_DNS_RESOLUTION_ERROR, SCRAPE_TIMEOUT when nobody answers,
 * or the signal's reason.
 */
export type Resolve = (hostname: string, asker: Asker) => Promise<readonly string[]>;

const LOOPBACK_ADDRESSES = ['127.0.0.1', '::1'];

/** For one name, the wait for the team's turn included. */
const TIMEOUT_MS = 10_000;

/**
 * Names are looked up once per connection; simultaneous questions of a team for one name share an answer. There is no
 * cache: connections are kept alive, and each new connection checks the answer that it uses.
 */
export function createResolve(lookup: Lookup, { timeoutMs = TIMEOUT_MS } = {}): Resolve {
  const lookups = new SharedWork<readonly string[]>();

  const lookUp = async (hostname: string, { teamId, signal: caller }: Asker): Promise<readonly string[]> => {
    using limit = openTimeLimit(caller, timeoutMs, () => new NotInTimeError());
    const { signal } = limit;
    return await untilAborted(lookup(hostname, { teamId, signal }), signal);
  };

  return async function resolve(hostname, { teamId, signal }) {
    signal.throwIfAborted();
    if (parseIpAddress(hostname)) return [hostname];
    if (isLocalhostName(hostname)) return LOOPBACK_ADDRESSES;
    // Not with another team's question: that one may be waiting for a turn of its own.
    const key = `${teamId ?? ''} ${hostname}`;
    const addresses = await lookups
      .join(key, signal, (ended) => lookUp(hostname, { teamId, signal: ended }))
      .catch((error: unknown) => {
        signal.throwIfAborted();
        throw unresolved(hostname, error);
      });
    if (addresses.length === 0) throw unresolved(hostname);
    return addresses;
  };
}

class NotInTimeError extends Error {
  override readonly name = 'NotInTimeError';
}

function unresolved(hostname: string, cause?: unknown): ServiceError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  // That nobody answers says nothing about the name, and may be another way soon.
  const isLate = cause instanceof NotInTimeError || code === 'ETIMEOUT';
  return new ServiceError(isLate ? 'SCRAPE_TIMEOUT' : 'SCRAPE_DNS_RESOLUTION_ERROR', {
    message: `The host name ${hostname} could not be resolved${isLate ? ' in time' : (REASONS[code] ?? '')}`,
    cause,
  });
}

/** The sentences for failures, also for those that tell nothing about the name. */
const REASONS: Readonly<Record<string, string>> = {
  EAI_AGAIN: ': the name server did not answer',
  ECONNREFUSED: ': no name server can be reached',
  ESERVFAIL: ': the name server failed',
  EREFUSED: ': the name server refused to answer',
};
