// Main content against labelled pages: quality by page type, the marked text that each rule removed, then speed and
// memory beside others. Exits with 1 when more is lost than bench/content/loss-baseline.json says.
// usage: npm run bench:content -- [DATASET] [--worst N] [--lost-by RULE] [--update] [--no-speed | --no-scores] [--explain ID]
//   DATASET       the WCXB dev split: its folder, or wcxb-dev.tar.zst (unpacked once into a cache folder). Default: DECANT_WCXB.
//   --worst N     how many of the worst pages are listed, with the rules that removed most; 10
//   --lost-by RULE  the pages that lose most marked text to a rule, as the table names it; `any` for all rules
//   --update      what is lost now is what may be lost from now on
//   --sites       sites of 20 pages with eight looks, read with and without the memory of what repeats
//   --explain ID  only this: what was removed from one page, block by block, and why
import { existsSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { explainPage } from './content/explain-page.ts';
import { readLabelledPages, type LabelledPage } from './content/labelled-pages.ts';
import { findGrowth, readBaseline, writeBaseline } from './content/loss-baseline.ts';
import { lossFigures } from './content/loss-figures.ts';
import { lossTable, pagesLosing } from './content/loss-table.ts';
import { scoreInThreads } from './content/score-in-threads.ts';
import type { PageScore } from './content/score-page.ts';
import { scoreTable, worstPages } from './content/score-table.ts';
import { measureSiteFrames } from './content/site-frames.ts';
import { reportSpeed } from './content/speed-report.ts';
import { unpackArchive } from './content/unpack-archive.ts';
import { formatTable } from './table.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    worst: { type: 'string', default: '10' },
    explain: { type: 'string' },
    'lost-by': { type: 'string' },
    update: { type: 'boolean', default: false },
    sites: { type: 'boolean', default: false },
    'no-speed': { type: 'boolean', default: false },
    'no-scores': { type: 'boolean', default: false },
  },
});

const dataset = positionals[0] ?? process.env['DECANT_WCXB'];
if (dataset === undefined || !existsSync(dataset)) {
  print(
    'skipped: no labelled pages. Give the folder or archive of the WCXB dev split as an argument or in DECANT_WCXB.',
  );
} else {
  const pages = readLabelledPages(statSync(dataset).isDirectory() ? dataset : await unpackArchive(dataset));
  if (values.explain !== undefined) explain(pages, values.explain);
  else await report(pages, dataset);
}

async function report(pages: readonly LabelledPage[], source: string): Promise<void> {
  if (!values['no-scores']) await printScores(pages, source);
  if (values['no-speed']) return;
  for (const table of await reportSpeed(pages)) print(formatTable(table));
}

async function printScores(pages: readonly LabelledPage[], source: string): Promise<void> {
  const scores = await scoreInThreads(pages);
  for (const half of ['tuning', 'held out'] as const) {
    print(
      `${scoreTable(
        `${half} half`,
        scores.filter((score) => score.half === half),
      )}\n`,
    );
  }
  print(`${scoreTable('all', scores)}\n`);
  reportLoss(scores);
  if (values.sites) print(formatTable(measureSiteFrames(pages, scores)));
  const worst = Number(values.worst);
  if (worst === 0) return;
  print(`F1, P, R, id, type, characters removed by rule, address\n${worstPages(scores, worst)}`);
  print(`Why, block by block: npm run bench:content -- ${source} --explain ID\n`);
}

function reportLoss(scores: readonly PageScore[]): void {
  const figures = lossFigures(scores);
  const baseline = readBaseline(figures);
  print(formatTable(lossTable(figures, baseline)));
  if (values['lost-by'] !== undefined) print(`${pagesLosing(scores, values['lost-by'])}\n`);
  if (values.update) return writeBaseline(figures);
  if (baseline === undefined) return;
  const grown = findGrowth(figures, baseline);
  if (grown.length === 0) return;
  print(`MORE IS LOST THAN BEFORE\n${grown.join('\n')}\n\nWhen that is meant: --update\n`);
  process.exitCode = 1;
}

function explain(pages: readonly LabelledPage[], id: string): void {
  const page = pages.find((candidate) => candidate.id === id);
  if (page === undefined) {
    process.stderr.write(`There is no page ${id}\n`);
    process.exitCode = 2;
  } else {
    print(explainPage(page));
  }
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
