import { lookup as systemLookup } from 'node:dns/promises';
import { ServiceError } from '../lib/service-error.ts';
import { isLocalhostName } from './host-name.ts';
import { parseIpAddress } from './ip-address.ts';
import { untilAborted } from './until-aborted.ts';

/** Asks the system's resolver (hosts file, DNS): every address of a name in the order to try, or throws. */
export type Lookup = (hostname: string) => Promise<readonly string[]>;

/** All addresses of a host: an IP literal is its own. Throws SCRAPE_DNS_RESOLUTION_ERROR. */
export type Resolve = (hostname: string, signal: AbortSignal) => Promise<readonly string[]>;

const LOOPBACK_ADDRESSES = ['127.0.0.1', '::1'];

/**
 * Names are looked up once per connection; simultaneous questions for one name share an answer. There is no cache:
 * connections are kept alive, and whoever connects checks the answer that it uses.
 */
export function createResolve(lookup: Lookup = lookupWithSystem): Resolve {
  const pending = new Map<string, Promise<readonly string[]>>();

  const share = (hostname: string): Promise<readonly string[]> => {
    const known = pending.get(hostname);
    if (known) return known;
    const answer = lookup(hostname).finally(() => pending.delete(hostname));
    pending.set(hostname, answer);
    return answer;
  };

  return async (hostname, signal) => {
    signal.throwIfAborted();
    if (parseIpAddress(hostname)) return [hostname];
    if (isLocalhostName(hostname)) return LOOPBACK_ADDRESSES;
    const addresses = await untilAborted(share(hostname), signal).catch((error: unknown) => {
      signal.throwIfAborted();
      throw unresolved(hostname, error);
    });
    if (addresses.length === 0) throw unresolved(hostname);
    return addresses;
  };
}

async function lookupWithSystem(hostname: string): Promise<string[]> {
  const answers = await systemLookup(hostname, { all: true, order: 'verbatim' });
  return answers.map(({ address }) => address);
}

function unresolved(hostname: string, cause?: unknown): ServiceError {
  const isTemporary = cause instanceof Error && 'code' in cause && cause.code === 'EAI_AGAIN';
  return new ServiceError('SCRAPE_DNS_RESOLUTION_ERROR', {
    message: `The host name ${hostname} could not be resolved${isTemporary ? ': the name server did not answer' : ''}`,
    cause,
  });
}
