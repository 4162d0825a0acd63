import { readFileSync, statSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { DocumentKind } from '../../../src/readers/document-files.ts';
import { median } from '../../statistics.ts';
import { figure, type Table } from '../../table.ts';
import { CONTENDER_TITLES, type ContenderName } from '../contenders/index.ts';
import type { DocumentsBench, DocumentsReport } from '../documents-section.ts';
import { generateDocuments } from '../generate/generate-documents.ts';
import { largeSheet } from '../generate/generate-workbooks.ts';
import type { BenchDocument } from '../model.ts';
import { openContender, type OpenContender } from '../open-contender.ts';
import { FIXTURE_FOLDER, printAll } from '../print/print-all.ts';
import { writeOwn } from '../write/write-files.ts';
import { writeXlsx } from '../write/xlsx.ts';

/** Files that are converted in turn, and what is counted of them. */
interface Load {
  title: string;
  kind: DocumentKind;
  files: readonly string[];
  unit: string;
  /** Units in all files. */
  count: number;
  contenders: readonly ContenderName[];
  bar?: number;
}

interface Speed {
  name: ContenderName;
  perCpuSecond: number;
  /** Of the slowest file in its fastest round. */
  slowestMs: number;
  peakBytes: number;
  failed: number;
}

const ROUNDS = 5;
/** Rounds are repeated until they have used this much CPU time, seconds: the clock of the system ticks at 0.01. */
const ROUND_SECONDS = 1;
/** A reader reads for days: what counts is code that V8 has compiled. The first seconds need up to twice the CPU time. */
const WARM_UP_SECONDS = 4;
const WARM_UP_PASSES = 2;
const PDF_NAMES: readonly ContenderName[] = ['decant', 'decant-html', 'liteparse', 'pdfium', 'pdftotext'];
const YARDSTICKS: readonly ContenderName[] = ['pdftotext', 'mammoth', 'sheetjs'];
const LARGE_COPIES = 5;
const LARGE_ROWS = 30_000;

/** How much each contender converts in a second of CPU time, in a process that has converted the same files before. */
export async function documentSpeed(bench: DocumentsBench): Promise<DocumentsReport> {
  const report: DocumentsReport = { tables: [], bars: [], raw: {} };
  for (const load of await makeLoads(bench)) {
    const speeds = await measureAll(load, bench);
    report.tables.push(speedTable(load, speeds));
    report.raw[load.title] = { ...load, files: load.files.length, speeds };
    const ours = speeds.find(({ name }) => name === 'decant');
    if (load.bar === undefined || ours === undefined) continue;
    report.bars.push({
      name: load.title,
      value: ours.perCpuSecond,
      bar: load.bar,
      isMoreBetter: true,
      unit: `${load.unit}/CPU s`,
      limit: limitOf(speeds),
      digits: 1,
    });
  }
  return report;
}

async function makeLoads(bench: DocumentsBench): Promise<Load[]> {
  const { kinds, isQuick, signal } = bench;
  const loads: Load[] = [];
  if (kinds.includes('pdf')) {
    const documents = generateDocuments(isQuick);
    const small = (await printAll(documents, ['one', 'two'], signal)).map(({ file }) => file);
    const large = (await printAll([longDocument(isQuick ? 1 : LARGE_COPIES)], ['one'], signal)).map(
      ({ file }) => file,
    );
    const pdf = { kind: 'pdf', unit: 'pages', contenders: PDF_NAMES, bar: 200 } as const;
    loads.push({ ...pdf, title: `PDF, ${small.length} small files`, files: small, count: pagesOf(small) });
    loads.push({ ...pdf, title: `PDF, one of ${pagesOf(large)} pages`, files: large, count: pagesOf(large) });
  }
  if (kinds.includes('docx')) {
    const files = (await writeOwn('docx', isQuick)).map(({ file }) => file);
    const contenders = ['decant', 'decant-html', 'mammoth'] as const;
    loads.push({
      title: `docx, ${files.length} files`,
      kind: 'docx',
      files,
      unit: 'files',
      count: files.length,
      contenders,
      bar: 60,
    });
  }
  if (kinds.includes('xlsx')) {
    const file = path.join(FIXTURE_FOLDER, 'large.xlsx');
    await mkdir(FIXTURE_FOLDER, { recursive: true });
    await writeFile(file, writeXlsx([largeSheet(isQuick ? LARGE_ROWS / 10 : LARGE_ROWS)]));
    const contenders = ['decant', 'decant-html', 'sheetjs'] as const;
    const count = statSync(file).size / 1e6;
    loads.push({
      title: `xlsx, one of ${figure(count)} MB`,
      kind: 'xlsx',
      files: [file],
      unit: 'MB',
      count,
      contenders,
      bar: 10,
    });
  }
  return loads;
}

/** All documents in English one after the other, several times. */
function longDocument(copies: number): BenchDocument {
  const [first, ...rest] = generateDocuments().filter(
    ({ language, name }) => language === 'en' && !name.startsWith('slides'),
  );
  if (first === undefined) throw new Error('There are no documents');
  const blocks = Array.from({ length: copies }, () =>
    [first, ...rest].flatMap((document) => document.blocks),
  ).flat();
  // Marks of footnotes lead to notes that are not there.
  return { ...first, name: 'long', blocks, footnotes: [] };
}

/** The browser writes the objects of pages as they are. */
function pagesOf(files: readonly string[]): number {
  return files.reduce(
    (sum, file) => sum + (readFileSync(file, 'latin1').match(/\/Type \/Page\b/g)?.length ?? 0),
    0,
  );
}

/** A contender at work on the files of a load. */
interface Running {
  name: ContenderName;
  contender: OpenContender;
  /** Of each file, in its fastest pass. */
  slowest: number[];
  failed: number;
  rates: number[];
}

/** All contenders in turn, forth and back, each in a process of its own that has converted the same files before. */
async function measureAll(load: Load, { contenders, signal, isQuick }: DocumentsBench): Promise<Speed[]> {
  await using stack = new AsyncDisposableStack();
  const running: Running[] = [];
  for (const name of load.contenders.filter((one) => contenders.includes(one))) {
    const contender = await openContender(name);
    if (contender === undefined) continue;
    stack.use(contender);
    running.push({ name, contender, slowest: load.files.map(() => Infinity), failed: 0, rates: [] });
  }
  for (const one of running) await warmUp(one, load, isQuick ? 0 : WARM_UP_SECONDS, signal);
  for (let round = 0; round < (isQuick ? 1 : ROUNDS); round++) {
    for (const one of round % 2 === 0 ? running : running.toReversed()) {
      let cpu = 0;
      let passes = 0;
      while (cpu < ROUND_SECONDS && passes < 200) {
        cpu += await convertAll(one, load, signal);
        passes++;
      }
      one.rates.push((load.count * passes) / cpu);
    }
  }
  return running.map(({ name, contender, slowest, failed, rates }) => ({
    name,
    perCpuSecond: median(rates),
    slowestMs: Math.max(...slowest),
    peakBytes: contender.peakBytes(),
    failed,
  }));
}

async function warmUp(one: Running, load: Load, seconds: number, signal: AbortSignal): Promise<void> {
  let cpu = 0;
  for (let passes = 0; passes < WARM_UP_PASSES || cpu < seconds; passes++) {
    cpu += await convertAll(one, load, signal);
    if (one.failed === load.files.length) return;
  }
}

/** CPU seconds that all files of a load take. */
async function convertAll(one: Running, load: Load, signal: AbortSignal): Promise<number> {
  let cpu = 0;
  one.failed = 0;
  for (const [index, file] of load.files.entries()) {
    signal.throwIfAborted();
    const conversion = await one.contender.convert({ file, kind: load.kind });
    cpu += conversion.cpuSeconds;
    one.slowest[index] = Math.min(one.slowest[index]!, conversion.wallMs);
    if ('error' in conversion) one.failed++;
  }
  return cpu;
}

function speedTable({ title, unit }: Load, speeds: readonly Speed[]): Table {
  const yardstick = speeds.find(({ name }) => YARDSTICKS.includes(name));
  return {
    title: `Speed: ${title}`,
    columns: [
      '',
      `${unit}/CPU s`,
      'slowest ms',
      'peak MB',
      'failed',
      ...(yardstick ? [`x ${yardstick.name}`] : []),
    ],
    rows: speeds.map(({ name, perCpuSecond, slowestMs, peakBytes, failed }) => [
      CONTENDER_TITLES[name],
      figure(perCpuSecond),
      slowestMs.toFixed(0),
      (peakBytes / 1e6).toFixed(0),
      `${failed}`,
      ...(yardstick ? [(perCpuSecond / yardstick.perCpuSecond).toFixed(2)] : []),
    ]),
  };
}

/** What is built on PDFium cannot be faster than its text. */
function limitOf(speeds: readonly Speed[]): string {
  const pdfium = speeds.find(({ name }) => name === 'pdfium');
  return pdfium === undefined ? '' : `${figure(pdfium.perCpuSecond)}, PDFium's text alone`;
}
