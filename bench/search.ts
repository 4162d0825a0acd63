// How well the index finds: known pages by their title, a heading, words of their description, each taken out of the page;
// sections of our documentation by questions. Beside it the full-text search of PostgreSQL. Exits with 1 when a bar is not
// met.
// usage: npm run bench:search -- [DATASET] [--alone]
//   DATASET  the WCXB dev split: its folder, or wcxb-dev.tar.zst. Default: DECANT_WCXB. Without it: our documentation alone.
//   --alone  without PostgreSQL
import { existsSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readLabelledPages } from './content/labelled-pages.ts';
import { unpackArchive } from './content/unpack-archive.ts';
import { readBenchPage } from './search/bench-page.ts';
import { readDocsQuestions } from './search/docs-questions.ts';
import { makeKnownItems, type QuerySet } from './search/known-items.ts';
import { openOwnRanking } from './search/own-ranking.ts';
import { openPostgresRanking } from './search/postgres-ranking.ts';
import { scoreRanking } from './search/score-ranking.ts';
import { formatTable } from './table.ts';

/** The mean reciprocal rank among ten that is promised. */
const BARS: Readonly<Record<string, number>> = {
  title: 0.86,
  heading: 0.62,
  description: 0.55,
  'docs questions': 0.54,
};
/** PostgreSQL takes a second and more for a query of many words, so it is asked every fourth. */
const POSTGRES_SHARE = 4;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { alone: { type: 'boolean', default: false } },
});
const dataset = positionals[0] ?? process.env['DECANT_WCXB'];
const sets = [await readDocsQuestions(), ...(await knownItemsOf(dataset))];
const rows: string[][] = [];
await using postgres = values.alone ? undefined : await openPostgresRanking();
for (const set of sets) rows.push(...(await rowsOf(set)));
const text = formatTable({
  title: 'Relevance of the own index',
  columns: ['looked for by', 'ranking', 'pages', 'queries', 'MRR@10', 'found', 'bar', ''],
  rows,
  textColumns: 2,
  notes: [
    'MRR@10: the mean of 1 / place of the right page among ten; found: the share of queries with it among ten',
    'known pages: title, heading and description are taken out of the page before it is indexed',
  ],
});
if (text.includes('NOT MET')) process.exitCode = 1;
process.stdout.write(`${text}\n`);

async function knownItemsOf(place: string | undefined): Promise<QuerySet[]> {
  if (place === undefined || !existsSync(place)) {
    process.stdout.write(
      'skipped: no pages of others. Give the folder or archive of the WCXB dev split, or set DECANT_WCXB.\n',
    );
    return [];
  }
  const labelled = readLabelledPages(statSync(place).isDirectory() ? place : await unpackArchive(place));
  const pages = [];
  for (const page of labelled) pages.push(await readBenchPage(page));
  return makeKnownItems(pages);
}

async function rowsOf(set: QuerySet): Promise<string[][]> {
  const { name, pages, queries } = set;
  const own = await scoreRanking(queries, await openOwnRanking(pages));
  const bar = BARS[name] ?? 0;
  const cells = (score: { mrr: number; found: number }): string[] => [
    score.mrr.toFixed(3),
    score.found.toFixed(3),
  ];
  const verdict = [`>= ${bar}`, own.mrr >= bar ? 'met' : 'NOT MET'];
  const found = [[name, 'own index', `${pages.length}`, `${queries.length}`, ...cells(own), ...verdict]];
  if (postgres === undefined) return found;
  const asked = pages.length > 1_000 ? queries.filter((_, at) => at % POSTGRES_SHARE === 0) : queries;
  await postgres.load(pages);
  const other = await scoreRanking(asked, postgres.rank);
  return [...found, [name, 'ts_rank_cd, OR', `${pages.length}`, `${asked.length}`, ...cells(other), '', '']];
}
