import type { Bar } from '../browser/bar.ts';
import type { SectionReport } from '../section.ts';
import type { ContenderName } from './contenders/index.ts';
import type { PdfLayout } from './print/layouts.ts';

export const BENCH_KINDS = ['pdf', 'docx', 'odt', 'rtf', 'doc', 'xlsx', 'xls', 'ods'] as const;
export type BenchKind = (typeof BENCH_KINDS)[number];

/** What the sections are given. */
export interface DocumentsBench {
  kinds: readonly BenchKind[];
  layouts: readonly PdfLayout[];
  contenders: readonly ContenderName[];
  /** How many of the worst files of ours are listed. */
  worst: number;
  /** Less of everything, for a first impression. */
  isQuick: boolean;
  /** Pages of short lines that no rule was made with, in place of those that rules are made with. */
  isHeldOut: boolean;
  signal: AbortSignal;
}

export interface DocumentsReport extends SectionReport {
  bars: Bar[];
}
