import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { Client, type ClientConfig } from 'pg';
import type { Log } from '../lib/log/log.ts';
import { ServiceError } from '../lib/service-error.ts';
import { toStoreError } from './connection-failure.ts';

export interface MigrateOptions {
  connection: ClientConfig;
  log: Log;
  /** Where `NNNN-name.sql` files lie. */
  folder?: URL;
}

interface Migration {
  number: number;
  name: string;
  sql: string;
  checksum: string;
}

interface Applied {
  number: number;
  name: string;
  checksum: string;
}

/** Any number that nothing else locks; several processes that start together take turns on it. */
const LOCK_KEY = 4_201_713_356;
const FILE_NAME = /^(\d{4})-([a-z0-9-]+)\.sql$/;

const CREATE_TABLE = `create table if not exists migration (
  number integer primary key,
  name text not null,
  checksum text not null,
  applied_at timestamptz not null default now()
)`;

/**
 * Brings the schema up to the newest migration, each in a transaction of its own. Rejects with one sentence when an
 * applied migration has changed since, or when the schema is newer than this code.
 */
export async function migrate({
  connection,
  log,
  folder = new URL('migrations/', import.meta.url),
}: MigrateOptions): Promise<void> {
  const migrations = await readMigrations(folder);
  const client = new Client(connection);
  client.on('error', () => {
    // The running statement rejects with the same error; unheard it would end the process.
  });
  await client.connect();
  try {
    // The common case, everything applied, is one statement without a lock.
    if (isComplete(migrations, await readApplied(client))) return;
    await client.query('set statement_timeout = 0; set lock_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [LOCK_KEY]);
    await client.query(CREATE_TABLE);
    const applied = await readApplied(client);
    isComplete(migrations, applied);
    const isNew = applied.length === 0;
    for (const migration of migrations.slice(applied.length)) {
      await apply(client, migration);
      log[isNew ? 'debug' : 'info']('Migration applied', { migration: fileName(migration) });
    }
    if (isNew) log.info('Database set up', { migrations: migrations.length });
  } finally {
    // Ends the session, and with it the lock.
    await client.end().catch(() => undefined);
  }
}

/** All migrations in order; their numbers must be 1, 2, 3 … */
async function readMigrations(folder: URL): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  return Promise.all(
    names.map(async (file, index) => {
      const [, number, name] = FILE_NAME.exec(file) ?? [];
      if (name === undefined || Number(number) !== index + 1) {
        throw new Error(`The migration ${file} must be named ${pad(index + 1)}-name.sql`);
      }
      const sql = await readFile(new URL(file, folder), 'utf8');
      // A checkout with other line ends is the same migration.
      const checksum = createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex');
      return { number: index + 1, name, sql, checksum };
    }),
  );
}

async function readApplied(client: Client): Promise<Applied[]> {
  const { rows: found } = await client.query<{ exists: boolean }>(
    "select to_regclass('migration') is not null as exists",
  );
  if (found[0]?.exists !== true) return [];
  const { rows } = await client.query<Applied>(
    'select number, name, checksum from migration order by number',
  );
  return rows;
}

/** True when there is nothing left to apply; throws when what was applied is not what this code has. */
function isComplete(migrations: readonly Migration[], applied: readonly Applied[]): boolean {
  for (const [index, row] of applied.entries()) {
    const migration = migrations[index];
    if (!migration) {
      throw refusal(
        `The database has migration ${fileName(row)}, which this version does not know: start a newer version`,
      );
    }
    if (row.number !== migration.number || row.checksum !== migration.checksum) {
      throw refusal(`The migration ${fileName(migration)} is not the one that the database was built with`);
    }
  }
  return applied.length === migrations.length;
}

async function apply(client: Client, migration: Migration): Promise<void> {
  try {
    await client.query('begin');
    await client.query(migration.sql);
    await client.query('insert into migration (number, name, checksum) values ($1, $2, $3)', [
      migration.number,
      migration.name,
      migration.checksum,
    ]);
    await client.query('commit');
  } catch (cause) {
    // The session ends right after, which rolls back.
    const known = toStoreError(cause);
    const reason = known instanceof Error ? known.message : String(known);
    throw new ServiceError('SERVICE_UNAVAILABLE', {
      message: `The migration ${fileName(migration)} failed: ${reason}`,
      cause,
    });
  }
}

function refusal(message: string): ServiceError {
  return new ServiceError('SERVICE_UNAVAILABLE', { message });
}

function fileName({ number, name }: { number: number; name: string }): string {
  return `${pad(number)}-${name}.sql`;
}

function pad(number: number): string {
  return String(number).padStart(4, '0');
}
