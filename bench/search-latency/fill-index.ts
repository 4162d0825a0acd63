import { indexPending } from '../../src/search-index/index-pending.ts';
import { readIndexStatus } from '../../src/search-index/index-status.ts';
import { mergeSegments } from '../../src/search-index/segments/merge-segments.ts';
import { compactIndex } from '../../src/search-index/trim-index.ts';
import { writeIndexChanges } from '../../src/search-index/write-pages.ts';
import type { Database } from '../../src/store/database.ts';
import { cpuSeconds } from '../process-tree.ts';
import type { Table } from '../table.ts';
import type { SyntheticPages } from './synthetic-pages.ts';

interface Filling {
  teamId: string;
  pages: SyntheticPages;
  count: number;
}

/** A table, and whether what it shows is as promised. */
export interface BenchReport {
  table: Table;
  isMet: boolean;
}

const MAX_CPU_MS = 1.5;
const MAX_INDEX_BYTES = 1_500;
const WRITTEN_TOGETHER = 32;
const INDEXED_EVERY = 500;

/** CPU seconds of this process and of the database's. */
function cpuNow(db: Database): { node: number; database: number } {
  const { user, system } = process.cpuUsage();
  return { node: (user + system) / 1e6, database: cpuSeconds(db.processIds()) };
}

/** Writes and indexes pages by the number, adding up what each costs. */
class Filler {
  readonly writing = { node: 0, database: 0 };
  readonly indexing = { node: 0, database: 0 };
  readonly #db: Database;
  readonly #teamId: string;

  constructor(db: Database, teamId: string) {
    this.#db = db;
    this.#teamId = teamId;
  }

  async fill(pages: SyntheticPages, numbers: readonly number[], version: number): Promise<void> {
    for (let from = 0; from < numbers.length; from += INDEXED_EVERY) {
      const made = numbers.slice(from, from + INDEXED_EVERY).map((number) => pages.make(number, version));
      await this.#add(this.writing, async () => {
        for (let at = 0; at < made.length; at += WRITTEN_TOGETHER) {
          const changes = made.slice(at, at + WRITTEN_TOGETHER).map((page) => {
            return { teamId: this.#teamId, fetchedAt: page.fetchedAt, page, goneKeys: [] };
          });
          await this.#db.transaction((tx) => writeIndexChanges(tx, changes));
        }
      });
      await this.#add(this.indexing, async () => {
        await indexPending(this.#db, this.#teamId);
        await mergeSegments(this.#db, this.#teamId);
      });
    }
  }

  async compact(): Promise<void> {
    await this.#add(this.indexing, () => compactIndex(this.#db));
  }

  async #add(sum: { node: number; database: number }, work: () => Promise<unknown>): Promise<void> {
    const before = cpuNow(this.#db);
    await work();
    const now = cpuNow(this.#db);
    sum.node += now.node - before.node;
    sum.database += now.database - before.database;
  }
}

/** How many pages of a team there are. */
export async function countPages(db: Database, teamId: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>('select count(*) from search_page where team_id = $1', [
    teamId,
  ]);
  return rows[0]?.count ?? 0;
}

/** Fills an index with pages; tells what a page costs and takes. */
export async function fillIndex(db: Database, { teamId, pages, count }: Filling): Promise<BenchReport> {
  const filler = new Filler(db, teamId);
  await filler.fill(
    pages,
    Array.from({ length: count }, (_, number) => number),
    0,
  );
  return report(db, filler, { teamId, changed: count, title: `${count} pages written and indexed` });
}

/** Writes a tenth of the pages anew, and removes another. */
export async function changePages(db: Database, { teamId, pages, count }: Filling): Promise<BenchReport> {
  const filler = new Filler(db, teamId);
  const every = (digit: number): number[] =>
    Array.from({ length: Math.floor(count / 10) }, (_, number) => number * 10 + digit);
  await filler.fill(pages, every(3), 1);
  await db.query('delete from search_page where team_id = $1 and id % 10 = 7', [teamId]);
  await filler.compact();
  return report(db, filler, {
    teamId,
    changed: every(3).length,
    title: 'a tenth written anew, a tenth removed',
  });
}

async function report(
  db: Database,
  { writing, indexing }: Filler,
  { teamId, changed, title }: { teamId: string; changed: number; title: string },
): Promise<BenchReport> {
  const [status] = await readIndexStatus(db, teamId);
  const { rows } = await db.query<{ bytes: number; text: number }>(
    `select pg_total_relation_size('search_block') + pg_total_relation_size('search_segment') as bytes,
       (select avg(text_bytes)::int from search_page) as text`,
  );
  const { pages = 1, indexBytes = 0, pageBytes = 0, segments = 0 } = status ?? {};
  const ms = (seconds: number): string => ((seconds * 1000) / changed).toFixed(2);
  const cpuMs = ((indexing.node + indexing.database) * 1000) / changed;
  const isMet = cpuMs <= MAX_CPU_MS && indexBytes / pages <= MAX_INDEX_BYTES;
  return {
    isMet,
    table: {
      title,
      columns: ['a page', 'Node, ms', 'PostgreSQL, ms', 'bytes'],
      rows: [
        ['written', ms(writing.node), ms(writing.database), (pageBytes / pages).toFixed(0)],
        ['indexed and merged', ms(indexing.node), ms(indexing.database), (indexBytes / pages).toFixed(0)],
        ['index on disk', '', '', ((rows[0]?.bytes ?? 0) / pages).toFixed(0)],
      ],
      notes: [
        `${pages} pages of ${rows[0]?.text} bytes of text, ${segments} segments; bar of indexing: ${MAX_CPU_MS} ms, ${MAX_INDEX_BYTES} bytes: ${isMet ? 'met' : 'NOT MET'}`,
      ],
    },
  };
}
