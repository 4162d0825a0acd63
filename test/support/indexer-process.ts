/**
 * Indexes pages as a process of its own, for tests that kill it: `node indexer-process.ts <database url>`. Prints a line
 * before each statement of a transaction.
 */
import { silentLog } from '../../src/lib/log/log.ts';
import { openIndexer } from '../../src/search-index/open-indexer.ts';
import { openDatabase, type Database } from '../../src/store/database.ts';

const [url = ''] = process.argv.slice(2);

const db = await openDatabase({ url, dataDir: '', maxConnections: 2, log: silentLog });
const told: Database = {
  ...db,
  transaction: (work, options) =>
    db.transaction(
      (tx) =>
        work({
          query(statement, values) {
            process.stdout.write('.\n');
            return tx.query(statement, values);
          },
        }),
      options,
    ),
};
openIndexer({ db: told, log: silentLog, pollMs: 1 });
// It ends with the test that has started it, however that ends.
process.stdin.once('end', () => process.exit()).resume();
