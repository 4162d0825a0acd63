/** `npm run bench:documents`: files read by ours and by others; docs/benchmarks.md describes it; see `--help`. */
import { barTable, type Bar } from './browser/bar.ts';
import { CONTENDERS, PDF_CONTENDERS, type ContenderName } from './documents/contenders/index.ts';
import { BENCH_KINDS, type DocumentsBench } from './documents/documents-section.ts';
import { generateDocuments } from './documents/generate/generate-documents.ts';
import { PDF_LAYOUTS } from './documents/print/layouts.ts';
import { printAll } from './documents/print/print-all.ts';
import {
  DOCUMENT_SECTION_NAMES,
  documentSections,
  type DocumentSectionName,
} from './documents/sections/index.ts';
import { fuzzReaders } from './documents/robustness/fuzz-section.ts';
import { showDocument } from './documents/show-document.ts';
import { formatTable } from './table.ts';
import { chosenNames, wholeNumber } from './option-values.ts';
import { FLAG, VALUE, runProgram, type Session } from './run-program.ts';

const USAGE = `Usage: npm run bench:documents -- [options]

  --only KINDS         ${BENCH_KINDS.join(',')}: all of them when absent
  --layouts LAYOUTS    of the PDFs: ${PDF_LAYOUTS.join(',')}
  --contenders NAMES   ${Object.keys(CONTENDERS).join(',')}
  --no-scores          only how fast it is
  --no-speed           only how good it is
  --worst N            how many of our worst files are listed; 8
  --show NAME          only this: writes the PDFs of one document, such as paper-1, what is expected of them and what was
                       read, into a folder
  --fuzz N             only this: N mutations of files of each kind; our readers may refuse them, and nothing else
  --seed N             of the first mutation; 1
  --only-shapes        of the scores, only those of receipts, letters, forms, slides, tight tables and scans
  --held-out           pages of short lines that no rule was made with: for the last figure only
  --quick              every fourth document, and less of everything else
  --json FILE          write the numbers there, too
  --help               this text
`;

interface Options {
  bench: Omit<DocumentsBench, 'signal'>;
  sections: readonly DocumentSectionName[];
  shown: string | undefined;
  /** Mutations of each kind; 0: none. */
  fuzzCount: number;
  seed: number;
}

process.exitCode = await runProgram({
  usage: USAGE,
  given: {
    only: VALUE,
    layouts: VALUE,
    contenders: VALUE,
    show: VALUE,
    fuzz: VALUE,
    seed: VALUE,
    worst: VALUE,
    quick: FLAG,
    'only-shapes': FLAG,
    'held-out': FLAG,
    'no-scores': FLAG,
    'no-speed': FLAG,
  },
  read: (values): Options => ({
    bench: {
      kinds: chosenNames('--only', values.only, BENCH_KINDS),
      layouts: chosenNames('--layouts', values.layouts, PDF_LAYOUTS),
      contenders: chosenNames('--contenders', values.contenders, Object.keys(CONTENDERS) as ContenderName[]),
      worst: wholeNumber('--worst', values.worst ?? '8', 0),
      isQuick: values.quick,
      isHeldOut: values['held-out'],
    },
    sections: values['only-shapes']
      ? ['shapes']
      : DOCUMENT_SECTION_NAMES.filter((name) => !values[name === 'speed' ? 'no-speed' : 'no-scores']),
    shown: values.show,
    fuzzCount: wholeNumber('--fuzz', values.fuzz ?? '0', 0),
    seed: wholeNumber('--seed', values.seed ?? '1', 0),
  }),
  run: start,
});

/** Returns whether nothing was found that must not be. */
async function start(options: Options, session: Session): Promise<boolean> {
  if (options.fuzzCount > 0) return fuzz(options, session.signal);
  await (options.shown === undefined ? run(options, session) : show(options, session.signal));
  return true;
}

async function fuzz({ bench, fuzzCount, seed }: Options, signal: AbortSignal): Promise<boolean> {
  const report = await fuzzReaders({ count: fuzzCount, seed, bench: { ...bench, signal } });
  for (const table of report.tables) console.log(formatTable(table));
  return report.isSound;
}

async function run({ bench, sections }: Options, session: Session): Promise<void> {
  const { signal } = session;
  session.announce(bench.isQuick);
  const results: Partial<Record<DocumentSectionName, Record<string, unknown>>> = {};
  const bars: Bar[] = [];
  for (const name of sections) {
    signal.throwIfAborted();
    const report = await documentSections[name]({ ...bench, signal });
    results[name] = { ...report.raw, bars: report.bars };
    bars.push(...report.bars);
    for (const table of report.tables) console.log(formatTable(table));
  }
  if (bars.length > 0) console.log(formatTable(barTable('Against the bars', bars)));
  session.write({ results });
}

async function show({ bench, shown }: Options, signal: AbortSignal): Promise<void> {
  const documents = generateDocuments();
  // Its place among all decides how it looks.
  const printed = await printAll(documents, bench.layouts, signal);
  const files = printed
    .filter(({ document }) => document.name === shown)
    .map(({ document, layout, file }) => ({ document, kind: 'pdf' as const, file, form: layout }));
  const contenders = bench.contenders.filter((name) => PDF_CONTENDERS.includes(name));
  console.log(await showDocument(files, contenders, signal));
}
