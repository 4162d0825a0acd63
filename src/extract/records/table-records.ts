import * as T from '../../html/tags.ts';
import { resolveHttpUrl } from '../../lib/addresses/url.ts';
import { FactList, LONGEST_VALUE, factName } from '../facts/fact.ts';
import { cutText } from '../facts/short-text.ts';
import { shownElements, type ShownPage } from '../facts/shown-walk.ts';
import { MOST_RECORDS, type RecordGroup } from './record.ts';

const MOST_TABLES = 50;
const MOST_CELLS = 60;
const LONGEST_NAME = 120;

/** Tables whose first row names the columns: a record a row. */
export function tableRecords(page: ShownPage): RecordGroup[] {
  const groups: RecordGroup[] = [];
  let heading = '';
  for (const { node, tag, isContent } of shownElements(page)) {
    if (!isContent) continue;
    if (tag >= T.H1 && tag <= T.H6) heading = factName(cutText(page.tree, node, LONGEST_NAME));
    if (tag !== T.TABLE) continue;
    const group = readTable(page, node, heading);
    if (group !== undefined) groups.push(group);
    if (groups.length === MOST_TABLES) break;
  }
  return groups;
}

function readTable(page: ShownPage, table: number, heading: string): RecordGroup | undefined {
  const { tree } = page;
  const rows: number[] = [];
  let title = heading;
  for (let node = table + 1; node < tree.end[table]! && rows.length <= MOST_RECORDS; node++) {
    const tag = tree.tag[node];
    if (tag === T.CAPTION) title = factName(cutText(tree, node, LONGEST_NAME));
    // A table in a table is read for itself.
    if (tag === T.TABLE) node = tree.end[node]! - 1;
    else if (tag === T.TR) rows.push(node);
  }
  const [first, ...rest] = rows.map((row) => cellsOf(page, row));
  if (first === undefined || rest.length < 2 || first.length < 2) return undefined;
  const isHeader = first.every((cell) => tree.tag[cell] === T.TH) || isInHead(page, rows[0]!);
  if (!isHeader) return undefined;
  const names = first.map((cell) => cutText(tree, cell, LONGEST_NAME));
  const records = rest
    .filter((cells) => cells.length === names.length)
    .map((cells) => readRow(page, cells, names));
  return records.length < 2 ? undefined : { records, title, kind: 'table' };
}

function readRow({ tree, base }: ShownPage, cells: readonly number[], names: readonly string[]) {
  const list = new FactList();
  for (const [column, cell] of cells.entries()) {
    const text = cutText(tree, cell, LONGEST_VALUE);
    list.add(names[column]!, text, 'pair', cell);
    const link = firstLink(tree, cell);
    const address = link === undefined ? undefined : resolveHttpUrl(link, base);
    list.add(`${names[column]!} url`, address, 'pair', cell);
    if (column === 0) {
      list.add('name', text, 'section', cell);
      list.add('url', address, 'section', cell);
    }
  }
  return list.facts;
}

function firstLink(tree: ShownPage['tree'], cell: number): string | undefined {
  for (let node = cell + 1; node < tree.end[cell]!; node++) {
    if (tree.tag[node] === T.A) return tree.attribute(node, 'href')?.trim();
  }
  return undefined;
}

function cellsOf({ tree }: ShownPage, row: number): number[] {
  const cells: number[] = [];
  for (let node = row + 1; node < tree.end[row]! && cells.length < MOST_CELLS; node = tree.end[node]!) {
    if (tree.tag[node] === T.TD || tree.tag[node] === T.TH) cells.push(node);
  }
  return cells;
}

function isInHead({ tree }: ShownPage, row: number): boolean {
  return tree.tag[tree.parent[row]!] === T.THEAD;
}
