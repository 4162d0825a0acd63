import { BlockList } from 'node:net';
import { parseAllowedAddress, type AllowedAddress } from '../../lib/settings/allowed-address.ts';
import { normalizeHostName } from '../../lib/addresses/host-name.ts';
import { parseIpAddress } from '../../lib/addresses/ip-address.ts';

/** One address that a connection could go to, and the name it was found under. */
export interface Target {
  hostname: string;
  address: string;
  port: number;
}

/**
 * The addresses and hosts that an operator lets callers reach although they are not public (`DECANT_ALLOW_ADDRESSES`).
 */
export interface AllowList {
  /** Whether an entry names this host (any port), so that `localhost` may pass where only full names do. */
  allowsHost(hostname: string): boolean;
  allows(target: Target): boolean;
  /** Whether an entry that names this very port allows the target. */
  allowsPortOf(target: Target): boolean;
}

interface AllowEntry {
  /** Undefined means every port. */
  port: number | undefined;
  matchesHost(hostname: string): boolean;
  matchesAddress(address: string): boolean;
}

/**
 * Makes an allow list of entries that `parseAllowedAddress` has read. A name allows every address that it resolves to;
 * a range allows the addresses in it, under every name.
 */
export function createAllowList(entries: readonly string[]): AllowList {
  const parsed = entries
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map(toEntry);
  return {
    allowsHost(hostname) {
      const name = normalizeHostName(hostname);
      return parsed.some((entry) => entry.matchesHost(name) || entry.matchesAddress(name));
    },
    allows: (target) => parsed.some((entry) => matches(entry, target)),
    allowsPortOf: (target) => parsed.some((entry) => entry.port !== undefined && matches(entry, target)),
  };
}

function matches(entry: AllowEntry, { hostname, address, port }: Target): boolean {
  if (entry.port !== undefined && entry.port !== port) return false;
  return entry.matchesHost(normalizeHostName(hostname)) || entry.matchesAddress(address);
}

function toEntry(entry: string): AllowEntry {
  const allowed = parseAllowedAddress(entry);
  const { port } = allowed;
  return allowed.kind === 'host'
    ? { port, matchesHost: (hostname) => hostname === allowed.hostname, matchesAddress: () => false }
    : { port, matchesHost: () => false, matchesAddress: inRange(allowed) };
}

function inRange({
  network,
  family,
  prefix,
}: Extract<AllowedAddress, { kind: 'range' }>): AllowEntry['matchesAddress'] {
  const range = new BlockList();
  range.addSubnet(network, prefix, family);
  return (text) => {
    const address = parseIpAddress(text);
    return address?.family === family && range.check(address.text, family);
  };
}
