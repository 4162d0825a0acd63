import { silentLog } from '../../src/lib/log/log.ts';
import { openDatabase, type Database } from '../../src/store/database.ts';

/** The database of a running service, to look at what it has written. */
export function openServiceDatabase({
  dataDir,
  url,
}: {
  dataDir: string;
  url?: string | undefined;
}): Promise<Database> {
  return openDatabase({
    ...(url !== undefined && { url }),
    dataDir,
    maxConnections: 1,
    canJoin: true,
    log: silentLog,
  });
}
