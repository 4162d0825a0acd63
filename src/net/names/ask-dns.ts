import { addAbortListener } from 'node:events';
import { Resolver } from 'node:dns/promises';
import { preferredOrder } from './preferred-order.ts';

/** As c-ares takes it: milliseconds, each time twice as many, and how often. */
export interface DnsResend {
  timeout: number;
  maxTimeout: number;
  tries: number;
}

interface DnsQuestion {
  /** As it is asked for: nothing is appended. */
  name: string;
  /** `address` or `address:port`; those of the system when absent. */
  servers: readonly string[] | undefined;
  /** As if the servers were silent after so long. */
  patienceMs?: number | undefined;
  signal: AbortSignal;
  /** When a packet is sent again; has a default. */
  resend?: DnsResend | undefined;
  /** How long the answer for one family waits for that for the other; has a default. */
  otherFamilyMs?: number;
}

/** The code for a name without an address. */
export const UNKNOWN_NAME = 'ENOTFOUND';

/** DNS gave no address. */
export class DnsError extends Error {
  override readonly name = 'DnsError';
  /** ENOTFOUND: the name has none. Else one of c-ares' codes: ETIMEOUT, ESERVFAIL, EREFUSED, ECONNREFUSED, ... */
  readonly code: string;

  constructor(code: string, name: string) {
    super(`${code} ${name}`);
    this.code = code;
  }
}

/** When a packet is sent again that may be lost, ms; a name server that never answers is given up after nine seconds. */
const RESEND: DnsResend = { timeout: 1_000, maxTimeout: 3_000, tries: 4 };

/** Some name servers never answer one of the two questions: the other's answer has to do after this, one packet lost. */
const OTHER_FAMILY_MS = 2_000;

/** Answers that another server might give differently; c-ares itself goes on only when a server does not answer. */
const FAULTS: ReadonlySet<string> = new Set(['ESERVFAIL', 'EREFUSED', 'ENOTIMP', 'EFORMERR']);
/** EBADNAME: no name that can be in DNS. */
const UNKNOWN: ReadonlySet<string> = new Set([UNKNOWN_NAME, 'ENODATA', 'EBADNAME']);

/**
 * Asks name servers for all addresses of a name, without a thread of Node's pool: nothing of it is left when the signal
 * aborts. Rejects with a DnsError or the signal's reason.
 */
export async function askDns({
  name,
  servers,
  patienceMs,
  resend = RESEND,
  otherFamilyMs = OTHER_FAMILY_MS,
  signal,
}: DnsQuestion): Promise<readonly string[]> {
  signal.throwIfAborted();
  // One for each question, since all that one asks is cancelled together; it reads resolv.conf anew. 30 microseconds.
  const resolver = new Resolver({ ...resend });
  if (servers) resolver.setServers(servers);
  const cancel = (): void => resolver.cancel();
  using listening = addAbortListener(signal, cancel);
  const timer = patienceMs === undefined ? undefined : setTimeout(cancel, patienceMs);
  try {
    const others = resolver.getServers().slice(1);
    for (;;) {
      const { addresses, fault } = await askBoth(resolver, name, otherFamilyMs);
      signal.throwIfAborted();
      if (addresses.length > 0) return preferredOrder(addresses);
      // Cancelled by none but the timer.
      if (fault === 'ECANCELLED') throw new DnsError('ETIMEOUT', name);
      const next = FAULTS.has(fault) ? others.shift() : undefined;
      if (next === undefined) throw new DnsError(fault, name);
      resolver.setServers([next]);
    }
  } finally {
    clearTimeout(timer);
  }
}

interface Heard {
  addresses: string[];
  /** The code to report when there are no addresses. */
  fault: string;
}

/** Both families at once. */
async function askBoth(resolver: Resolver, name: string, otherFamilyMs: number): Promise<Heard> {
  let timer: NodeJS.Timeout | undefined;
  const hearOne = async (asking: Promise<string[]>): Promise<string[] | string> => {
    const heard = await asking.catch(codeOf);
    if (typeof heard !== 'string' && heard.length > 0)
      timer ??= setTimeout(() => resolver.cancel(), otherFamilyMs);
    return heard;
  };
  const both = await Promise.all([hearOne(resolver.resolve4(name)), hearOne(resolver.resolve6(name))]);
  clearTimeout(timer);
  const codes = both.filter((heard) => typeof heard === 'string');
  // That the name is unknown counts when everybody says so.
  const fault = codes.find((code) => !UNKNOWN.has(code)) ?? UNKNOWN_NAME;
  return { addresses: both.filter((heard) => typeof heard !== 'string').flat(), fault };
}

function codeOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  throw error;
}
