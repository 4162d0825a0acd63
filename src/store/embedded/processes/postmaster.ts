import { setTimeout as sleep } from 'node:timers/promises';
import { Client, DatabaseError, type ClientConfig } from 'pg';
import { isConnectionFailure } from '../../connection-failure.ts';
import { SERVER_SETTINGS } from './server-settings.ts';
import { spawnServer, type ServerProcess, type ServerProgram } from './spawn-server.ts';
import { exitFailure, startFailure } from '../start-failure.ts';
import { stopServerProcesses } from './stop-server-processes.ts';

export interface PostmasterOptions {
  /** Where it listens, as settings of its own. */
  settings: Readonly<Record<string, string>>;
  /** How it is reached. */
  connection: ClientConfig;
  /** A server that shows no sign of life for this long while it starts will not come up. */
  silenceMs?: number;
}

/** One run of a database server that has answered a query. */
export interface Postmaster {
  /** Fulfils when the process has ended, with how: `signal SIGKILL`, `code 1`. */
  exited: Promise<string>;
  /** Until it answers a query that comes this way as well. Rejects when it ends or says nothing. */
  waitFor(connection: ClientConfig): Promise<void>;
  /** Ends it and everything it started; returns when they are gone. */
  stop(): Promise<void>;
}

const STOP_MS = 10_000;
const CANNOT_CONNECT_NOW = '57P03';
/** There is no rule (yet) that lets this role in. */
const NOT_ADMITTED = '28000';

/** Starts the server and waits until it answers a query. Rejects with one sentence, leaving nothing running. */
export async function startPostmaster(
  program: ServerProgram,
  options: PostmasterOptions,
): Promise<Postmaster> {
  const server = spawnServer(program, { settings: { ...SERVER_SETTINGS, ...options.settings } });
  const stop = async (): Promise<void> => {
    server.child.kill('SIGINT');
    await Promise.race([server.exited, sleep(STOP_MS, undefined, { ref: false })]);
    await stopServerProcesses(program.databaseFolder, program.log);
  };
  const waitFor = (connection: ClientConfig): Promise<void> =>
    waitUntilReady(server, program.databaseFolder, { ...options, connection });
  try {
    await waitFor(options.connection);
  } catch (error) {
    await stop();
    throw error;
  }
  return { exited: server.exited, waitFor, stop };
}

/** "ready to accept connections" in its log is not enough: on a busy machine the socket has been seen missing then. */
async function waitUntilReady(
  { exited, log }: ServerProcess,
  databaseFolder: string,
  { connection, silenceMs = 5_000 }: PostmasterOptions,
): Promise<void> {
  const ended = exited.then((how) => {
    throw exitFailure(databaseFolder, log.lines, how);
  });
  for (let lastAnswerAt = performance.now(); ;) {
    try {
      await Promise.race([answer(connection), ended]);
      return;
    } catch (error) {
      if (!isConnectionFailure(error) && !isNotAdmitted(error)) throw error;
      // It is there and says that it recovers from a crash: that may take its time.
      if (error instanceof DatabaseError && error.code === CANNOT_CONNECT_NOW)
        lastAnswerAt = performance.now();
    }
    if (performance.now() - Math.max(lastAnswerAt, log.lastAt) > silenceMs) {
      throw startFailure(`in ${databaseFolder} started but did not answer within ${silenceMs / 1000} s`);
    }
    await Promise.race([sleep(5), ended]);
  }
}

/** A server that is given new rules goes by them a moment later. */
function isNotAdmitted(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === NOT_ADMITTED;
}

async function answer(connection: ClientConfig): Promise<void> {
  const client = new Client({ ...connection, connectionTimeoutMillis: 2_000, query_timeout: 2_000 });
  client.on('error', () => {
    // The failing call rejects with the same error; unheard it would end the process.
  });
  try {
    await client.connect();
    await client.query('select 1');
  } finally {
    await client.end().catch(() => undefined);
  }
}
