import { networkInterfaces } from 'node:os';
import { BlockList } from 'node:net';
import { ServiceError } from '../../lib/service-error.ts';
import { type AllowList, type Target } from './allow-list.ts';
import { BLOCKED_PORTS } from './blocked-ports.ts';
import { isLocalhostName, normalizeHostName } from '../../lib/addresses/host-name.ts';
import { parseIpAddress } from '../../lib/addresses/ip-address.ts';
import { isPublicAddress } from './public-address.ts';

/**
 * Decides where connections may go: to public addresses and to entries of the allow list, never to our own ports, and
 * to ports of other protocols only when an entry names the port. Knows nothing of sockets and name servers.
 */
export interface AddressGuard {
  isPublicAddress(address: string): boolean;
  /** Whether the operator's allow list names this host. */
  allowsHost(hostname: string): boolean;
  /**
   * The addresses of a name that may be connected to: all of them or none, since a name with one refused address is
   * either broken or an attack. Throws SCRAPE_ADDRESS_NOT_ALLOWED, which tells neither the address nor its range.
   */
  admit(destination: Destination): readonly string[];
  /**
   * For an endpoint that the operator configured, such as a proxy: admits exactly this host and port, public or not,
   * unless it is one of our own ports. Callers are never let through by it.
   */
  forEndpoint(endpoint: { hostname: string; port: number }): Pick<AddressGuard, 'admit'>;
  /** Counts a port among our own, at once, until it is disposed of. */
  claimPort(port: number): Disposable;
}

interface Destination {
  hostname: string;
  port: number;
  addresses: readonly string[];
}

interface AddressGuardOptions {
  allow: AllowList;
  /** The ports that we listen on: never reachable on this machine, whatever the allow list says. */
  ownPorts: () => Iterable<number>;
  /** Addresses of this machine's network interfaces. */
  machineAddresses?: () => Iterable<string>;
}

/** Makes the guard of an allow list and of the ports that this process listens on. */
export function createAddressGuard({
  allow,
  ownPorts,
  machineAddresses = interfaceAddresses,
}: AddressGuardOptions): AddressGuard {
  const claimed = new Set<{ port: number }>();

  const isOurPort = (port: number): boolean => {
    for (const claim of claimed) if (claim.port === port) return true;
    return new Set(ownPorts()).has(port);
  };

  const isOurs = ({ address, port }: Target): boolean =>
    isOurPort(port) && isThisMachine(address, machineAddresses());

  const mayReach = (target: Target): boolean => {
    if (isOurs(target)) return false;
    if (BLOCKED_PORTS.has(target.port)) return allow.allowsPortOf(target);
    return isPublicAddress(target.address) || allow.allows(target);
  };

  const hintAt = ({ hostname, port, addresses }: Destination): string =>
    addresses.some((address) => isOurs({ hostname, address, port }))
      ? 'Decant itself listens there'
      : `DECANT_ALLOW_ADDRESSES does not name ${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}`;

  return {
    isPublicAddress,
    allowsHost: (hostname) => allow.allowsHost(hostname),
    admit: (destination) => admitWhere(destination, mayReach, () => hintAt(destination)),
    forEndpoint({ hostname, port }) {
      const name = normalizeHostName(hostname);
      return {
        admit: (destination) =>
          admitWhere(
            destination,
            (target) =>
              target.port === port &&
              normalizeHostName(target.hostname) === name &&
              parseIpAddress(target.address) !== undefined &&
              !isOurs(target),
          ),
      };
    },
    claimPort(port) {
      const claim = { port };
      claimed.add(claim);
      return { [Symbol.dispose]: () => void claimed.delete(claim) };
    },
  };
}

function admitWhere(
  { hostname, port, addresses }: Destination,
  mayReach: (target: Target) => boolean,
  hint?: () => string,
): readonly string[] {
  const admitted = addresses.filter((address) => mayReach({ hostname, address, port }));
  // Both loopback addresses are the same machine: one of the two is enough for a name that means loopback.
  const isEnough = isLocalhostName(hostname) ? admitted.length > 0 : admitted.length === addresses.length;
  if (isEnough && admitted.length > 0) return admitted;
  throw new ServiceError('SCRAPE_ADDRESS_NOT_ALLOWED', { hint: hint?.() });
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addSubnet('0.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');
loopback.addAddress('::', 'ipv6');

function isThisMachine(text: string, machineAddresses: Iterable<string>): boolean {
  const address = parseIpAddress(text);
  if (!address) return true;
  if (loopback.check(address.text, address.family)) return true;
  for (const own of machineAddresses) {
    if (parseIpAddress(own)?.text === address.text) return true;
  }
  return false;
}

function interfaceAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap(
    (addresses) => addresses?.map(({ address }) => address) ?? [],
  );
}
