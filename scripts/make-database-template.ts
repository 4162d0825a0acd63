/**
 * Writes `src/store/embedded/database-template.zst`: a new database folder as `initdb`, a few statements and the
 * migrations leave it. To be run again when the major version of the installed PostgreSQL binaries changes. Migrations that are
 * newer than it are applied by the first start, which takes longer until it is made again. As root it works as `nobody`,
 * since `initdb` refuses root and wants a user with an entry in /etc/passwd.
 */
import { spawnSync } from 'node:child_process';
import { chown, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Client, type ClientConfig, type QueryResult } from 'pg';
import { createLog } from '../src/lib/log/log.ts';
import { OWNER, SERVICE } from '../src/store/embedded/access-rules.ts';
import { packFolder } from '../src/store/embedded/folder-archive.ts';
import { startPostmaster } from '../src/store/embedded/processes/postmaster.ts';
import { locateServerBinaries } from '../src/store/embedded/binaries/server-binaries.ts';
import { migrate } from '../src/store/migrate.ts';

const NOBODY = { uid: 65_534, gid: 65_534 };
const OUTPUT = new URL('../src/store/embedded/database-template.zst', import.meta.url);

const POSTGRESQL_CONF = `# Decant gives its settings on the command line, where they win over lines in this file.
lc_messages = 'C'
lc_monetary = 'C'
lc_numeric = 'C'
lc_time = 'C'
datestyle = 'iso, mdy'
default_text_search_config = 'pg_catalog.english'
`;

/** For the statements below; then nobody may connect until the first start has written its own rules. */
const RULES_OF_MAKING = 'local all all trust\n';
const RULES_OF_TEMPLATE = '# Decant writes who may connect when it first starts.\n';

/** Databases that nobody uses are not carried, and the one that is used is under its name. */
const MAKE_ONLY_DATABASE = [
  "update pg_database set datistemplate = false where datname in ('template0', 'template1')",
  'drop database template0',
  'alter database postgres rename to decant',
];
const MAKE_SERVICE = [
  'drop database template1',
  `create role ${SERVICE.user} login`,
  `alter database ${SERVICE.database} owner to ${SERVICE.user}`,
];
/** A log without the traces of the making. */
const EMPTY_LOG = ['select pg_switch_wal()', 'checkpoint', 'select pg_switch_wal()', 'checkpoint'];

const identity = process.getuid?.() === 0 ? NOBODY : undefined;
const log = createLog({ level: 'info' });
const { postgres } = await locateServerBinaries({ identity, dataDir: '/tmp' });
const databaseFolder = await mkdtemp('/tmp/database-template-');
try {
  if (identity) await chown(databaseFolder, identity.uid, identity.gid);
  const initdb = spawnSync(
    join(dirname(postgres), 'initdb'),
    [
      '-D',
      databaseFolder,
      '-U',
      'decant',
      '-E',
      'UTF8',
      '--no-locale',
      '--wal-segsize=4',
      '--no-sync',
      '-A',
      'trust',
    ],
    { ...identity, cwd: databaseFolder, env: { TZ: 'UTC' }, encoding: 'utf8' },
  );
  if (initdb.status !== 0) throw new Error(`initdb failed: ${initdb.stderr}`);
  await writeFile(join(databaseFolder, 'postgresql.conf'), POSTGRESQL_CONF);
  const rules = join(databaseFolder, 'pg_hba.conf');
  await writeFile(rules, RULES_OF_MAKING);

  const connection = { ...OWNER, host: databaseFolder, ssl: false };
  const atFirst = { ...connection, database: 'template1' };
  const settings = {
    listen_addresses: '',
    unix_socket_directories: '.',
    wal_recycle: 'off',
    min_wal_size: '8MB',
    autovacuum: 'off',
  };
  const program = { postgres, databaseFolder, identity, log };
  const server = await startPostmaster(program, { settings, connection: atFirst });
  try {
    await run(atFirst, MAKE_ONLY_DATABASE);
    await run(connection, MAKE_SERVICE);
    await migrate({ connection: { ...connection, ...SERVICE }, log });
    await run(connection, [await freezingOfCatalogs(connection), ...EMPTY_LOG]);
  } finally {
    await server.stop();
  }
  await rm(join(databaseFolder, 'postmaster.opts'), { force: true });
  await removeMaps(databaseFolder);
  await writeFile(rules, RULES_OF_TEMPLATE);

  const archive = await packFolder(databaseFolder);
  await writeFile(OUTPUT, archive);
  console.log(`${OUTPUT.pathname}: ${archive.length} bytes`);
} finally {
  await rm(databaseFolder, { recursive: true, force: true });
}

async function run(
  connection: ClientConfig,
  statements: readonly string[],
): Promise<QueryResult | undefined> {
  const client = new Client(connection);
  await client.connect();
  try {
    let last: QueryResult | undefined;
    for (const statement of statements) last = await client.query(statement);
    return last;
  } finally {
    await client.end();
  }
}

/** The statement for it. Tables of our own are left as they are: the planner takes one that was vacuumed while empty for one that stays so. */
async function freezingOfCatalogs(connection: ClientConfig): Promise<string> {
  const result = await run(connection, [
    "select string_agg(oid::regclass::text, ', ') as names from pg_class where relkind = 'r' and relnamespace = 'pg_catalog'::regnamespace",
  ]);
  return `vacuum (freeze) ${result?.rows[0].names}`;
}

/** Maps of free space and of visible rows: PostgreSQL makes them anew when it vacuums, and they are a sixth of all files. */
async function removeMaps(folder: string): Promise<void> {
  for (const path of await readdir(folder, { recursive: true }))
    if (/^(?:base|global)\/.*_(?:fsm|vm)$/.test(path)) await rm(join(folder, path));
}
