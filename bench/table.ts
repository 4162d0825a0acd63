/** One table of the report: a heading, columns with their names, cells, and remarks below it. */
export interface Table {
  title: string;
  columns: readonly string[];
  rows: ReadonlyArray<readonly string[]>;
  notes?: readonly string[];
  /** Columns from the left that hold text; 1 when absent. */
  textColumns?: number;
}

/** A table as text: columns of text to the left, all others to the right. */
export function formatTable({ title, columns, rows, notes = [], textColumns = 1 }: Table): string {
  const widths = columns.map((name, column) =>
    Math.max(name.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) =>
        column < textColumns ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('   ')
      .trimEnd();
  const rule = '-'.repeat(line(columns.map((_, column) => '-'.repeat(widths[column] ?? 0))).length);
  return [
    `## ${title}`,
    '',
    line(columns),
    rule,
    ...rows.map(line),
    ...notes.map((note) => `  ${note}`),
    '',
  ].join('\n');
}

/** What is promised of a number, and what is aimed at. */
export interface Target {
  bar: number;
  goal: number;
  isMoreBetter: boolean;
}

/** The cells `bar`, `goal` and verdict of a row. */
export function targetCells(
  value: number,
  target: Target,
  unit: string,
): [bar: string, goal: string, verdict: string] {
  const reaches = (limit: number): boolean => (target.isMoreBetter ? value >= limit : value <= limit);
  const sign = target.isMoreBetter ? '>=' : '<=';
  const verdict = reaches(target.goal) ? 'goal met' : reaches(target.bar) ? 'met' : 'NOT MET';
  return [`${sign} ${target.bar} ${unit}`, `${sign} ${target.goal} ${unit}`, verdict];
}

/** Three significant digits, without an exponent. */
export function figure(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
