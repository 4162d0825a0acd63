// How fast the own index finds, and what it costs to keep: pages made of paragraphs of real ones, in the embedded database.
// Exits with 1 when a bar is not met.
// usage: npm run bench:search-latency -- DATASET [--pages N]
//   DATASET  the WCXB dev split: its folder, or wcxb-dev.tar.zst. Default: DECANT_WCXB.
//   --pages  100,000 when not given
import { randomUUID } from 'node:crypto';
import { mkdtempDisposable } from 'node:fs/promises';
import { statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { silentLog } from '../src/lib/log.ts';
import { openDatabase } from '../src/store/database.ts';
import { readLabelledPages } from './content/labelled-pages.ts';
import { unpackArchive } from './content/unpack-archive.ts';
import { wholeNumber } from './option-values.ts';
import { fillIndex, changePages } from './search-latency/fill-index.ts';
import { measureQueries } from './search-latency/measure-queries.ts';
import { readSources } from './search-latency/read-sources.ts';
import { SyntheticPages } from './search-latency/synthetic-pages.ts';
import { formatTable } from './table.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { pages: { type: 'string', default: '100000' } },
});
const dataset = positionals[0] ?? process.env['DECANT_WCXB'];
if (dataset === undefined)
  throw new Error('Give the folder or archive of the WCXB dev split, or set DECANT_WCXB');
const count = wholeNumber('--pages', values.pages);
const folder = statSync(dataset).isDirectory() ? dataset : await unpackArchive(dataset);
const sources = await readSources(readLabelledPages(folder));

await using home = await mkdtempDisposable(path.join(tmpdir(), 'decant-search-'));
await using db = await openDatabase({ dataDir: path.join(home.path, 'data'), log: silentLog });
const teamId = randomUUID();
const pages = new SyntheticPages(sources, teamId);
const reports = [
  await fillIndex(db, { teamId, pages, count }),
  await measureQueries(db, { teamId, sources, title: `${count} pages` }),
  await changePages(db, { teamId, pages, count }),
  await measureQueries(db, {
    teamId,
    sources,
    title: `${count} pages after a tenth was changed and a tenth removed`,
  }),
];
for (const { table } of reports) process.stdout.write(`${formatTable(table)}\n`);
process.exitCode = reports.every(({ isMet }) => isMet) ? 0 : 1;
