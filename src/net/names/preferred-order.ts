import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';

/**
 * The addresses with the family first that this machine is more likely to reach, in their order within each: IPv6 where it
 * has a global IPv6 address, IPv4 otherwise. A private one (fc00::/7) is none to reach the world from (RFC 6724 section
 * 2.1: its label matches no global address).
 */
export function preferredOrder(
  addresses: readonly string[],
  hasGlobalIpv6: () => boolean = isOnIpv6,
): readonly string[] {
  const ipv6 = addresses.filter((address) => isIPv6(address));
  if (ipv6.length === 0 || ipv6.length === addresses.length) return addresses;
  const ipv4 = addresses.filter((address) => !isIPv6(address));
  return hasGlobalIpv6() ? [...ipv6, ...ipv4] : [...ipv4, ...ipv6];
}

function isOnIpv6(): boolean {
  return Object.values(networkInterfaces()).some((entries) =>
    entries?.some(({ address, internal }) => !internal && /^[23]/.test(address) && isIPv6(address)),
  );
}
