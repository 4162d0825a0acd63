import { once } from 'node:events';
import { chmod, mkdtempDisposable } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What anybody of this machine can reach. */
export interface Canaries extends AsyncDisposable {
  /** A Unix socket; its name ends with the port of a TCP server. */
  path: string;
  port: number;
}

export async function openCanaries(): Promise<Canaries> {
  await using opening = new AsyncDisposableStack();
  const folder = opening.use(await mkdtempDisposable(join(tmpdir(), 'decant-canary-')));
  await chmod(folder.path, 0o755);
  const open = () => createServer((socket) => void socket.on('error', () => undefined));
  const tcp = open().listen(0, '127.0.0.1');
  opening.defer(() => void tcp.close());
  await once(tcp, 'listening');
  const { port } = tcp.address() as AddressInfo;
  const path = join(folder.path, `socket-${port}`);
  const unix = open().listen(path);
  opening.defer(() => void unix.close());
  await once(unix, 'listening');
  await chmod(path, 0o777);
  const opened = opening.move();
  return { path, port, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}
