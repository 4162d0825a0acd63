import { PAGE_TYPES } from '../../src/html/main-content/classify/page-type.ts';
import type { PageScore } from './score-page.ts';

export type Column = 'f1' | 'precision' | 'recall' | 'with' | 'withWords' | 'leak';
const COLUMNS: readonly Column[] = ['f1', 'precision', 'recall', 'with', 'withWords', 'leak'];
const TITLES: Readonly<Record<Column, string>> = {
  f1: 'F1',
  precision: 'P',
  recall: 'R',
  with: 'with',
  withWords: 'with, words',
  leak: 'leak',
};

/** Means by page type, over all pages, and over the types, as lines of text. */
export function scoreTable(title: string, scores: readonly PageScore[]): string {
  const types = byType(scores);
  const lines = [
    row(
      `${title}, ${scores.length} pages`,
      'pages',
      COLUMNS.map((column) => TITLES[column]),
    ),
    ...types.map(({ name, rows }) => row(name, String(rows.length), means(rows))),
    row('all', String(scores.length), means(scores)),
    row(
      'mean of types',
      '',
      COLUMNS.map((column) => meanOfTypes(scores, column).toFixed(4)),
    ),
  ];
  return lines.join('\n');
}

/** The pages with the lowest F1, with what they were taken for and the rules that removed most. */
export function worstPages(scores: readonly PageScore[], count: number): string {
  return scores
    .toSorted((a, b) => a.f1 - b.f1)
    .slice(0, count)
    .map(({ id, f1, precision, recall, type, takenFor, removed, address }) =>
      [f1, precision, recall]
        .map((share) => share.toFixed(2))
        .concat(
          id,
          type === takenFor ? type : `${type} taken for ${takenFor}`,
          `[${removed.join(', ')}]`,
          address,
        )
        .join('  '),
    )
    .join('\n');
}

function row(name: string, count: string, cells: readonly string[]): string {
  return name.padEnd(28) + count.padStart(6) + cells.map((cell) => cell.padStart(13)).join('');
}

function means(scores: readonly PageScore[]): string[] {
  return COLUMNS.map((column) => meanOf(scores, column).toFixed(4));
}

/** The mean over the types of pages, each type as much as another. */
export function meanOfTypes(scores: readonly PageScore[], column: Column): number {
  return average(byType(scores).map(({ rows }) => meanOf(rows, column)));
}

function byType(scores: readonly PageScore[]): Array<{ name: string; rows: readonly PageScore[] }> {
  return PAGE_TYPES.map((type) => ({
    name: type,
    rows: scores.filter((score) => score.type === type),
  })).filter(({ rows }) => rows.length > 0);
}

export function meanOf(scores: readonly PageScore[], column: Column): number {
  return average(scores.map((score) => score[column]));
}

function average(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
