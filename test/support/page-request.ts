import { Deadline } from '../../src/lib/time/deadline.ts';
import { silentLog } from '../../src/lib/log/log.ts';
import { createAddressGuard } from '../../src/net/guard/address-guard.ts';
import { createAllowList } from '../../src/net/guard/allow-list.ts';
import type { FetchedPage, PageRequest } from '../../src/net/fetch.ts';
import { openOutbound, type Outbound, type OutboundOptions } from '../../src/net/outbound.ts';

/** An outbound that may reach loopback; names under `.test` all mean 127.0.0.1. */
export function openTestOutbound(options: Partial<OutboundOptions> = {}): Outbound {
  return openOutbound({
    guard: createAddressGuard({ allow: createAllowList(['127.0.0.0/8', '::1']), ownPorts: () => [] }),
    log: silentLog,
    lookup: async (hostname) => {
      if (/\.test\.?$/.test(hostname)) return ['127.0.0.1'];
      throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
    },
    ...options,
  });
}

/** Fetches with defaults for everything but the URL, within five seconds. */
export async function fetchWith(
  outbound: Outbound,
  url: string,
  options: Partial<PageRequest> = {},
): Promise<FetchedPage & { text: string }> {
  using deadline = new Deadline(5_000);
  const page = await outbound.fetchPage({
    url: new URL(url),
    headers: {},
    isMobile: false,
    languages: [],
    skipTlsVerification: true,
    maxBodyBytes: 5_000_000,
    deadline,
    teamId: undefined,
    ...options,
  });
  return { ...page, text: Buffer.from(page.body).toString() };
}
