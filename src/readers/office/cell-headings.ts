const BLOCK = /<(h[1-6]|p|table|[uod]l|pre|blockquote|hr)\b/g;
const HEADING = /^\s*<h[1-6]( [^>]*)?>([^]*)<\/h[1-6]>\s*$/;

/**
 * Cells of a table, HTML, with headings that are all that a cell holds as strong text: styles of headings are used for how
 * they look, and a table with headings would be taken for the layout of a page. Left as they are in tables of one row or
 * one column, and where a cell holds several blocks: such tables do lay out a page.
 */
export function withStrongHeadings(rows: readonly (readonly string[])[]): (html: string) => string {
  const asItIs = (html: string): string => html;
  if (rows.length < 2 || !rows.some((cells) => cells.length > 1)) return asItIs;
  const hasHeadings = rows.some((cells) => cells.some((html) => html.includes('<h')));
  return hasHeadings && rows.every((cells) => cells.every(isSimple)) ? strengthen : asItIs;
}

/** At most one paragraph or heading. */
function isSimple(html: string): boolean {
  let blocks = 0;
  for (const [, tag = ''] of html.matchAll(BLOCK)) {
    blocks += 1;
    if (blocks > 1 || (tag !== 'p' && !/^h[1-6]$/.test(tag))) return false;
  }
  return true;
}

function strengthen(html: string): string {
  const [, attributes, content = ''] = HEADING.exec(html) ?? [];
  if (content === '') return html;
  const strong = `<strong>${content.replaceAll(/<\/?strong>/g, '')}</strong>`;
  return attributes === undefined ? strong : `<p${attributes}>${strong}</p>`;
}

/** What a table comes to: a heading that stands between its rows, or rows that belong together. */
export type TableSection<Row> = { heading: string; row: Row } | { rows: Row[] };

/**
 * A table whose first row holds a heading and nothing else, parted at such rows: forms and curricula are made in one
 * table. One section where there is no such row, where headings stand elsewhere too, where one is part of a cell that goes
 * on in other rows, or where a single row would be left alone.
 */
export function sectionsOf<Row>(
  rows: readonly Row[],
  cellsOf: (row: Row) => readonly string[],
  isJoined: (row: Row) => boolean,
): Array<TableSection<Row>> {
  const sections: Array<TableSection<Row>> = [];
  for (const row of rows) {
    const filled = cellsOf(row).filter((html) => html !== '');
    const [first = ''] = filled;
    const hasHeading = filled.some((html) => html.includes('<h'));
    const last = sections.at(-1);
    if (hasHeading && filled.length === 1 && isSimple(first) && HEADING.test(first) && !isJoined(row)) {
      sections.push({ heading: first, row });
    } else if (hasHeading || last === undefined) {
      return [{ rows: [...rows] }];
    } else if ('rows' in last) {
      last.rows.push(row);
    } else {
      sections.push({ rows: [row] });
    }
  }
  const isAlone = (section: TableSection<Row>): boolean =>
    'rows' in section && section.rows.length === 1 && cellsOf(section.rows[0] as Row).length > 1;
  return sections.some(isAlone) ? [{ rows: [...rows] }] : sections;
}
