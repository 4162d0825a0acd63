import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer as createHttpServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A server on loopback that remembers who came. */
export interface LoopbackSite extends AsyncDisposable {
  readonly port: number;
  /** `http://127.0.0.1:port` or its https form. */
  readonly origin: string;
  readonly requests: IncomingMessage[];
  /** Every TCP connection ever accepted. */
  readonly sockets: Socket[];
  /** Resolves when every accepted connection is closed. */
  whenIdle(): Promise<void>;
}

/** Certificate of `localhost`, `site.test` and 127.0.0.1, signed by itself. */
export const TEST_CERTIFICATE = readFixture('certificate.pem');

export interface LoopbackSiteOptions {
  isTls?: boolean;
  host?: string;
  /** Any free one when absent. */
  port?: number;
}

export async function openLoopbackSite(
  answer: RequestListener,
  { isTls = false, host = '127.0.0.1', port = 0 }: LoopbackSiteOptions = {},
): Promise<LoopbackSite> {
  const requests: IncomingMessage[] = [];
  const listener: RequestListener = (request, response) => {
    requests.push(request);
    answer(request, response);
  };
  const server = isTls
    ? createHttpsServer({ cert: TEST_CERTIFICATE, key: readFixture('key.pem') }, listener)
    : createHttpServer(listener);
  return { ...(await listen(server, { host, port, scheme: isTls ? 'https' : 'http' })), requests };
}

/** A server below HTTP: what it says is up to `talk`. */
export async function openTcpSite(talk: (socket: Socket) => void): Promise<LoopbackSite> {
  const server = createTcpServer((socket) => {
    talk(socket);
    // Only a socket that is read notices its end.
    socket.resume();
  });
  return { ...(await listen(server, { host: '127.0.0.1', port: 0, scheme: 'http' })), requests: [] };
}

async function listen(
  server: Server,
  { host, port: wanted, scheme }: { host: string; port: number; scheme: string },
): Promise<Omit<LoopbackSite, 'requests'>> {
  const sockets: Socket[] = [];
  server.on('connection', (socket: Socket) => {
    sockets.push(socket);
    socket.on('error', () => socket.destroy());
  });
  const port = await listenOn(server, host, wanted);
  return {
    port,
    origin: `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`,
    sockets,
    async whenIdle() {
      await Promise.all(
        sockets.map(
          (socket) =>
            new Promise<void>((resolve) => (socket.closed ? resolve() : socket.once('close', resolve))),
        ),
      );
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A service keeps what it knows of a host by its port: no port is given out twice. */
const givenPorts = new Set<number>();

async function listenOn(server: Server, host: string, wanted: number): Promise<number> {
  for (;;) {
    server.listen(wanted, host);
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    if (port === wanted || !givenPorts.has(port)) {
      givenPorts.add(port);
      return port;
    }
    server.close();
    await once(server, 'close');
  }
}

function readFixture(name: string): string {
  return readFileSync(new URL(`../fixtures/tls/${name}`, import.meta.url), 'utf8');
}
