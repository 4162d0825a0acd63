import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { Log } from '../../lib/log/log.ts';
import { openShortPath, SOCKET_NAME } from './socket-path.ts';
import { startFailure } from './start-failure.ts';
import { stopServerProcesses } from './processes/stop-server-processes.ts';

/**
 * Makes way for a new server: stops one that outlived its supervisor and removes the files that would make PostgreSQL
 * refuse (a pid file or socket lock whose process is gone, a zombie, or by now someone else). The caller holds the data
 * folder's lock, so no living supervisor can own what is found.
 */
export async function clearLeftovers(databaseFolder: string, log: Log): Promise<void> {
  await stopServerProcesses(databaseFolder, log);
  if (await isAnswered(databaseFolder)) {
    // A server in another container has no process here, but on a shared disk its socket answers.
    throw startFailure(
      `in ${databaseFolder} is served by a process of another container: stop that one first`,
    );
  }
  for (const name of ['postmaster.pid', SOCKET_NAME, `${SOCKET_NAME}.lock`]) {
    await rm(join(databaseFolder, name), { force: true });
  }
}

async function isAnswered(databaseFolder: string): Promise<boolean> {
  using folder = openShortPath(databaseFolder);
  const socket = connect(join(folder.path, SOCKET_NAME));
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(1_000) });
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
