import assert from 'node:assert/strict';
import { chmod, chown, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { eventually } from '../../../../test/support/eventually.ts';
import { silentLog } from '../../../lib/log/log.ts';
import { SERVICE } from '../access-rules.ts';
import { clearLeftovers } from '../clear-leftovers.ts';
import type { Postmaster } from './postmaster.ts';
import { prepareDatabaseFolder } from '../prepare-database-folder.ts';
import { locateServerBinaries } from '../binaries/server-binaries.ts';
import { chooseServerIdentity } from '../server-identity.ts';
import { findServerProcesses } from './server-processes.ts';
import type { ServerProgram } from './spawn-server.ts';
import { startReadyServer } from '../start-ready-server.ts';
import { supervise } from './supervise.ts';

const SETTINGS = { listen_addresses: '', unix_socket_directories: '.' };

interface Prepared extends AsyncDisposable {
  program: ServerProgram;
  /** Puts a shell script in the place of the `postgres` binary, whose path is `$POSTGRES` in it. */
  replacePostgres(script: string): Promise<void>;
  start(): Promise<Postmaster>;
}

async function prepare(): Promise<Prepared> {
  const folder = await mkdtempDisposable(join(tmpdir(), 'decant-postmaster-'));
  await chmod(folder.path, 0o755);
  const databaseFolder = join(folder.path, 'postgres');
  const identity = await chooseServerIdentity([]);
  const { postgres, version } = await locateServerBinaries({ identity, dataDir: folder.path });
  await prepareDatabaseFolder(databaseFolder, identity, Number.parseInt(version, 10));
  const connection = { ...SERVICE, host: databaseFolder, port: 5432, ssl: false, password: 'password' };
  const program = { postgres, databaseFolder, identity, log: silentLog };
  return {
    program,
    async replacePostgres(script) {
      program.postgres = join(folder.path, 'postgres.sh');
      await writeFile(program.postgres, script.replaceAll('$POSTGRES', postgres));
      await chmod(program.postgres, 0o755);
      if (identity) await chown(program.postgres, identity.uid, identity.gid);
    },
    async start() {
      await clearLeftovers(databaseFolder, silentLog);
      return startReadyServer(program, { settings: SETTINGS, connection, isTcp: false, silenceMs: 500 });
    },
    [Symbol.asyncDispose]: () => folder.remove(),
  };
}

describe('a supervised server', { timeout: 120_000 }, () => {
  let prepared: Prepared;

  before(async () => {
    prepared = await prepare();
  });
  after(() => prepared[Symbol.asyncDispose]());

  test('that is up but does not listen where it should is stopped and started again', async () => {
    await prepared.replacePostgres(`#!/bin/sh
      echo start >> starts
      [ $(wc -l < starts) = 1 ] && exec $POSTGRES "$@" -c unix_socket_directories=
      exec $POSTGRES "$@"
    `);
    {
      await using supervisor = await supervise({ start: prepared.start, log: silentLog });
      assert.ok(supervisor);
      assert.equal(await readFile(join(prepared.program.databaseFolder, 'starts'), 'utf8'), 'start\nstart\n');
    }
    assert.deepEqual(findServerProcesses(prepared.program.databaseFolder), []);
  });

  test('whose binary this system cannot load is refused with a sentence', async () => {
    await prepared.replacePostgres('#!/lib/absent-loader.so.1\n');
    await assert.rejects(supervise({ start: prepared.start, log: silentLog }), {
      message:
        /needs? the GNU C library, Alpine has another\); set DATABASE_URL to use another PostgreSQL server/,
    });
  });

  test('that ends at once is refused with what it said last', async () => {
    await prepared.replacePostgres('#!/bin/sh\necho "FATAL:  no room for shared memory" >&2\nexit 1\n');
    await assert.rejects(supervise({ start: prepared.start, log: silentLog }), {
      message:
        /^The embedded database stopped while starting \(no room for shared memory\); set DATABASE_URL/,
    });
  });

  test('is started until it runs, and not any more once it is closed', async () => {
    const exits: Array<(how: string) => void> = [];
    let starts = 0;
    const start = async (): Promise<Postmaster> => {
      starts++;
      // The first start succeeds, then two fail.
      if (starts === 2 || starts === 3) throw new Error('not yet');
      const { promise, resolve } = Promise.withResolvers<string>();
      exits.push(resolve);
      return { exited: promise, waitFor: async () => undefined, stop: async () => resolve('stopped') };
    };
    const supervisor = await supervise({ start, log: silentLog });
    exits[0]?.('code 1');
    await eventually(async () => assert.equal(exits.length, 2));
    assert.equal(starts, 4);
    await supervisor[Symbol.asyncDispose]();
    assert.equal(starts, 4);
  });
});
