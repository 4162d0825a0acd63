import type { Bar } from '../../browser/bar.ts';
import { OFFICE_CONTENDERS } from '../contenders/index.ts';
import { BENCH_KINDS, type DocumentsBench, type DocumentsReport } from '../documents-section.ts';
import { openContender } from '../open-contender.ts';
import { meanOf, rawScores, scoreFiles, type BenchFile, type FileResult } from '../score-files.ts';
import { scoreBar, scoreTable, worstTable, type FormResult } from '../score-table.ts';
import { writeFiles, type WrittenKind } from '../write/write-files.ts';

const OFFICE_KINDS = BENCH_KINDS.filter((kind) => kind !== 'pdf');
const BARS = { nid: 0.95, teds: 0.75, mhs: 0.9 };
const WORKBOOKS = 'workbooks with number formats, dates, merged and empty cells, formulas, hidden sheets';
const DOCUMENTS = 'the same documents as the PDFs';
const FORMS: Readonly<Record<string, string>> = {
  own: 'written by the bench',
  rough: 'with foreign style names, cut runs, tracked changes, links as fields, content controls',
  LibreOffice: 'written by LibreOffice',
};
const NOTES: Record<WrittenKind, string> = {
  docx: DOCUMENTS,
  odt: DOCUMENTS,
  rtf: DOCUMENTS,
  doc: DOCUMENTS,
  xlsx: WORKBOOKS,
  xls: WORKBOOKS,
  ods: WORKBOOKS,
};

/** Office files against the documents that they were written from, by kind and by who wrote them. */
export async function officeScores(bench: DocumentsBench): Promise<DocumentsReport> {
  const report: DocumentsReport = { tables: [], bars: [], raw: {} };
  for (const kind of OFFICE_KINDS.filter((one) => bench.kinds.includes(one))) {
    const files = await writeFiles(kind, bench.isQuick);
    const ours: FileResult[] = [];
    for (const form of new Set(files.map((file) => file.form))) {
      const same = files.filter((file) => file.form === form);
      const results = await scoreAll(kind, same, bench);
      report.tables.push(
        scoreTable(`${kind}, ${FORMS[form] ?? form}: ${same.length} files`, results, [NOTES[kind]]),
      );
      report.raw[`${kind} ${form}`] = Object.fromEntries(
        results.map(({ name, results: scored }) => [name, rawScores(scored)]),
      );
      ours.push(...(results.find(({ name }) => name === 'decant')?.results ?? []));
    }
    if (ours.length === 0) continue;
    if (bench.worst > 0) report.tables.push(worstTable(`${kind}: where ours does worst`, ours, bench.worst));
    report.bars.push(...barsOf(kind, ours));
  }
  return report;
}

async function scoreAll(
  kind: WrittenKind,
  files: readonly BenchFile[],
  bench: DocumentsBench,
): Promise<FormResult[]> {
  const forms: FormResult[] = [];
  for (const name of bench.contenders) {
    if (!OFFICE_CONTENDERS.includes(name) || (name === 'mammoth' && kind !== 'docx')) continue;
    await using contender = await openContender(name);
    if (contender === undefined) continue;
    const results = await scoreFiles(contender, files, bench.signal);
    forms.push({ name, results, peakBytes: contender.peakBytes() });
  }
  return forms;
}

function barsOf(kind: WrittenKind, results: readonly FileResult[]): Bar[] {
  return [
    scoreBar(`${kind}: text (NID)`, meanOf(results, 'nid'), BARS.nid),
    scoreBar(`${kind}: tables (TEDS)`, meanOf(results, 'teds'), BARS.teds),
    scoreBar(`${kind}: headings (MHS)`, meanOf(results, 'mhs'), BARS.mhs),
  ];
}
