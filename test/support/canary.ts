import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** Who must not be reached: listens where a machine keeps what is nobody's business. */
export interface Canary extends AsyncDisposable {
  /** A port of its own for each kind of attack, TCP and UDP, on 127.0.0.1 and on ::1. */
  portOf(kind: string): number;
  /** By kind: connections, whether they said anything or not, and packets. */
  readonly hits: ReadonlyMap<string, number>;
}

/** What it answers: nobody may ever read this. */
export const CANARY_SECRET = 'the-canary-sings';

const ADDRESSES = ['127.0.0.1', '::1'] as const;
/** A port may be free for one protocol and taken for another. */
const MAX_TRIES = 20;
const ANSWER =
  'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nAccess-Control-Allow-Origin: *\r\n' +
  'Access-Control-Allow-Private-Network: true\r\nConnection: close\r\n' +
  `Content-Length: ${CANARY_SECRET.length}\r\n\r\n${CANARY_SECRET}`;

interface Perch {
  port: number;
  close(): void;
}

/** Opened for these kinds of attack. */
export async function openCanary(kinds: readonly string[]): Promise<Canary> {
  const hits = new Map<string, number>();
  const perches = new Map<string, Perch>();
  for (const kind of kinds) {
    perches.set(kind, await openPerch(() => void hits.set(kind, (hits.get(kind) ?? 0) + 1)));
  }
  return {
    hits,
    portOf(kind) {
      const perch = perches.get(kind);
      if (!perch) throw new Error(`the canary has no port for ${kind}`);
      return perch.port;
    },
    async [Symbol.asyncDispose]() {
      for (const perch of perches.values()) perch.close();
    },
  };
}

async function openPerch(note: () => void): Promise<Perch> {
  for (let tries = 1; ; tries += 1) {
    const opened: Array<Server | UdpSocket> = [];
    const sockets = new Set<Socket>();
    const close = (): void => {
      for (const socket of sockets) socket.destroy();
      for (const each of opened) each.close();
    };
    try {
      let port = 0;
      for (const host of ADDRESSES) {
        const server = createServer((socket) => {
          note();
          sockets.add(socket.once('close', () => sockets.delete(socket)));
          socket.on('error', () => socket.destroy());
          socket.once('data', () => socket.end(ANSWER));
        });
        await once(server.listen({ port, host }), 'listening');
        opened.push(server);
        port = (server.address() as AddressInfo).port;
      }
      for (const host of ADDRESSES) {
        const udp = createSocket({ type: host === '::1' ? 'udp6' : 'udp4' });
        udp.on('message', note);
        udp.bind(port, host);
        await once(udp, 'listening');
        opened.push(udp);
      }
      return { port, close };
    } catch (error) {
      close();
      if (tries >= MAX_TRIES) throw error;
    }
  }
}
