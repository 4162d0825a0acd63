import type { CellContent } from './cell-content.ts';

/** A row as far as it matters for how its table is parted. */
export interface SectionRow {
  cells: ReadonlyArray<{ content: CellContent; isMerged: boolean }>;
}

/** A section of a table: a heading that stands between its rows, or rows that belong together. */
export type TableSection<Row> = { heading: string } | { rows: Row[] };

/**
 * A table whose first row holds a heading and nothing else, parted at such rows: forms and curricula are made in one
 * table. One section where there is no such row, where headings stand elsewhere too, where one is part of a cell that goes
 * on in other rows, or where a single row would be left alone.
 */
export function sectionsOf<Row extends SectionRow>(rows: readonly Row[]): Array<TableSection<Row>> {
  const sections: Array<TableSection<Row>> = [];
  for (const row of rows) {
    const filled = row.cells.filter(({ content }) => content.html !== '').map(({ content }) => content);
    const hasHeading = filled.some(({ headings }) => headings !== 'none');
    const last = sections.at(-1);
    if (
      filled.length === 1 &&
      filled[0]?.headings === 'alone' &&
      !row.cells.some(({ isMerged }) => isMerged)
    ) {
      sections.push({ heading: filled[0].html });
    } else if (hasHeading || last === undefined) {
      return [{ rows: [...rows] }];
    } else if ('rows' in last) {
      last.rows.push(row);
    } else {
      sections.push({ rows: [row] });
    }
  }
  const isAlone = (section: TableSection<Row>): boolean =>
    'rows' in section && section.rows.length === 1 && section.rows[0]!.cells.length > 1;
  return sections.some(isAlone) ? [{ rows: [...rows] }] : sections;
}

/**
 * True for a table of data, in which styles of headings are used for how they look: one with headings would be taken for
 * the layout of a page. Tables of one row or one column do lay out a page, and so do cells that hold several blocks.
 */
export function hasStrongHeadings(rows: readonly SectionRow[]): boolean {
  return (
    rows.length > 1 &&
    rows.some(({ cells }) => cells.length > 1) &&
    rows.some(({ cells }) => cells.some(({ content }) => content.headings !== 'none')) &&
    rows.every(({ cells }) => cells.every(({ content }) => content.isLine))
  );
}

/** A cell that holds a heading alone, with strong text in its place. */
export function withStrongHeading(content: CellContent): CellContent {
  if (content.headings !== 'alone') return content;
  return { ...content, html: content.strong, headings: 'none', isBold: true };
}
