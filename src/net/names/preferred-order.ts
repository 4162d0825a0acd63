import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';

/**
 * Gives the IPv6 addresses first where this machine has a global IPv6 address, the IPv4 addresses first otherwise; within
 * a family they keep their order. A private address (fc00::/7) of the machine does not count as global: its label matches
 * no global address (RFC 6724 section 2.1).
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
