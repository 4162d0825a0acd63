import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { normalizeHostName } from '../addresses/host-name.ts';
import { parseIpAddress } from '../addresses/ip-address.ts';

/** One entry of an allow list: a host by its name, or a range of addresses; a single address is a range of one. */
export type AllowedAddress = { /** Undefined means every port. */ port: number | undefined } & (
  | { kind: 'host'; hostname: string }
  | { kind: 'range'; network: string; family: 'ipv4' | 'ipv6'; prefix: number }
);

/**
 * Reads `10.0.0.0/8`, `10.1.2.3`, `fd00::/8`, `wiki.internal`, each also with a port: `wiki.internal:8080`,
 * `10.1.2.3:8080`, `[fd00::1]:8080`. Throws an Error that names a bad entry and says what would be right.
 */
export function parseAllowedAddress(entry: string): AllowedAddress {
  refuseUrl(entry);
  refuseWildcard(entry);
  const { place, port } = splitPort(entry);
  if (place.includes('/')) return { port, ...parseRange(place, entry) };
  const address = parseIpAddress(place);
  if (address) {
    const prefix = address.family === 'ipv4' ? 32 : 128;
    return { port, kind: 'range', network: address.text, family: address.family, prefix };
  }
  const hostname = hostNameOf(place);
  if (hostname === undefined) throw bad(entry, 'it is neither an address, a range (CIDR) nor a host name');
  return { port, kind: 'host', hostname };
}

/** `http://wiki.internal:8080/start` is what stands in a browser. */
function refuseUrl(entry: string): void {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(entry)) return;
  const url = URL.parse(entry);
  const right = url?.host ? `write ${url.host}` : 'write a host, or host:port';
  throw bad(entry, `it is a URL; ${right}`);
}

function refuseWildcard(entry: string): void {
  if (!entry.includes('*')) return;
  const [, host] = /^([^*]+):\*$/.exec(entry) ?? [];
  throw bad(
    entry,
    host === undefined
      ? 'there are no wildcards; write each host, or the range of their addresses such as 10.0.0.0/8'
      : `there are no wildcards; ${host} alone stands for every port`,
  );
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

function parseRange(
  range: string,
  entry: string,
): { kind: 'range'; network: string; family: 'ipv4' | 'ipv6'; prefix: number } {
  const [, network = '', digits = ''] = /^([^/]*)\/(.*)$/.exec(range) ?? [];
  const address = parseIpAddress(network);
  if (!address) {
    const host = hostNameOf(network);
    const hint = host === undefined ? '' : `; write ${network} alone for a host`;
    throw bad(entry, `the part before the slash is not an IP address${hint}`);
  }
  if (address.family === 'ipv4' && isIP(network) === 6)
    throw bad(entry, 'write an IPv4-mapped range as IPv4');
  const longest = address.family === 'ipv4' ? 32 : 128;
  const prefix = Number(digits);
  if (!/^\d{1,3}$/.test(digits) || prefix > longest)
    throw bad(entry, `the prefix length behind the slash is not a whole number from 0 to ${longest}`);
  return { kind: 'range', network: address.text, family: address.family, prefix };
}

/** The name in the form that the URL parser gives; undefined for what is not a name, half-written IPv4 included. */
function hostNameOf(text: string): string | undefined {
  const name = normalizeHostName(domainToASCII(text));
  const isName = /^(?!-)[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/.test(name) && name.length <= 253;
  const endsInNumber = /(?:^|\.)(?:\d+|0x[0-9a-f]*)$/.test(name);
  return isName && !endsInNumber ? name : undefined;
}

function bad(entry: string, why: string): Error {
  const shown = entry.replace(/\/\/[^/@]*@/, '//');
  return new Error(`cannot have "${shown}" as an entry: ${why}`);
}
