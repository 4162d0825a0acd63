/**
 * Opens a database as a process of its own, for tests that kill it or run it as another user:
 * `node database-process.ts <data folder> [package folder] [--write]`.
 *
 * Prints one JSON line an event: `{ready: [server process ids]}`, `{refused: message}`, with `--write` `{wrote: id}` for
 * each row whose commit was acknowledged. Ends in order on SIGTERM.
 */
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { silentLog } from '../../src/lib/log/log.ts';
import { openEmbeddedServer } from '../../src/store/embedded/embedded-server.ts';
import { openPostgres, type Postgres } from '../../src/store/connection/postgres.ts';

const WRITERS = 8;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false } },
});
const [dataDir = '', packageFolder] = positionals;

// From the start: whoever sees the line `ready` may send the signal at once.
const stopped = once(process, 'SIGTERM');

try {
  await using server = await openEmbeddedServer({
    dataDir,
    log: silentLog,
    ...(packageFolder !== undefined && { packageFolder }),
  });
  await using database = openPostgres({
    connection: server.connection,
    maxConnections: WRITERS,
    log: silentLog,
  });
  await database.query('create table if not exists row_written (id bigint primary key)');
  print({ ready: server.processIds() });
  if (values.write) {
    // The test may kill the server before it kills this process.
    for (let writer = 0; writer < WRITERS; writer++) write(database, writer).catch(() => undefined);
  }
  await stopped;
} catch (error) {
  print({ refused: error instanceof Error ? error.message : String(error) });
  process.exitCode = 1;
}

async function write(database: Postgres, writer: number): Promise<never> {
  for (let id = writer; ; id += WRITERS) {
    await database.query({ name: 'write', text: 'insert into row_written (id) values ($1)' }, [id]);
    print({ wrote: id });
  }
}

function print(event: object): void {
  process.stdout.write(`${JSON.stringify(event)}\n`);
}
