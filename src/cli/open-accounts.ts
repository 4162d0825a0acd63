import { ensureDefaultTeam } from '../accounts/teams.ts';
import { openDatabase, type Database } from '../store/database.ts';
import type { CommandContext } from './command.ts';

/** The database of the running service, or of its data folder when it does not run, with the default team in it. */
export async function openAccounts({
  config,
  log,
}: Pick<CommandContext, 'config' | 'log'>): Promise<Database> {
  const db = await openDatabase({
    ...(config.database.url !== undefined && { url: config.database.url }),
    dataDir: config.dataDir,
    maxConnections: 1,
    canJoin: true,
    log,
  });
  await ensureDefaultTeam(db);
  return db;
}
