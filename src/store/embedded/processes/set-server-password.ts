import { spawnServer, type ServerProgram } from './spawn-server.ts';
import { exitFailure } from '../start-failure.ts';

export interface RolePassword {
  user: string;
  database: string;
  /** Base64url. */
  password: string;
}

/** Gives the role a password while the server is down, in PostgreSQL's single-user mode, which asks for none. */
export async function setServerPassword(
  program: ServerProgram,
  { user, database, password }: RolePassword,
): Promise<void> {
  const { child, exited, log } = spawnServer(program, { singleUser: { database } });
  child.stdin.end(`alter role ${user} password '${password}'\n`);
  const how = await exited;
  if (how !== 'code 0') throw exitFailure(program.databaseFolder, log.lines, how);
}
