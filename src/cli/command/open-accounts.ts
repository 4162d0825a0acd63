import { ensureDefaultTeam } from '../../accounts/teams.ts';
import { requireDataFolder } from '../../store/data-folder.ts';
import { openDatabase, type Database } from '../../store/database.ts';
import type { CommandContext } from './command.ts';

/** The database of the running service, or of its data folder when it does not run, with the default team in it. */
export async function openAccounts({
  config,
  log,
  signal,
}: Pick<CommandContext, 'config' | 'log' | 'signal'>): Promise<Database> {
  await requireDataFolder(config.dataDir);
  await using stack = new AsyncDisposableStack();
  const db = stack.use(
    await openDatabase({
      ...(config.database.url !== undefined && { url: config.database.url }),
      dataDir: config.dataDir,
      maxConnections: 1,
      canJoin: true,
      signal,
      log,
    }),
  );
  signal.throwIfAborted();
  await ensureDefaultTeam(db);
  stack.move();
  return db;
}
