import type { DocumentKind } from '../../src/readers/document-files.ts';
import {
  structureOfHtml,
  structureOfMarkdown,
  type DocumentStructure,
} from './measures/document-structure.ts';
import { scoreDocument, type DocumentScore } from './measures/score-document.ts';
import type { BenchDocument } from './model.ts';
import type { OpenContender } from './open-contender.ts';
import { expectedHtml } from './write/expected-html.ts';

/** A file that was made from a document. */
export interface BenchFile {
  document: BenchDocument;
  kind: DocumentKind;
  file: string;
  /** Which of the forms of the document it is. */
  form: string;
}

export interface FileResult {
  file: BenchFile;
  score: DocumentScore;
  markdown: string;
  error: string | undefined;
  cpuSeconds: number;
  wallMs: number;
}

const NOTHING: DocumentStructure = { text: '', headings: [], tables: [], blocks: [], links: [] };

/** Converts the files and compares each with the document that it was made from; one that fails scores as empty. */
export async function scoreFiles(
  contender: OpenContender,
  files: readonly BenchFile[],
  signal: AbortSignal,
): Promise<FileResult[]> {
  const results: FileResult[] = [];
  for (const file of files) {
    signal.throwIfAborted();
    const conversion = await contender.convert({ file: file.file, kind: file.kind });
    const { cpuSeconds, wallMs } = conversion;
    const error = 'error' in conversion ? conversion.error : undefined;
    const markdown = 'markdown' in conversion ? conversion.markdown : '';
    const actual = error === undefined ? structureOfMarkdown(markdown) : NOTHING;
    const score = scoreDocument(structureOfHtml(expectedHtml(file.document)), actual);
    results.push({ file, score, markdown, error, cpuSeconds, wallMs });
  }
  return results;
}

type Measure = Exclude<keyof DocumentScore, 'falseTables'>;

/** Mean over the files for which it is defined; NaN when there are none. */
export function meanOf(results: readonly FileResult[], measure: Measure): number {
  const values = results.map(({ score }) => score[measure]).filter((value) => value !== undefined);
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The numbers behind a table. */
export function rawScores(results: readonly FileResult[]): unknown[] {
  return results.map(({ file, score, error, cpuSeconds }) => ({
    name: file.document.name,
    ...score,
    error,
    cpuSeconds,
  }));
}
