import type { Bar } from '../../browser/bar.ts';
import type { DocumentsBench, DocumentsReport } from '../documents-section.ts';
import { PDF_CONTENDERS } from '../contenders/index.ts';
import { generateDocuments } from '../generate/generate-documents.ts';
import { openContender } from '../open-contender.ts';
import { LAYOUT_NOTES, type PdfLayout } from '../print/layouts.ts';
import { printAll } from '../print/print-all.ts';
import { meanOf, rawScores, scoreFiles, type BenchFile, type FileResult } from '../score-files.ts';
import { scoreBar, scoreTable, worstTable, type FormResult } from '../score-table.ts';

/** Least NID, TEDS and MHS by layout; word recall is the same for all. */
const BARS: Record<PdfLayout, { nid: number; teds: number; mhs: number }> = {
  one: { nid: 0.96, teds: 0.85, mhs: 0.85 },
  two: { nid: 0.88, teds: 0.6, mhs: 0.85 },
  bare: { nid: 0.96, teds: 0.6, mhs: 0.85 },
  tagged: { nid: 0.96, teds: 0.85, mhs: 0.85 },
  shuffled: { nid: 0.88, teds: 0.6, mhs: 0.85 },
  other: { nid: 0.88, teds: 0.6, mhs: 0.85 },
};
const LEAST_RECALL = 0.97;

/** Printed documents against what they were printed from, by layout. */
export async function pdfScores(bench: DocumentsBench): Promise<DocumentsReport> {
  const { layouts, contenders, signal, worst } = bench;
  if (!bench.kinds.includes('pdf')) return { tables: [], bars: [], raw: {} };
  const printed = await printAll(generateDocuments(bench.isQuick), layouts, signal);
  const files = printed.map(({ document, layout, file }): BenchFile & { form: PdfLayout } => ({
    document,
    kind: 'pdf',
    file,
    form: layout,
  }));
  const forms = new Map<PdfLayout, FormResult[]>(layouts.map((layout) => [layout, []]));
  for (const name of contenders) {
    if (!PDF_CONTENDERS.includes(name)) continue;
    await using contender = await openContender(name);
    if (contender === undefined) continue;
    for (const layout of layouts) {
      const results = await scoreFiles(
        contender,
        files.filter(({ form }) => form === layout),
        signal,
      );
      forms.get(layout)?.push({ name, results, peakBytes: contender.peakBytes() });
    }
  }
  const tables = layouts.map((layout) => {
    const count = files.filter(({ form }) => form === layout).length;
    const notes = [LAYOUT_NOTES[layout]];
    return scoreTable(`PDF, layout ${layout}: ${count} files`, forms.get(layout) ?? [], notes);
  });
  const ours = layouts.map((layout) => ({ layout, results: resultsOfOurs(forms.get(layout) ?? []) }));
  if (worst > 0)
    tables.push(
      worstTable(
        'PDF: where ours does worst',
        ours.flatMap(({ results }) => results),
        worst,
      ),
    );
  return {
    tables,
    bars: ours.flatMap(({ layout, results }) => (results.length === 0 ? [] : barsOf(layout, results))),
    raw: Object.fromEntries([...forms].map(([layout, results]) => [layout, rawOf(results)])),
  };
}

function resultsOfOurs(forms: readonly FormResult[]): readonly FileResult[] {
  return forms.find(({ name }) => name === 'decant')?.results ?? [];
}

function barsOf(layout: PdfLayout, results: readonly FileResult[]): Bar[] {
  const { nid, teds, mhs } = BARS[layout];
  return [
    scoreBar(`PDF ${layout}: word recall`, meanOf(results, 'recall'), LEAST_RECALL),
    scoreBar(`PDF ${layout}: reading order (NID)`, meanOf(results, 'nid'), nid),
    scoreBar(`PDF ${layout}: tables (TEDS)`, meanOf(results, 'teds'), teds),
    scoreBar(`PDF ${layout}: headings (MHS)`, meanOf(results, 'mhs'), mhs),
  ];
}

function rawOf(forms: readonly FormResult[]): Record<string, unknown> {
  return Object.fromEntries(forms.map(({ name, results }) => [name, rawScores(results)]));
}
