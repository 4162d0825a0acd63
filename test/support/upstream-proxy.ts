import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { TEST_CERTIFICATE } from './loopback-site.ts';

/** A proxy as customers have them, on loopback. */
export interface UpstreamProxy extends AsyncDisposable {
  readonly port: number;
  /** Each target asked for, and the credentials given. */
  readonly asked: Array<{ target: string; credentials: string }>;
}

interface UpstreamOptions {
  isTls?: boolean;
  /** `user:password` to insist on. */
  credentials?: string;
  /** Whether a target is connected to; others are refused. */
  mayReach?: (target: string) => boolean;
}

export function openHttpUpstream(options: UpstreamOptions = {}): Promise<UpstreamProxy> {
  return listen(options, async (client, asked) => {
    let head = '';
    while (!head.endsWith('\r\n\r\n')) head += (await readBytes(client, 1)).toString('latin1');
    const target = /^CONNECT (\S+) HTTP\/1\.1\r\n/.exec(head)?.[1] ?? '';
    const [, encoded = ''] = /\r\nProxy-Authorization: Basic (\S+)/.exec(head) ?? [];
    const credentials = Buffer.from(encoded, 'base64').toString();
    asked.push({ target, credentials });
    if (credentials !== (options.credentials ?? ''))
      return void client.end('HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 2\r\n\r\nno');
    const site = options.mayReach?.(target) === false ? undefined : await reach(target);
    if (!site) return void client.end('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n');
    // An interim answer, and a head in two parts.
    client.write('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nX-P');
    await new Promise((resolve) => setImmediate(resolve));
    client.write('roxy: 1\r\n\r\n');
    site.pipe(client).pipe(site);
  });
}

/** SOCKS 5 (RFC 1928, 1929); answers with a name as bound address. */
export function openSocks5Upstream(options: UpstreamOptions = {}): Promise<UpstreamProxy> {
  return listen(options, async (client, asked) => {
    const [, count = 0] = await readBytes(client, 2);
    const methods = await readBytes(client, count);
    const method = options.credentials === undefined ? 0 : 2;
    client.write(Buffer.from([5, methods.includes(method) ? method : 255]));
    let credentials = '';
    if (method === 2) {
      await readBytes(client, 1);
      const user = (await readBytes(client, (await readBytes(client, 1))[0] ?? 0)).toString();
      credentials = `${user}:${(await readBytes(client, (await readBytes(client, 1))[0] ?? 0)).toString()}`;
      client.write(Buffer.from([1, credentials === options.credentials ? 0 : 1]));
      if (credentials !== options.credentials) return void client.end();
    }
    const request = await readBytes(client, 4);
    const address = await readBytes(client, request[3] === 4 ? 16 : 4);
    const port = (await readBytes(client, 2)).readUInt16BE();
    const host =
      address.length === 4
        ? address.join('.')
        : `[${address.toString('hex').replace(/(....)(?=.)/g, '$1:')}]`;
    const target = `${host}:${port}`;
    asked.push({ target, credentials });
    const site = options.mayReach?.(target) === false ? undefined : await reach(target);
    if (!site) return void client.end(Buffer.from([5, 5, 0, 1, 0, 0, 0, 0, 0, 0]));
    client.write(Buffer.from([5, 0, 0]));
    await new Promise((resolve) => setImmediate(resolve));
    client.write(Buffer.concat([Buffer.from([3, 2]), Buffer.from('me'), Buffer.from([0, 80])]));
    site.pipe(client).pipe(site);
  });
}

async function listen(
  { isTls = false }: UpstreamOptions,
  talk: (client: Socket, asked: UpstreamProxy['asked']) => Promise<void>,
): Promise<UpstreamProxy> {
  const asked: UpstreamProxy['asked'] = [];
  const clients = new Set<Socket>();
  const onClient = (client: Socket): void => {
    clients.add(client);
    client.on('error', () => client.destroy());
    talk(client, asked).catch(() => client.destroy());
  };
  const key = readFileSync(new URL('../fixtures/tls/key.pem', import.meta.url));
  const server = isTls ? createTlsServer({ cert: TEST_CERTIFICATE, key }, onClient) : createServer(onClient);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    async [Symbol.asyncDispose]() {
      for (const client of clients) client.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

async function readBytes(socket: Socket, count: number): Promise<Buffer> {
  for (;;) {
    const bytes = socket.read(count) as Buffer | null;
    if (bytes) return bytes;
    await once(socket, 'readable');
    if (socket.readableEnded) throw new Error('closed');
  }
}

async function reach(target: string): Promise<Socket | undefined> {
  const { hostname, port } = new URL(`http://${target}`);
  const site = connect(Number(port), hostname.replace(/^\[|\]$/g, ''));
  try {
    await once(site, 'connect');
    site.on('error', () => site.destroy());
    return site;
  } catch {
    return undefined;
  }
}
