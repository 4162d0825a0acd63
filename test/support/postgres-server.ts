import { chown, mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '../../src/lib/log.ts';
import { openEmbeddedServer } from '../../src/store/embedded/embedded-server.ts';

/** A server as an operator would run one: its URL fits DATABASE_URL. */
export interface TestServer extends AsyncDisposable {
  url: string;
}

const NOBODY = 65_534;

/** Starts a PostgreSQL server of its own on a loopback port, with a password and a folder that goes when it does. */
export async function openTestServer(): Promise<TestServer> {
  await using opening = new AsyncDisposableStack();
  const folder = opening.use(await mkdtempDisposable(join(tmpdir(), 'decant-postgres-')));
  // A password is set in a mode of the server that looks its user up in /etc/passwd.
  if (process.getuid?.() === 0) await chown(folder.path, NOBODY, NOBODY);
  const server = opening.use(await openEmbeddedServer({ dataDir: folder.path, log: silentLog, isTcp: true }));
  const { user, password, host, port, database } = server.connection;
  const open = opening.move();
  return {
    url: `postgres://${user}:${String(password)}@${host}:${port}/${database}`,
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}
