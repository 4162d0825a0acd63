import { connect, isIPv6, type Socket } from 'node:net';

/** RFC 8305 section 5, "Connection Attempt Delay": how long one address may take before the next is tried as well. */
const ATTEMPT_DELAY_MS = 250;

interface SocketTarget {
  /** IP addresses, in the order to try; at least one. */
  addresses: readonly string[];
  port: number;
  signal: AbortSignal;
  /** Opens one TCP connection; Node's own when absent. */
  dial?: (options: { host: string; port: number; noDelay: boolean }) => Socket;
}

/**
 * Connects to the first address that answers (Happy Eyeballs, RFC 8305): addresses alternate between families and
 * start one after the other, at once when the one before has failed. Rejects with the last failure when all have
 * failed and with the signal's reason when it aborts; no socket but the returned one stays open.
 */
export function openSocket({ addresses, port, signal, dial = connect }: SocketTarget): Promise<Socket> {
  const queue = alternateFamilies(addresses);
  const open = new Set<Socket>();
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  let timer: NodeJS.Timeout | undefined;

  const settle = (winner?: Socket): void => {
    clearTimeout(timer);
    queue.length = 0;
    signal.removeEventListener('abort', onAbort);
    for (const socket of open) if (socket !== winner) socket.destroy();
  };
  const onAbort = (): void => {
    settle();
    reject(signal.reason);
  };
  const tryNext = (): void => {
    clearTimeout(timer);
    const address = queue.shift();
    if (address === undefined) return;
    const socket = dial({ host: address, port, noDelay: true });
    open.add(socket);
    socket.once('connect', () => {
      settle(socket);
      resolve(socket);
    });
    // Stays for good: a socket may fail between two owners.
    socket.on('error', (error) => {
      open.delete(socket);
      if (queue.length > 0) tryNext();
      else if (open.size === 0) {
        settle();
        reject(error);
      }
    });
    if (queue.length > 0) timer = setTimeout(tryNext, ATTEMPT_DELAY_MS);
  };

  if (signal.aborted) return Promise.reject(signal.reason as Error);
  signal.addEventListener('abort', onAbort, { once: true });
  tryNext();
  return promise;
}

/** RFC 8305 section 4: keeps the resolver's order within each family and its first family first. */
function alternateFamilies(addresses: readonly string[]): string[] {
  const firstIsIpv6 = isIPv6(addresses[0] ?? '');
  const preferred = addresses.filter((address) => isIPv6(address) === firstIsIpv6);
  const others = addresses.filter((address) => isIPv6(address) !== firstIsIpv6);
  const mixed: string[] = [];
  for (let i = 0; i < Math.max(preferred.length, others.length); i++) {
    mixed.push(...preferred.slice(i, i + 1), ...others.slice(i, i + 1));
  }
  return mixed;
}
