// How fast the own index finds, and what it costs to keep: pages made of paragraphs of real ones, in the embedded database.
// Exits with 1 when a bar is not met.
// usage: npm run bench:search-latency -- DATASET [--pages N] [--data FOLDER]
//   DATASET  the WCXB dev split: its folder, or wcxb-dev.tar.zst. Default: DECANT_WCXB.
//   --pages  100,000 when not given
//   --data   where the index is kept; one that is there already is searched as it is
import { mkdtempDisposable } from 'node:fs/promises';
import { statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { silentLog } from '../src/lib/log/log.ts';
import { openDatabase } from '../src/store/database.ts';
import { readLabelledPages } from './content/labelled-pages.ts';
import { unpackArchive } from './content/unpack-archive.ts';
import { wholeNumber } from './option-values.ts';
import { fillIndex, changePages, countPages, type BenchReport } from './search-latency/fill-index.ts';
import { measureQueries } from './search-latency/measure-queries.ts';
import { readSources } from './search-latency/read-sources.ts';
import { SyntheticPages } from './search-latency/synthetic-pages.ts';
import { formatTable } from './table.ts';

const TEAM = '0b0e1c52-0000-4000-8000-000000000001';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { pages: { type: 'string', default: '100000' }, data: { type: 'string' } },
});
const dataset = positionals[0] ?? process.env['DECANT_WCXB'];
if (dataset === undefined)
  throw new Error('Give the folder or archive of the WCXB dev split, or set DECANT_WCXB');
const count = wholeNumber('--pages', values.pages);
const folder = statSync(dataset).isDirectory() ? dataset : await unpackArchive(dataset);
const sources = await readSources(readLabelledPages(folder));

await using home =
  values.data === undefined ? await mkdtempDisposable(path.join(tmpdir(), 'decant-search-')) : undefined;
const dataDir = values.data ?? path.join(home!.path, 'data');
await using db = await openDatabase({ dataDir: path.resolve(dataDir), log: silentLog });
const pages = new SyntheticPages(sources, TEAM);
const there = await countPages(db, TEAM);

/** Each is shown when it is there: a million pages take half an hour. */
async function show(report: Promise<BenchReport>): Promise<void> {
  const { table, isMet } = await report;
  process.stdout.write(`${formatTable(table)}\n`);
  if (!isMet) process.exitCode = 1;
}

function search(title: string): Promise<BenchReport> {
  return measureQueries(db, { teamId: TEAM, sources, title, pages: there || count });
}

if (there > 0) await show(search(`${there} pages that were there`));
else {
  await show(fillIndex(db, { teamId: TEAM, pages, count }));
  await show(search(`${count} pages`));
  await show(changePages(db, { teamId: TEAM, pages, count }));
  await show(search(`${count} pages after a tenth was changed and a tenth removed`));
}
