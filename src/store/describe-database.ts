import type { Log } from '../lib/log/log.ts';
import { locateServerBinaries } from './embedded/binaries/server-binaries.ts';
import { chooseServerIdentity } from './embedded/server-identity.ts';
import { readRemoteConnection } from './connection/remote-connection.ts';
import { readServerVersion } from './connection/server-version.ts';

/**
 * Describes the database that `openDatabase` would use, without starting it. Rejects with the sentence that
 * `openDatabase` would fail with.
 */
export async function describeDatabase(options: {
  url: string | undefined;
  dataDir: string;
  signal?: AbortSignal;
  log: Log;
}): Promise<string> {
  const { url, dataDir, signal, log } = options;
  if (url === undefined) {
    const { version } = await locateServerBinaries({
      identity: await chooseServerIdentity([dataDir]),
      dataDir,
    });
    // The suffix is the version of the npm package, not of the server.
    return `own PostgreSQL ${version.replace(/-.*$/, '')} inside the data folder`;
  }
  const { connection, name } = readRemoteConnection(url);
  const version = await readServerVersion({ connection, name, patienceMs: 2_000, signal, log });
  return `PostgreSQL ${version} at ${name}`;
}
