import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { countIndexed, indexAll, writePages } from '../../test/support/index-pages.ts';
import { indexedPage } from '../../test/support/indexed-page.ts';
import { pickSize } from '../../test/support/pick-size.ts';
import { openTestServer } from '../../test/support/postgres-server.ts';
import { silentLog } from '../lib/log/log.ts';
import { parseSearchQuery } from '../text/search-query/parse-search-query.ts';
import { openDatabase, type Database } from '../store/database.ts';
import { mergeSegments } from './segments/merge-segments.ts';
import { openSearchIndex } from './open-search-index.ts';

const KILLS = pickSize(4, 200);
const PAGES_A_ROUND = 24;
/** Statements of a process before it is killed, at most: several batches and merges. */
const MOST_STATEMENTS = 60;
/** Texts that one search reads, at most. */
const MOST_FOUND = 500;
const TEAM = randomUUID();
const INDEXER = fileURLToPath(new URL('../../test/support/indexer-process.ts', import.meta.url));

function spawnIndexer(url: string): ChildProcess {
  const { NODE_COMPILE_CACHE } = process.env;
  return spawn(process.execPath, [INDEXER, url], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { NODE_COMPILE_CACHE },
  });
}

/** Writes pages, some of them again, in small numbers, so that there are always some to index and to merge. */
async function writeRound(db: Database, round: number): Promise<void> {
  for (let n = 0; n < PAGES_A_ROUND; n += 3) {
    const pages = [n, n + 1, n + 2].map((each) => {
      const number = each % 8 === 0 ? each : (round % (2 * KILLS)) * PAGES_A_ROUND + each;
      return indexedPage(TEAM, `http://site.test/${number}`, {
        body: `common number${number} round${round}`,
        fetchedAt: new Date(Date.UTC(2026, 0, 1, 0, round)),
      });
    });
    await writePages(db, pages);
  }
}

const TIMEOUT_MS = pickSize(120_000, 1_800_000);

test(
  'killed while it indexes or merges, a process leaves each page to be found once',
  { timeout: TIMEOUT_MS },
  async () => {
    await using server = await openTestServer();
    await using db = await openDatabase({ url: server.url, dataDir: '', maxConnections: 4, log: silentLog });
    for (let round = 0; round < KILLS; round++) {
      await writeRound(db, round);
      const indexer = spawnIndexer(server.url);
      const exited = once(indexer, 'exit');
      const killAfter = 1 + ((round * 37) % MOST_STATEMENTS);
      const { promise: begins, resolve: begin } = Promise.withResolvers<void>();
      let statements = 0;
      indexer.stdout!.on('data', (data: Buffer) => {
        begin();
        statements += data.length / 2;
        if (statements >= killAfter) indexer.kill('SIGKILL');
      });
      // The first round is enough to begin with; from then until it is dead there is always something to do.
      await Promise.race([begins, exited]);
      for (let more = round + KILLS; indexer.signalCode === null; more += KILLS) await writeRound(db, more);
      await exited;
    }
    await indexAll(db, TEAM);
    await mergeSegments(db, TEAM);
    const counts = await countIndexed(db, TEAM);
    assert.deepEqual(
      [...counts].filter(([, count]) => count !== 1),
      [],
    );

    await using index = openSearchIndex({ db, log: silentLog, urlKey: () => Buffer.alloc(16) });
    const { hits, pages } = await index.search(
      TEAM,
      {
        query: parseSearchQuery('common'),
        source: 'web',
        limit: MOST_FOUND,
        includeHosts: [],
        excludeHosts: [],
        categories: [],
        isByDate: false,
        hasPassages: false,
      },
      new AbortController().signal,
    );
    assert.equal(new Set(hits.map(({ url }) => url)).size, Math.min(counts.size, MOST_FOUND));
    assert.ok(pages >= counts.size);
  },
);
