import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { silentLog } from '../../src/lib/log/log.ts';
import { openDatabase } from '../../src/store/database.ts';
import type { BenchPage } from './bench-page.ts';
import { plainQuery } from './known-items.ts';
import type { Ranking } from './score-ranking.ts';

/** A ranking that holds a server of its own. */
interface PostgresRanking extends AsyncDisposable {
  rank: Ranking;
  /** Takes other pages. */
  load(pages: readonly BenchPage[]): Promise<void>;
}

const SCHEMA = 'create unlogged table if not exists bench_page (place integer, words tsvector)';
/** Title and headings count more, as the documentation of PostgreSQL proposes it. */
const INSERT = `insert into bench_page select place,
  setweight(to_tsvector('english', title), 'A') || setweight(to_tsvector('english', headings), 'B')
  || setweight(to_tsvector('english', description), 'B') || to_tsvector('english', text)
  from unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::text[])
    as page (place, title, headings, description, text)`;
const SEARCH = `select place from bench_page,
  (select nullif(replace(plainto_tsquery('english', $1)::text, '&', '|'), '')::tsquery as wanted) as query
  where words @@ wanted order by ts_rank_cd(words, wanted) desc, place limit 10`;
const BATCH = 100;
/** A tsvector holds a megabyte at most. */
const MAX_TEXT = 200_000;

/** Ranks with the full-text search of the embedded PostgreSQL: any word, `ts_rank_cd`. */
export async function openPostgresRanking(): Promise<PostgresRanking> {
  await using opening = new AsyncDisposableStack();
  const folder = opening.use(await mkdtempDisposable(path.join(tmpdir(), 'decant-bench-')));
  const database = opening.use(
    await openDatabase({ dataDir: path.join(folder.path, 'data'), log: silentLog }),
  );
  await database.query(SCHEMA);
  const open = opening.move();
  return {
    async load(pages) {
      await database.query('truncate bench_page');
      for (let first = 0; first < pages.length; first += BATCH) {
        const some = pages.slice(first, first + BATCH);
        await database.query(INSERT, [
          some.map((_, index) => first + index),
          some.map(({ title }) => title),
          some.map(({ headings }) => headings),
          some.map(({ description }) => description),
          some.map(({ text }) => text.slice(0, MAX_TEXT)),
        ]);
      }
    },
    async rank(query) {
      const { rows } = await database.query<{ place: number }>(SEARCH, [plainQuery(query)]);
      return rows.map(({ place }) => place);
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}
