import { BlockList, isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { normalizeHostName } from './host-name.ts';
import { parseIpAddress } from './ip-address.ts';

/** One address that a connection could go to, and the name it was found under. */
export interface Target {
  hostname: string;
  address: string;
  port: number;
}

/** What an operator lets callers reach although it is not public (`DECANT_ALLOW_ADDRESSES`). */
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
 * Reads `10.0.0.0/8`, `10.1.2.3`, `fd00::/8`, `wiki.internal`, each also with a port: `wiki.internal:8080`,
 * `10.1.2.3:8080`, `[fd00::1]:8080`. A name allows whatever it resolves to; a range allows the addresses in it,
 * whatever name leads there. Throws an Error that names the bad entry.
 */
export function createAllowList(entries: readonly string[]): AllowList {
  const parsed = entries
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map(parseEntry);
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

function parseEntry(entry: string): AllowEntry {
  const { place, port } = splitPort(entry);
  if (place.includes('/')) return { port, ...parseRange(place, entry) };
  const address = parseIpAddress(place);
  if (address)
    return { port, matchesHost: () => false, matchesAddress: inRange(address.text, address.family) };
  const name = hostNameOf(place);
  if (name === undefined) throw bad(entry, 'it is neither an address, a range (CIDR) nor a host name');
  return { port, matchesHost: (hostname) => hostname === name, matchesAddress: () => false };
}

function splitPort(entry: string): { place: string; port: number | undefined } {
  const bracketed = /^\[([^[\]]+)\](?::(\d+))?$/.exec(entry);
  const plain = /^([^:]+):(\d+)$/.exec(entry);
  const [, place = entry, digits] = bracketed ?? plain ?? [];
  if (digits === undefined) return { place, port: undefined };
  const port = Number(digits);
  if (port < 1 || port > 65535) throw bad(entry, 'the port is not between 1 and 65535');
  return { place, port };
}

function parseRange(range: string, entry: string): Pick<AllowEntry, 'matchesHost' | 'matchesAddress'> {
  const [, network = '', digits = ''] = /^([^/]+)\/(\d{1,3})$/.exec(range) ?? [];
  const address = parseIpAddress(network);
  const prefix = Number(digits);
  if (!address) throw bad(entry, 'the part before the slash is not an IP address');
  if (address.family === 'ipv4' && isIP(network) === 6)
    throw bad(entry, 'write an IPv4-mapped range as IPv4');
  if (digits === '' || prefix > (address.family === 'ipv4' ? 32 : 128))
    throw bad(entry, 'the prefix length is wrong');
  return { matchesHost: () => false, matchesAddress: inRange(address.text, address.family, prefix) };
}

function inRange(
  network: string,
  family: 'ipv4' | 'ipv6',
  prefix = family === 'ipv4' ? 32 : 128,
): AllowEntry['matchesAddress'] {
  const range = new BlockList();
  range.addSubnet(network, prefix, family);
  return (text) => {
    const address = parseIpAddress(text);
    return address?.family === family && range.check(address.text, family);
  };
}

/** The name in the form that the URL parser gives; undefined for what is not a name, half-written IPv4 included. */
function hostNameOf(text: string): string | undefined {
  const name = normalizeHostName(domainToASCII(text));
  const isName = /^(?!-)[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/.test(name) && name.length <= 253;
  const endsInNumber = /(?:^|\.)(?:\d+|0x[0-9a-f]*)$/.test(name);
  return isName && !endsInNumber ? name : undefined;
}

function bad(entry: string, why: string): Error {
  return new Error(`Allowed address "${entry}" is not valid: ${why}`);
}
