import { randomBytes } from 'node:crypto';
import { resolve, join } from 'node:path';
import type { ClientConfig } from 'pg';
import type { Log } from '../../lib/log.ts';
import { lockDataFolder } from '../data-folder-lock.ts';
import { clearLeftovers } from './clear-leftovers.ts';
import { findFreePort } from './find-free-port.ts';
import { startPostmaster } from './postmaster.ts';
import { prepareDatabaseFolder } from './prepare-database-folder.ts';
import { locateServerBinaries } from './server-binaries.ts';
import { chooseServerIdentity } from './server-identity.ts';
import { findServerProcesses } from './server-processes.ts';
import { setServerPassword } from './set-server-password.ts';
import { openShortPath } from './socket-path.ts';
import { supervise } from './supervise.ts';

export interface EmbeddedServerOptions {
  dataDir: string;
  log: Log;
  /** Listens on a loopback port, with a password, instead of a socket in the database folder. Always so on Windows. */
  isTcp?: boolean;
  /** The npm package with the binaries, when it is not the installed one. */
  packageFolder?: string;
}

/** A PostgreSQL server of our own inside the data folder. Disposing stops it and leaves nothing running. */
export interface EmbeddedServer extends AsyncDisposable {
  connection: ClientConfig;
  /** Of the server and everything it started. */
  processIds(): number[];
}

/** The role and the database that the template holds. */
const NAMES = { user: 'decant', database: 'decant' } as const;

/** The data folder is held by a lock as long as the server runs. Rejects with one sentence for the operator. */
export async function openEmbeddedServer(options: EmbeddedServerOptions): Promise<EmbeddedServer> {
  const { log, isTcp = process.platform === 'win32', packageFolder } = options;
  const dataDir = resolve(options.dataDir);
  const databaseFolder = databaseFolderIn(dataDir);
  await using starting = new AsyncDisposableStack();

  starting.use(await lockDataFolder(dataDir));
  const identity = await chooseServerIdentity([databaseFolder, dataDir]);
  const { postgres, version } = await locateServerBinaries({
    identity,
    dataDir,
    ...(packageFolder !== undefined && { packageFolder }),
  });
  await prepareDatabaseFolder(databaseFolder, identity, Number.parseInt(version, 10));
  const { connection, settings } = isTcp ? await listenOnPort() : listenOnSocket(dataDir, starting);
  const { password } = connection;
  const program = { postgres, databaseFolder, identity, log };
  starting.use(
    await supervise({
      log,
      async start() {
        await clearLeftovers(databaseFolder, log);
        if (typeof password === 'string') await setServerPassword(program, { ...NAMES, password });
        return startPostmaster(program, { settings, connection });
      },
    }),
  );

  const running = starting.move();
  return {
    connection,
    processIds: () => findServerProcesses(databaseFolder),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** How to reach the server that another process of this machine runs in the data folder. */
export function socketConnection(dataDir: string, resources: AsyncDisposableStack): ClientConfig {
  const folder = resources.use(openShortPath(databaseFolderIn(resolve(dataDir))));
  return { ...NAMES, host: folder.path, port: 5432, ssl: false };
}

function databaseFolderIn(dataDir: string): string {
  return join(dataDir, 'postgres');
}

interface Listening {
  connection: ClientConfig;
  settings: Record<string, string>;
}

/** The folder admits only the server's user (and root), so no password is needed. */
function listenOnSocket(dataDir: string, resources: AsyncDisposableStack): Listening {
  return {
    connection: socketConnection(dataDir, resources),
    settings: { listen_addresses: '', unix_socket_directories: '.' },
  };
}

async function listenOnPort(): Promise<Listening> {
  const port = await findFreePort();
  return {
    connection: {
      ...NAMES,
      host: '127.0.0.1',
      port,
      ssl: false,
      password: randomBytes(24).toString('base64url'),
    },
    settings: { listen_addresses: '127.0.0.1', unix_socket_directories: '', port: String(port) },
  };
}
