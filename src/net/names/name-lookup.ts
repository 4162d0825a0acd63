import { systemClock, type Clock } from '../../lib/time/clock.ts';
import { TeamLane } from '../../lib/turns/team-lane.ts';
import { askDns, DnsError, UNKNOWN_NAME, type DnsResend } from './ask-dns.ts';
import { parseHostsFile } from './hosts-file.ts';
import type { Lookup } from './lookup.ts';
import { hasMoreSources } from './name-sources.ts';
import { preferredOrder } from './preferred-order.ts';
import { completeName, parseSearchRules } from './search-rules.ts';
import { createSystemLookup, type AskSystem } from './system-lookup.ts';
import { createWatchedFile } from './watched-file.ts';

export interface NameLookupOptions {
  /** Name servers, `address` or `address:port`, in place of the system and all that it knows beside its hosts file. */
  servers?: readonly string[] | undefined;
  /** Those of the system, when it is not to be asked which they are. */
  systemServers?: readonly string[];
  files?: Partial<typeof FILES>;
  platform?: NodeJS.Platform;
  clock?: Pick<Clock, 'now'>;
  askSystem?: AskSystem;
  firstPatienceMs?: number;
  resend?: DnsResend;
}

const FILES = {
  hosts: process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts',
  resolv: '/etc/resolv.conf',
  nsswitch: '/etc/nsswitch.conf',
};

/**
 * Names that are asked for in DNS at a time. Each is two questions, and small name servers in between (dnsmasq: 150)
 * refuse everybody's when there are too many.
 */
const PLACES = { places: 128, placesPerTeam: 32 };

/** For name servers that have never answered, where the system may know another way. */
const FIRST_PATIENCE_MS = 3_000;

/** Nobody has said anything about the name. */
const SILENT: ReadonlySet<string> = new Set(['ETIMEOUT', 'ECONNREFUSED']);

/**
 * Finds names as the system does, but without its threads, which stop answering everybody when somebody asks for names
 * whose name servers are slow: hosts file, then DNS with the search domains of resolv.conf. Only names that are unknown
 * there are looked up by the system, where it knows names from elsewhere.
 */
export function createNameLookup({
  servers,
  systemServers,
  files,
  platform = process.platform,
  clock = systemClock,
  askSystem,
  firstPatienceMs = FIRST_PATIENCE_MS,
  resend,
}: NameLookupOptions = {}): Lookup {
  const paths = { ...FILES, ...files };
  const hosts = createWatchedFile(paths.hosts, parseHostsFile);
  const searchRules = createWatchedFile(paths.resolv, (text) => parseSearchRules(text));
  const knowsMore = createWatchedFile(paths.nsswitch, (text) => hasMoreSources(text, platform));
  const lane = new TeamLane(PLACES);
  const system = servers ? undefined : createSystemLookup({ clock, ...(askSystem && { ask: askSystem }) });
  let isHeard = false;

  async function ask(name: string, signal: AbortSignal): Promise<readonly string[] | DnsError> {
    try {
      const patienceMs = isHeard || !system || !knowsMore() ? undefined : firstPatienceMs;
      const addresses = await askDns({ name, servers: servers ?? systemServers, patienceMs, resend, signal });
      isHeard = true;
      return addresses;
    } catch (error) {
      if (!(error instanceof DnsError)) throw error;
      isHeard ||= !SILENT.has(error.code);
      return error;
    }
  }

  /**
   * Asks for all completed names in turn: gives the addresses of the first that has any, or the reason why there are
   * none.
   */
  async function askAll(hostname: string, signal: AbortSignal): Promise<readonly string[] | DnsError> {
    let fault: DnsError | undefined;
    for (const name of completeName(hostname, searchRules())) {
      const answer = await ask(name, signal);
      if (!(answer instanceof DnsError)) return answer;
      if (SILENT.has(answer.code)) return answer;
      if (answer.code !== UNKNOWN_NAME) fault ??= answer;
    }
    return fault ?? new DnsError(UNKNOWN_NAME, hostname);
  }

  /** Names that are slow are not the system's business: it would take as long, on a thread that others need. */
  const isForSystem = ({ code }: DnsError): boolean => knowsMore() && (!SILENT.has(code) || !isHeard);

  return async function lookUpName(hostname, asker) {
    const { teamId = '', signal } = asker;
    const written = hosts().get(hostname);
    if (written) return preferredOrder(written);
    const answer = await lane.run(teamId, signal, () => askAll(hostname, signal));
    if (!(answer instanceof DnsError)) return answer;
    if (!system || !isForSystem(answer)) throw answer;
    return system(hostname, asker);
  };
}
