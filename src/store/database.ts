import type { ClientConfig } from 'pg';
import type { Log } from '../lib/log/log.ts';
import { ServiceError } from '../lib/service-error.ts';
import { joinServer, openEmbeddedServer } from './embedded/embedded-server.ts';
import { createListener, type Listener } from './connection/listener.ts';
import { migrate } from './migrate.ts';
import { createNotifier, type Notifier } from './connection/notifier.ts';
import { openPostgres, type Postgres } from './connection/postgres.ts';
import { readRemoteConnection } from './connection/remote-connection.ts';
import { readServerVersion } from './connection/server-version.ts';

export { statement, type Queryable, type Statement } from './queryable.ts';

export interface DatabaseOptions {
  /** The URL of a PostgreSQL server, 15 or newer; without it a server of our own runs inside the data folder. */
  url?: string;
  dataDir: string;
  /** At most this many connections for statements; 10, or 8 on the embedded server. */
  maxConnections?: number;
  /**
   * When another process of this machine already runs the embedded server of this data folder, use it instead of
   * refusing: for commands next to a running service.
   */
  canJoin?: boolean;
  /** Ends the wait for a server that does not answer, with its reason. */
  signal?: AbortSignal | undefined;
  log: Log;
}

export interface Database extends Postgres, Pick<Listener, 'listen'>, Pick<Notifier, 'notify'> {
  kind: 'embedded' | 'remote';
  /** Whether other processes may be using it now; no other can when this one runs the embedded server. */
  isShared: boolean;
  /** The version of the server, such as `18.4`. */
  version: string;
  /** Processes of the embedded server that this process runs. */
  processIds(): number[];
}

interface Server {
  kind: Database['kind'];
  isShared: boolean;
  /** For messages. */
  name: string;
  connection: ClientConfig;
  patienceMs: number;
  maxConnections: number;
  processIds(): number[];
}

/**
 * Opens the database and brings its schema up to date. Rejects with a ServiceError whose message is one sentence for
 * the operator.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { log, signal } = options;
  await using opening = new AsyncDisposableStack();
  const server = options.url === undefined ? await openEmbedded(options, opening) : openRemote(options.url);
  const { connection, kind, isShared, processIds } = server;
  const version = await readServerVersion({
    connection,
    name: server.name,
    patienceMs: server.patienceMs,
    signal,
    log,
  });
  await migrate({ connection, log });
  const maxConnections = options.maxConnections ?? server.maxConnections;
  const postgres = opening.use(openPostgres({ connection, maxConnections, log }));
  const listener = opening.use(createListener({ connection, log }));
  const notifier = opening.use(createNotifier(postgres, log));
  const open = opening.move();
  return {
    kind,
    isShared,
    version,
    processIds,
    query: postgres.query,
    transaction: postgres.transaction,
    listen: listener.listen,
    notify: notifier.notify,
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

async function openEmbedded(
  { dataDir, canJoin = false, log }: DatabaseOptions,
  opening: AsyncDisposableStack,
): Promise<Server> {
  const common = { kind: 'embedded', name: `The database in ${dataDir}`, maxConnections: 8 } as const;
  try {
    const { connection, processIds } = opening.use(await openEmbeddedServer({ dataDir, log }));
    return { ...common, isShared: false, connection, processIds, patienceMs: 5_000 };
  } catch (error) {
    const isHeld = error instanceof ServiceError && error.code === 'CONFLICT';
    if (!isHeld || !canJoin || process.platform === 'win32') throw error;
    return {
      ...common,
      isShared: true,
      connection: await joinServer(dataDir, opening),
      processIds: () => [],
      patienceMs: 10_000,
    };
  }
}

function openRemote(url: string): Server {
  const { connection, name } = readRemoteConnection(url);
  return {
    kind: 'remote',
    isShared: true,
    name,
    connection,
    patienceMs: 30_000,
    maxConnections: 10,
    processIds: () => [],
  };
}
