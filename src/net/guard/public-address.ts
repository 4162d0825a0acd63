import { BlockList } from 'node:net';
import { parseIpAddress } from '../../lib/addresses/ip-address.ts';

/**
 * Nobody's web server lives in these. Source: IANA IPv4 Special-Purpose Address Registry, plus multicast and the one
 * virtual address that a large cloud serves its machines' configuration on.
 */
const REFUSED_IPV4: ReadonlyArray<readonly [network: string, prefix: number]> = [
  ['0.0.0.0', 8], // this network (RFC 791); Linux connects 0.0.0.0 to loopback
  ['10.0.0.0', 8], // private (RFC 1918)
  ['100.64.0.0', 10], // carrier-grade NAT (RFC 6598)
  ['127.0.0.0', 8], // loopback (RFC 1122)
  ['168.63.129.16', 32], // Azure's host agent, reachable from inside its machines only
  ['169.254.0.0', 16], // link-local (RFC 3927), cloud metadata
  ['172.16.0.0', 12], // private (RFC 1918)
  ['192.0.0.0', 24], // IETF protocol assignments (RFC 6890)
  ['192.0.2.0', 24], // documentation (RFC 5737)
  ['192.88.99.0', 24], // 6to4 relay anycast, deprecated (RFC 7526)
  ['192.168.0.0', 16], // private (RFC 1918)
  ['198.18.0.0', 15], // benchmarking (RFC 2544)
  ['198.51.100.0', 24], // documentation (RFC 5737)
  ['203.0.113.0', 24], // documentation (RFC 5737)
  ['224.0.0.0', 4], // multicast (RFC 5771)
  ['240.0.0.0', 4], // reserved (RFC 1112) and limited broadcast
];

/**
 * The parts of global unicast 2000::/3 that are not for the public, or that carry an IPv4 address which a relay would
 * connect to. Source: IANA IPv6 Special-Purpose Address Registry.
 */
const REFUSED_IPV6: ReadonlyArray<readonly [network: string, prefix: number]> = [
  ['2001::', 23], // IETF protocol assignments: Teredo, benchmarking, AMT, ORCHID, ORCHIDv2, drone ids
  ['2001:db8::', 32], // documentation (RFC 3849)
  ['2002::', 16], // 6to4 (RFC 3056)
  ['3fff::', 20], // documentation (RFC 9637)
];

const refused = new BlockList();
for (const [network, prefix] of REFUSED_IPV4) refused.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of REFUSED_IPV6) refused.addSubnet(network, prefix, 'ipv6');

/** IANA has handed out global unicast addresses from here only (RFC 4291 section 2.4). */
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

/**
 * Whether an address belongs to the public internet. IPv4-mapped addresses count as their IPv4 address; all other
 * forms that embed one (IPv4-compatible, NAT64, 6to4, Teredo, ISATAP) are refused whatever they embed, and so is
 * everything that is not an IP address.
 */
export function isPublicAddress(text: string): boolean {
  const address = parseIpAddress(text);
  if (!address) return false;
  if (refused.check(address.text, address.family)) return false;
  if (address.family === 'ipv4') return true;
  return globalUnicast.check(address.text, 'ipv6') && !isIsatap(address.groups);
}

/** RFC 5214 section 6.1: the interface identifier is 0000:5efe or 0200:5efe, then an IPv4 address. */
function isIsatap(groups: readonly number[]): boolean {
  return groups[5] === 0x5efe && (groups[4] === 0 || groups[4] === 0x0200);
}
