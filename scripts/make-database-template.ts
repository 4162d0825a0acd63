/**
 * Writes `src/store/embedded/database-template.zst`: a new database folder as `initdb` and a few statements leave it.
 * To be run again when the major version of the installed PostgreSQL binaries changes. As root it works as `nobody`,
 * since `initdb` refuses root and wants a user with an entry in /etc/passwd.
 */
import { spawnSync } from 'node:child_process';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { createLog } from '../src/lib/log.ts';
import { packFolder } from '../src/store/embedded/folder-archive.ts';
import { startPostmaster } from '../src/store/embedded/postmaster.ts';
import { locateServerBinaries } from '../src/store/embedded/server-binaries.ts';

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

/** One database less to carry, and the one that is used under its name; then a log without the traces of the making. */
const STATEMENTS = [
  "update pg_database set datistemplate = false where datname = 'template0'",
  'drop database template0',
  'alter database postgres rename to decant',
  'vacuum freeze',
  'select pg_switch_wal()',
  'checkpoint',
  'select pg_switch_wal()',
  'checkpoint',
];

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

  const connection = { host: databaseFolder, user: 'decant', database: 'template1', ssl: false };
  const settings = {
    listen_addresses: '',
    unix_socket_directories: '.',
    wal_recycle: 'off',
    min_wal_size: '8MB',
  };
  const server = await startPostmaster({ postgres, databaseFolder, identity, log }, { settings, connection });
  try {
    const client = new Client(connection);
    await client.connect();
    for (const statement of STATEMENTS) await client.query(statement);
    await client.end();
  } finally {
    await server.stop();
  }
  await rm(join(databaseFolder, 'postmaster.opts'), { force: true });
  await writeFile(rules, RULES_OF_TEMPLATE);

  const archive = await packFolder(databaseFolder);
  await writeFile(OUTPUT, archive);
  console.log(`${OUTPUT.pathname}: ${archive.length} bytes`);
} finally {
  await rm(databaseFolder, { recursive: true, force: true });
}
