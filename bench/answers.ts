// What is answered without a model: passages for questions, summaries, their cost, and hostile input; sections of our own
// documentation for questions about it; how often a model is
// asked for pages that are alike. Exits with 1 when a bar is not met.
// usage: npm run bench:answers -- [DATASET] [--misses]
//   DATASET   the WCXB dev split: its folder, or wcxb-dev.tar.zst. Default: DECANT_WCXB. Without it: the written questions,
//             hostile input and generated pages alone.
//   --misses  lists the questions of the tuning half whose answer is not among the first five
import { existsSync, readFileSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { measureCost } from './answers/cost-table.ts';
import { docsTable } from './answers/docs-table.ts';
import { FieldScores } from './answers/field-scores.ts';
import { readFaqQuestions } from './answers/faq-questions.ts';
import { convertBenchPage } from './answers/converted-page.ts';
import { measureHostileInput } from './answers/hostile-table.ts';
import { measureLearning } from './answers/learnt-table.ts';
import { listMisses, questionTable, withoutContext } from './answers/question-table.ts';
import { scoreQuestions, type QuestionScore } from './answers/score-questions.ts';
import { SummaryScores } from './answers/summary-scores.ts';
import { silenceTable } from './answers/silence-table.ts';
import { readWrittenPages } from './answers/written-questions.ts';
import { readLabelledPages, type LabelledPage } from './content/labelled-pages.ts';
import { unpackArchive } from './content/unpack-archive.ts';
import { formatTable, type Table } from './table.ts';

const FAQ_BAR = 0.8;
const WRITTEN_BAR = 0.9;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { misses: { type: 'boolean', default: false } },
});
const dataset = positionals[0] ?? process.env['DECANT_WCXB'];

reportWritten();
if (dataset === undefined || !existsSync(dataset)) {
  print(
    'skipped: no pages of others. Give the folder or archive of the WCXB dev split, or set DECANT_WCXB.\n',
  );
} else {
  reportDataset(readLabelledPages(statSync(dataset).isDirectory() ? dataset : await unpackArchive(dataset)));
}
printTable(await docsTable());
printTable(measureHostileInput());
printTable(measureLearning());

function reportWritten(): void {
  const pages = readWrittenPages();
  const scores = pages.flatMap((page) => scoreQuestions(page));
  const title = `Written questions: ${scores.length} on ${pages.length} pages of our own`;
  const alone = pages.flatMap((page) => scoreQuestions(withoutContext(page)));
  printTable(questionTable(title, { scores, alone, bar: WRITTEN_BAR }));
  if (values.misses) print(listMisses(scores));
  printTable(silenceTable(pages));
}

function reportDataset(labelled: readonly LabelledPage[]): void {
  const scores: QuestionScore[] = [];
  const alone: QuestionScore[] = [];
  const summaries = new SummaryScores();
  const filled = new FieldScores();
  let pages = 0;
  for (const labelledPage of labelled) {
    const { id, half, htmlFile } = labelledPage;
    const page = convertBenchPage(readFileSync(htmlFile));
    summaries.add(page);
    filled.add(page, labelledPage);
    const questions = readFaqQuestions(page);
    if (questions.length === 0) continue;
    pages++;
    const set = { name: id, half, passages: page.passages, questions };
    scores.push(...scoreQuestions(set));
    alone.push(...scoreQuestions(withoutContext(set)));
  }
  const title = `Questions of FAQ pages: ${scores.length} on ${pages} pages of others`;
  printTable(questionTable(title, { scores, alone, bar: FAQ_BAR }));
  if (values.misses) print(listMisses(scores));
  printTable(summaries.table());
  printTable(filled.table());
  printTable(measureCost(labelled));
}

function printTable(table: Table): void {
  const text = formatTable(table);
  if (text.includes('NOT MET')) process.exitCode = 1;
  print(text);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
