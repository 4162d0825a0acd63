import { randomBytes } from 'node:crypto';
import { Client, type ClientConfig } from 'pg';
import { isReadyFor, OWNER, SERVICE, writeRulesOfService, writeRulesOfSetup } from './access-rules.ts';
import { startPostmaster, type Postmaster, type PostmasterOptions } from './processes/postmaster.ts';
import { setServerPassword } from './processes/set-server-password.ts';
import type { ServerProgram } from './processes/spawn-server.ts';

export interface ReadyServerOptions extends PostmasterOptions {
  /** The connection of the service's role. */
  connection: ClientConfig & { password: string };
  /** The server listens on a port only: its owner needs a password too. */
  isTcp: boolean;
}

/**
 * Starts a server that nobody can reach but the service's role, by its password. A new database, and one of an older version
 * (whose service was the owner, without a password), is made ready first.
 */
export async function startReadyServer(
  program: ServerProgram,
  { isTcp, ...options }: ReadyServerOptions,
): Promise<Postmaster> {
  const { databaseFolder, identity } = program;
  const { connection } = options;
  const { password } = connection;
  if (await isReadyFor(password, databaseFolder)) return startPostmaster(program, options);

  await writeRulesOfSetup(databaseFolder, identity);
  const ownersPassword = isTcp ? randomBytes(24).toString('base64url') : undefined;
  if (ownersPassword !== undefined) await setServerPassword(program, { ...OWNER, password: ownersPassword });
  const owner: ClientConfig = { ...connection, ...OWNER, password: ownersPassword };
  const postmaster = await startPostmaster(program, { ...options, connection: owner });
  try {
    await asOwner(owner, async (client) => {
      for (const statement of statementsFor(password)) await client.query(statement);
      await writeRulesOfService(databaseFolder, password, identity);
      await client.query('select pg_reload_conf()');
    });
    await postmaster.waitFor(connection);
    return postmaster;
  } catch (error) {
    await postmaster.stop();
    throw error;
  }
}

async function asOwner(owner: ClientConfig, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client(owner);
  client.on('error', () => {
    // The running statement rejects with the same error; unheard it would end the process.
  });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Each may be run again: what an interrupted run left is finished by the next. */
function statementsFor(password: string): string[] {
  const { user, database } = SERVICE;
  return [
    `do $$ begin
      if to_regrole('${user}') is null then create role ${user}; end if;
    end $$`,
    `alter role ${user} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password '${password}'`,
    `alter database ${database} owner to ${user}`,
    // Indexes and the sequences of columns follow their table, the types of rows too; other sequences do not.
    `do $$ declare owned record; begin
      for owned in
        select format('%I.%I', nspname, relname) as name from pg_class c join pg_namespace n on n.oid = relnamespace
        where nspname = 'public' and relowner <> '${user}'::regrole and (relkind in ('r', 'p', 'v', 'm')
          or relkind = 'S' and not exists (
            select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i')))
      loop
        execute format('alter table %s owner to ${user}', owned.name);
      end loop;
    end $$`,
    `alter role ${OWNER.user} password null`,
  ];
}
