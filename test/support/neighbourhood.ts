import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { networkInterfaces } from 'node:os';

/** Hears what is asked of all machines nearby (mDNS, RFC 6762). */
export interface Neighbourhood extends AsyncDisposable {
  /** Whether anybody has asked for the name below `local`. */
  readonly isAskedFor: boolean;
}

const GROUP = '224.0.0.251';
const PORT = 5353;
const HEADER_BYTES = 12;

export async function openNeighbourhood(name: string): Promise<Neighbourhood> {
  const state = { isAskedFor: false };
  const socket = createSocket({ type: 'udp4', reuseAddr: true });
  socket.on('message', (message) => {
    const length = message[HEADER_BYTES] ?? 0;
    const label = message.toString('latin1', HEADER_BYTES + 1, HEADER_BYTES + 1 + length);
    if (label === name) state.isAskedFor = true;
  });
  socket.bind(PORT);
  await once(socket, 'listening');
  for (const address of ownAddresses()) join(socket, address);
  return {
    get isAskedFor() {
      return state.isAskedFor;
    },
    async [Symbol.asyncDispose]() {
      socket.close();
      await once(socket, 'close');
    },
  };
}

function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((entries = []) =>
    entries.filter(({ family }) => family === 'IPv4').map(({ address }) => address),
  );
}

function join(socket: Socket, address: string): void {
  try {
    socket.addMembership(GROUP, address);
  } catch {
    // An interface without multicast, on which nothing can be heard.
  }
}
