import { randomBytes } from 'node:crypto';
import { chown, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, type ClientConfig } from 'pg';
import { silentLog } from '../../src/lib/log/log.ts';
import { clearLeftovers } from '../../src/store/embedded/clear-leftovers.ts';
import { findFreePort } from '../../src/store/embedded/find-free-port.ts';
import { startPostmaster } from '../../src/store/embedded/processes/postmaster.ts';
import { prepareDatabaseFolder } from '../../src/store/embedded/prepare-database-folder.ts';
import { locateServerBinaries } from '../../src/store/embedded/binaries/server-binaries.ts';
import { chooseServerIdentity } from '../../src/store/embedded/server-identity.ts';
import { supervise } from '../../src/store/embedded/processes/supervise.ts';
import { setServerPassword } from '../../src/store/embedded/processes/set-server-password.ts';

/** A server as an operator would run one: its URL fits DATABASE_URL, may do everything, and a server that is killed is started again. */
export interface TestServer extends AsyncDisposable {
  url: string;
}

const NOBODY = 65_534;
const OWNER = { user: 'decant', database: 'decant' };
const RULES = 'host all all samehost scram-sha-256\n';

/**
 * Starts a PostgreSQL server of its own on a loopback port, with a password and a folder that goes when it does. Its database
 * is empty, or has the tables that a database of a data folder comes with.
 */
export async function openTestServer({ hasTables = false } = {}): Promise<TestServer> {
  await using opening = new AsyncDisposableStack();
  const folder = opening.use(await mkdtempDisposable(join(tmpdir(), 'decant-postgres-')));
  // A password is set in a mode of the server that looks its user up in /etc/passwd.
  if (process.getuid?.() === 0) await chown(folder.path, NOBODY, NOBODY);
  const identity = await chooseServerIdentity([folder.path]);
  const databaseFolder = join(folder.path, 'postgres');
  const { postgres, version } = await locateServerBinaries({ identity, dataDir: folder.path });
  await prepareDatabaseFolder(databaseFolder, identity, Number.parseInt(version, 10));
  await writeFile(join(databaseFolder, 'pg_hba.conf'), RULES);

  const program = { postgres, databaseFolder, identity, log: silentLog };
  const password = randomBytes(24).toString('base64url');
  await setServerPassword(program, { ...OWNER, password });
  const host = '127.0.0.1';
  const port = await findFreePort();
  const settings = { listen_addresses: host, unix_socket_directories: '', port: String(port) };
  const connection = { ...OWNER, host, port, ssl: false, password };
  opening.use(
    await supervise({
      log: silentLog,
      async start() {
        await clearLeftovers(databaseFolder, silentLog);
        return startPostmaster(program, { settings, connection });
      },
    }),
  );
  if (!hasTables) await emptyDatabase(connection);
  const open = opening.move();
  return {
    url: `postgres://${OWNER.user}:${password}@${host}:${port}/${OWNER.database}`,
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

/** Takes the tables away that the database of a data folder comes with: what an operator names is empty at first. */
async function emptyDatabase(connection: ClientConfig): Promise<void> {
  const client = new Client(connection);
  await client.connect();
  await client.query('drop schema public cascade; create schema public');
  await client.end();
}
