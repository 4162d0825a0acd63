import type { TableBlock, TableCell } from '../model.ts';
import type { DocumentBuilder } from './document-builder.ts';
import { phrase, sentence, writeNumber } from './register.ts';

type Align = TableCell['align'];

function cell(text: string, options: Partial<TableCell> = {}): TableCell {
  return { text, isHeader: false, columnSpan: 1, rowSpan: 1, align: 'left', ...options };
}

function head(text: string, options: Partial<TableCell> = {}): TableCell {
  return cell(text, { isHeader: true, ...options });
}

/** Text and numbers; some cells empty. */
export function figuresTable(
  builder: DocumentBuilder,
  { rows = 6, columns = 4, caption = '', emptyShare = 0.06, digits = 1 } = {},
): TableBlock {
  const { random, register } = builder;
  const aligns: Align[] = ['left', ...Array.from({ length: columns - 1 }, (): Align => 'right')];
  const header = aligns.map((align, index) =>
    head(index === 0 ? builder.phrase() : `${2026 - columns + index}`, { align }),
  );
  const body = Array.from({ length: rows }, () =>
    aligns.map((align, index) => {
      if (index === 0) return cell(builder.phrase());
      if (random.chance(emptyShare)) return cell('', { align });
      return cell(writeNumber(random.int(-900, 99_000) / 10, register.numbers, digits), { align });
    }),
  );
  return { type: 'table', caption, rows: [header, ...body], headerRows: 1 };
}

/** Cells of several lines. */
export function wordyTable(
  builder: DocumentBuilder,
  { rows = 4, columns = 3, caption = '' } = {},
): TableBlock {
  const { random, register } = builder;
  const header = Array.from({ length: columns }, () => head(builder.phrase()));
  const body = Array.from({ length: rows }, () =>
    Array.from({ length: columns }, (_, index) => {
      if (index === 0) return cell(phrase(register, random));
      return cell(random.chance(0.7) ? sentence(register, random) : phrase(register, random));
    }),
  );
  return { type: 'table', caption, rows: [header, ...body], headerRows: 1 };
}

/** Two rows of head, the upper one over groups of columns; the first column under one tall cell. */
export function groupedTable(
  builder: DocumentBuilder,
  { rows = 5, groups = 2, perGroup = 2, caption = '' } = {},
): TableBlock {
  const { random, register } = builder;
  const upper = [
    head(builder.phrase(), { rowSpan: 2 }),
    ...Array.from({ length: groups }, (_, index) =>
      head(`${String.fromCharCode(65 + index)}: ${builder.phrase()}`, {
        columnSpan: perGroup,
        align: 'center',
      }),
    ),
  ];
  const lower = Array.from({ length: groups * perGroup }, (_, index) =>
    head(['n', 'M', 'SD', '%'][index % perGroup] ?? 'n', { align: 'right' }),
  );
  const body = Array.from({ length: rows }, () => [
    cell(builder.phrase()),
    ...lower.map(() =>
      cell(writeNumber(random.int(0, 9_999) / 100, register.numbers, 2), { align: 'right' }),
    ),
  ]);
  return { type: 'table', caption, rows: [upper, lower, ...body], headerRows: 2 };
}

/** Groups of rows under a cell that spans them. */
export function rowGroupsTable(builder: DocumentBuilder, { groups = 3, caption = '' } = {}): TableBlock {
  const { random, register } = builder;
  const header = [head(builder.phrase()), head(builder.phrase()), head('2024', { align: 'right' })];
  const rows: TableCell[][] = [header];
  for (let group = 0; group < groups; group++) {
    const size = random.int(2, 3);
    for (let row = 0; row < size; row++) {
      rows.push([
        ...(row === 0 ? [cell(builder.phrase(), { rowSpan: size })] : []),
        cell(builder.phrase()),
        cell(writeNumber(random.int(1, 90_000), register.numbers), { align: 'right' }),
      ]);
    }
  }
  return { type: 'table', caption, rows, headerRows: 1 };
}

/** Items with amounts and a total at the end. */
export function invoiceTable(builder: DocumentBuilder, { rows = 7 } = {}): TableBlock {
  const { random, register } = builder;
  const { numbers } = register;
  const right = { align: 'right' } as const;
  let cents = 0;
  const body = Array.from({ length: rows }, (_, index) => {
    const count = random.int(1, 40);
    const price = random.int(90, 90_000);
    cents += count * price;
    return [
      cell(`${index + 1}`),
      cell(builder.phrase()),
      cell(`${count}`, right),
      cell(writeNumber(price / 100, numbers, 2), right),
      cell(writeNumber((count * price) / 100, numbers, 2), right),
    ];
  });
  const total = numbers.currency(writeNumber(cents / 100, numbers, 2));
  return {
    type: 'table',
    caption: '',
    headerRows: 1,
    rows: [
      [head('No.'), head('Item'), head('Quantity', right), head('Unit price', right), head('Amount', right)],
      ...body,
      [cell(''), cell('Total'), cell('', right), cell('', right), cell(total, right)],
    ],
  };
}

/** Dates, texts, amounts in or out, and what is left: many rows, and half of two columns empty. */
export function statementTable(builder: DocumentBuilder, { rows = 30 } = {}): TableBlock {
  const { random, register } = builder;
  const { numbers } = register;
  const right = { align: 'right' } as const;
  let balance = random.int(50_000, 900_000);
  const body = Array.from({ length: rows }, (_, index) => {
    const isOut = random.chance(0.6);
    const amount = random.int(300, 90_000);
    balance += isOut ? -amount : amount;
    const written = writeNumber(amount / 100, numbers, 2);
    return [
      cell(
        `${String(1 + (index % 28)).padStart(2, '0')}/${String(1 + Math.floor(index / 28)).padStart(2, '0')}`,
      ),
      cell(builder.phrase()),
      cell(isOut ? written : '', right),
      cell(isOut ? '' : written, right),
      cell(writeNumber(balance / 100, numbers, 2), right),
    ];
  });
  return {
    type: 'table',
    caption: '',
    headerRows: 1,
    rows: [
      [
        head('Date'),
        head('Details'),
        head('Paid out', right),
        head('Paid in', right),
        head('Balance', right),
      ],
      ...body,
    ],
  };
}

/** Labels and what belongs to them, without a head. */
export function pairsTable(pairs: ReadonlyArray<readonly [label: string, value: string]>): TableBlock {
  return {
    type: 'table',
    caption: '',
    headerRows: 0,
    rows: pairs.map(([label, value]) => [cell(label), cell(value)]),
  };
}
