import { createRandom, type Random } from '../../pages/random.ts';
import type { BenchDocument, Block, TableCell } from '../model.ts';
import { columnName, type Sheet, type SheetCell } from '../write/xlsx.ts';
import { phrase, writeNumber } from './register.ts';
import { business, technical } from './registers/english.ts';

/** A workbook, and the document that it should become: for each sheet that is shown its name and a table. */
export interface Workbook {
  document: BenchDocument;
  sheets: Sheet[];
}

const COUNT = 8;
/** 1 January 2000 in days since 30 December 1899. */
const DAY_OF_2000 = 36_526;
const DAY_MS = 86_400_000;

/** The workbooks of the bench, always the same. */
export function generateWorkbooks(isQuick = false): Workbook[] {
  return Array.from({ length: isQuick ? 2 : COUNT }, (_, index) => generate(index));
}

function generate(index: number): Workbook {
  const random = createRandom(40_000 + index);
  const sheets = Array.from({ length: random.int(1, 4) }, (_, sheet) => generateSheet(random, sheet));
  const blocks = sheets.filter(({ isHidden }) => !isHidden).flatMap(blocksOf);
  const document: BenchDocument = {
    name: `workbook-${index + 1}`,
    number: index,
    language: 'en',
    isRtl: false,
    title: '',
    author: '',
    header: '',
    footer: '',
    blocks,
    footnotes: [],
  };
  return { document, sheets };
}

/** A large sheet, for its speed alone. */
export function largeSheet(rows: number): Sheet {
  const random = createRandom(9);
  return { name: 'Large', isHidden: false, rows: tableRows(random, rows), merges: [] };
}

function generateSheet(random: Random, index: number): Sheet {
  const rows = tableRows(random, random.int(5, 40));
  const merges: string[] = [];
  if (random.chance(0.4)) {
    const width = rows[0]?.length ?? 1;
    rows.unshift([text(phrase(business, random))]);
    merges.push(`A1:${columnName(width - 1)}1`);
  }
  return {
    name: `${phrase(technical, random)
      .replace(/[^\w ]/g, '')
      .slice(0, 24)} ${index + 1}`,
    isHidden: index === 2,
    rows,
    merges,
  };
}

function tableRows(random: Random, count: number): Sheet['rows'] {
  const names = ['Item', 'Units', 'Price', 'Share', 'Date', 'Cost', 'Code', 'Sum'];
  const rows: Sheet['rows'] = [names.map((name) => text(name))];
  for (let row = 0; row < count; row++) {
    const cells = [
      text(phrase(business, random)),
      number(random.int(1, 90_000), '#,##0'),
      number(random.int(1, 900_000) / 100, '#,##0.00'),
      number(random.int(0, 1_000) / 1_000, '0.0%'),
      date(random.int(0, 9_000)),
      number(random.int(1, 9_000_000) / 100, '"$"#,##0.00'),
      text(`00${random.int(10, 99)}-${random.int(100, 999)}`, '@'),
      { ...number(random.int(1, 99_999), 'General'), formula: `B${row + 2}+1` },
    ];
    rows.push(cells.map((cell, column) => (column > 0 && random.chance(0.05) ? undefined : cell)));
  }
  return rows;
}

function text(value: string, format: SheetCell['format'] = 'General'): SheetCell {
  return { value, format, shown: value };
}

function number(value: number, format: SheetCell['format']): SheetCell {
  const { numbers } = business;
  switch (format) {
    case '#,##0':
      return { value, format, shown: writeNumber(value, numbers) };
    case '#,##0.00':
      return { value, format, shown: writeNumber(value, numbers, 2) };
    case '"$"#,##0.00':
      return { value, format, shown: `$${writeNumber(value, numbers, 2)}` };
    case '0.0%':
      return { value, format, shown: `${(value * 100).toFixed(1)}%` };
    default:
      return { value, format, shown: `${value}` };
  }
}

function date(days: number): SheetCell {
  const shown = new Date(Date.UTC(2000, 0, 1) + days * DAY_MS).toISOString().slice(0, 10);
  return { value: DAY_OF_2000 + days, format: 'yyyy-mm-dd', shown };
}

/** A merged cell above a table is its title, not a row. */
function blocksOf({ name, rows, merges }: Sheet): Block[] {
  const hasTitle = merges.length > 0;
  const width = Math.max(...rows.map((row) => row.length));
  const cells = rows.slice(hasTitle ? 1 : 0).map((row, index) =>
    Array.from({ length: width }, (_, column): TableCell => ({
      text: row[column]?.shown ?? '',
      isHeader: index === 0,
      columnSpan: 1,
      rowSpan: 1,
      align: 'left',
    })),
  );
  return [
    { type: 'heading', level: 2, text: name },
    ...(hasTitle ? [{ type: 'paragraph' as const, content: [{ text: rows[0]?.[0]?.shown ?? '' }] }] : []),
    { type: 'table', caption: '', rows: cells, headerRows: 1 },
  ];
}
