/** `npm run bench:documents`: files read by ours and by others; docs/benchmarks.md describes it; see `--help`. */
import { existsSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { barTable, type Bar } from './browser/bar.ts';
import { describeMachine, machineLine } from './describe-machine.ts';
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
import { untilInterrupted } from './until-interrupted.ts';

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
  jsonFile: string | undefined;
}

process.exitCode = await main();

async function main(): Promise<number> {
  const options = readOptions();
  if (typeof options === 'string') {
    process.stderr.write(options);
    return options === USAGE ? 0 : 2;
  }
  const state = { isSound: true };
  const exitCode = await untilInterrupted(async (signal) => {
    state.isSound = await start(options, signal);
  });
  return exitCode === 0 && !state.isSound ? 1 : exitCode;
}

function readOptions(): Options | string {
  if (!existsSync('/proc/self/smaps_rollup'))
    return 'CPU time and memory are read from /proc: the bench runs on Linux only\n';
  try {
    const flag = { type: 'boolean', default: false } as const;
    const text = { type: 'string' } as const;
    const { values } = parseArgs({
      options: {
        only: text,
        layouts: text,
        contenders: text,
        show: text,
        fuzz: { type: 'string', default: '0' },
        seed: { type: 'string', default: '1' },
        json: text,
        worst: { type: 'string', default: '8' },
        quick: flag,
        help: flag,
        'no-scores': flag,
        'no-speed': flag,
      },
    });
    if (values.help) return USAGE;
    return {
      bench: {
        kinds: choose('--only', values.only, BENCH_KINDS),
        layouts: choose('--layouts', values.layouts, PDF_LAYOUTS),
        contenders: choose('--contenders', values.contenders, Object.keys(CONTENDERS) as ContenderName[]),
        worst: Number(values.worst),
        isQuick: values.quick,
      },
      sections: DOCUMENT_SECTION_NAMES.filter((name) => !values[name === 'speed' ? 'no-speed' : 'no-scores']),
      shown: values.show,
      fuzzCount: Number(values.fuzz),
      seed: Number(values.seed),
      jsonFile: values.json,
    };
  } catch (error) {
    return `${(error as Error).message}\n\n${USAGE}`;
  }
}

/** Names between commas, all when none are given. */
function choose<Name extends string>(
  option: string,
  given: string | undefined,
  all: readonly Name[],
): readonly Name[] {
  if (given === undefined) return all;
  const names = given.split(',');
  const unknown = names.find((name) => !(all as readonly string[]).includes(name));
  if (unknown !== undefined) throw new RangeError(`${option} does not know ${unknown}`);
  return all.filter((name) => names.includes(name));
}

/** Returns whether nothing was found that must not be. */
async function start(options: Options, signal: AbortSignal): Promise<boolean> {
  if (options.fuzzCount > 0) return fuzz(options, signal);
  await (options.shown === undefined ? run(options, signal) : show(options, signal));
  return true;
}

async function fuzz({ bench, fuzzCount, seed }: Options, signal: AbortSignal): Promise<boolean> {
  const report = await fuzzReaders({ count: fuzzCount, seed, bench: { ...bench, signal } });
  for (const table of report.tables) console.log(formatTable(table));
  return report.isSound;
}

async function run({ bench, sections, jsonFile }: Options, signal: AbortSignal): Promise<void> {
  const machine = describeMachine();
  const startedAt = new Date().toISOString();
  console.log(`${machineLine(machine, startedAt)}${bench.isQuick ? ', quick' : ''}\n`);
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
  if (jsonFile !== undefined) {
    writeFileSync(jsonFile, `${JSON.stringify({ startedAt, machine, results }, undefined, 2)}\n`);
  }
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
