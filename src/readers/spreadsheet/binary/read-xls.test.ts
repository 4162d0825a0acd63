import assert from 'node:assert/strict';
import { test } from 'node:test';
import { biffRecord, buildBiff8 } from '../../../../test/support/documents/build-biff8.ts';
import type { Sheet } from '../workbook.ts';
import { readXls } from './read-xls.ts';

function read(shared: readonly Uint8Array[], cells: readonly Uint8Array[]): Sheet {
  const { sheets } = readXls(buildBiff8(shared, cells), { cellsLeft: 1000, charactersLeft: 10_000 });
  return sheets[0]!;
}

function textsOf({ cells }: Sheet): string[][] {
  return Array.from({ length: cells.rowCount }, (_, row) => {
    const first = cells.firstCell(row);
    return Array.from({ length: cells.endOfRow(row) - first }, (_cell, at) => cells.text(first + at));
  });
}

/** A text behind its length: in characters, or in bytes where `factor` is 2. */
function counted(text: string, factor = 1): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(text.length * factor);
  return Buffer.concat([size, Buffer.from(text, 'utf16le')]);
}

const bytes = (hex: string): Buffer => Buffer.from(hex.replaceAll(' ', ''), 'hex');

test('shared texts: rich, extended, going on in the next record in another width', () => {
  const table = biffRecord(
    0x00fc,
    bytes('03000000 03000000'),
    // "ab" with one run; "cdef" that breaks off after "cd".
    bytes('0200 08 0100 6162 00000000'),
    bytes('0400 00 6364'),
  );
  const rest = biffRecord(0x003c, bytes('01 65006600'), bytes('0100 05 02000000 ac20 ffff'));
  const cells = [0, 1, 2, 9].map((index, column) => biffRecord(0x00fd, 0, column, 0, index, 0));
  assert.deepEqual(textsOf(read([table, rest], cells)), [['ab', 'cdef', '\u20ac']]);
});

test('numbers in all their forms, formulas with texts, flags and errors', () => {
  const format = biffRecord(0x041e, 164, bytes('0500 00'), Buffer.from('0.00%'));
  const styles = [0, 164, 14].map((id) => biffRecord(0x00e0, 0, id));
  const cells = [
    biffRecord(0x00bd, 0, 0, 0, bytes('0e000000'), 1, bytes('0000e03f'), 2, bytes('ea c3 02 00'), 2),
    biffRecord(0x0006, 1, 0, 0, bytes('00 00 00 00 00 00 ff ff'), 0, bytes('00000000'), 0),
    biffRecord(0x0207, 2, bytes('00'), Buffer.from('ok')),
    biffRecord(0x0006, 1, 1, 0, bytes('01 00 01 00 00 00 ff ff'), 0, bytes('00000000'), 0),
    biffRecord(0x0006, 1, 2, 0, bytes('02 00 07 00 00 00 ff ff'), 0, bytes('00000000'), 0),
    biffRecord(0x0205, 1, 3, 0, bytes('0000')),
  ];
  assert.deepEqual(textsOf(read([format, ...styles], cells)), [
    ['3', '50.00%', '1/15/2024'],
    ['ok', 'TRUE', '#DIV/0!', 'FALSE'],
  ]);
});

test('links and merged cells', () => {
  const link = (row: number, flags: string, ...texts: readonly Uint8Array[]): Buffer =>
    biffRecord(0x01b8, row, row, 0, 0, Buffer.alloc(16), bytes(`02000000 ${flags}`), ...texts);
  const moniker = Buffer.concat([bytes('e0c9ea79f9bace118c8200aa004ba90b'), counted('https://e.org/\0', 2)]);
  const cells = [0, 1, 2, 3, 4].map((row) =>
    biffRecord(0x0204, row, 0, 0, 2, bytes('00'), Buffer.from('go')),
  );
  const sheet = read(
    [],
    [
      ...cells,
      biffRecord(0x00e5, 1, 0, 1, 0, 2),
      link(0, '03000000', moniker),
      link(1, '1f000000', counted('go\0'), moniker, counted('a-2\0')),
      link(2, '0b010000', counted('https://e.org/b\0'), counted('c\0')),
      // A place in the workbook, and a count beyond the end.
      link(3, '08000000', counted('Sheet!A1\0')),
      link(4, '0b000000', moniker, bytes('ffffffff 6100')),
    ],
  );
  assert.deepEqual(
    [...sheet.cells.links],
    [
      [0, 'https://e.org/'],
      [1, 'https://e.org/#a-2'],
      [2, 'https://e.org/b#c'],
      [4, 'https://e.org/#a'],
    ],
  );
  assert.deepEqual(sheet.merges, [{ firstRow: 0, lastRow: 1, firstColumn: 0, lastColumn: 2 }]);
});

test('a chart inside of a sheet is not read as its cells', () => {
  const chart = biffRecord(0x0809, 0x0600, 0x0020, 0, 0, 0, 0, 0, 0);
  const cell = (row: number, text: string): Buffer =>
    biffRecord(0x0204, row, 0, 0, text.length, bytes('00'), Buffer.from(text));
  assert.deepEqual(
    textsOf(read([], [cell(0, 'in'), chart, cell(1, 'chart'), biffRecord(0x000a), cell(2, 'out')])),
    [['in'], ['out']],
  );
});

test('a password, and what is no workbook', () => {
  const locked = buildBiff8([biffRecord(0x002f, 1, 1, 1)], []);
  assert.throws(() => readXls(locked, { cellsLeft: 1, charactersLeft: 1 }), {
    code: 'SCRAPE_DOCUMENT_ENCRYPTED',
  });
  assert.throws(() => readXls(Buffer.from('nothing'), { cellsLeft: 1, charactersLeft: 1 }), {
    code: 'SCRAPE_DOCUMENT_DAMAGED',
  });
});
