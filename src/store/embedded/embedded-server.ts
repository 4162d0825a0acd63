import { resolve, join } from 'node:path';
import type { ClientConfig } from 'pg';
import type { Log } from '../../lib/log/log.ts';
import { lockDataFolder } from '../data-folder-lock.ts';
import { findServicePassword, readServicePassword, SERVICE } from './access-rules.ts';
import { clearLeftovers } from './clear-leftovers.ts';
import { findFreePort } from './find-free-port.ts';
import { prepareDatabaseFolder } from './prepare-database-folder.ts';
import { locateServerBinaries } from './binaries/server-binaries.ts';
import { chooseServerIdentity } from './server-identity.ts';
import { findServerProcesses } from './processes/server-processes.ts';
import { openShortPath } from './socket-path.ts';
import { startFailure } from './start-failure.ts';
import { startReadyServer } from './start-ready-server.ts';
import { supervise } from './processes/supervise.ts';

export interface EmbeddedServerOptions {
  dataDir: string;
  log: Log;
  /** Listens on a loopback port instead of a socket in the database folder. Always so on Windows. */
  isTcp?: boolean;
  /** The npm package with the binaries, when it is not the installed one. */
  packageFolder?: string;
}

/** A PostgreSQL server of our own inside the data folder. Disposing stops it and leaves nothing running. */
export interface EmbeddedServer extends AsyncDisposable {
  connection: ServiceConnection;
  /** The processes of the server and everything it started. */
  processIds(): number[];
}

type ServiceConnection = ClientConfig & { password: string };

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
  const password = await readServicePassword(dataDir);
  const { address, settings } = isTcp ? await listenOnPort() : listenOnSocket(dataDir, starting);
  const connection = { ...SERVICE, ...address, ssl: false, password };
  const program = { postgres, databaseFolder, identity, log };
  starting.use(
    await supervise({
      log,
      async start() {
        await clearLeftovers(databaseFolder, log);
        return startReadyServer(program, { settings, connection, isTcp });
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

/** How to reach the server that another process of this machine runs in the data folder. Rejects as that one does. */
export async function joinServer(
  dataDir: string,
  resources: AsyncDisposableStack,
): Promise<ServiceConnection> {
  const password = await findServicePassword(resolve(dataDir));
  if (password === undefined)
    throw startFailure(`in ${dataDir} is served by an older version of Decant: stop that one first`);
  return { ...SERVICE, ...socketAddress(resolve(dataDir), resources), ssl: false, password };
}

function databaseFolderIn(dataDir: string): string {
  return join(dataDir, 'postgres');
}

interface Address {
  host: string;
  port: number;
}

interface Listening {
  address: Address;
  settings: Record<string, string>;
}

function socketAddress(dataDir: string, resources: AsyncDisposableStack): Address {
  return { host: resources.use(openShortPath(databaseFolderIn(dataDir))).path, port: 5432 };
}

/** The folder admits only the server's user (and root). */
function listenOnSocket(dataDir: string, resources: AsyncDisposableStack): Listening {
  return {
    address: socketAddress(dataDir, resources),
    settings: { listen_addresses: '', unix_socket_directories: '.' },
  };
}

async function listenOnPort(): Promise<Listening> {
  const host = '127.0.0.1';
  const port = await findFreePort();
  return {
    address: { host, port },
    settings: { listen_addresses: host, unix_socket_directories: '', port: String(port) },
  };
}
