import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pickSize } from '../../../../test/support/pick-size.ts';
import { buildXlsx } from '../../../../test/support/documents/build-xlsx.ts';
import { sourceOf } from '../../../../test/support/documents/document-source.ts';
import { readSpreadsheet } from '../read-spreadsheet.ts';

const SHARED = [
  '<t>a</t>',
  '<t>b &amp; c</t>',
  '<t>\u00fc\u6f22</t>',
  '<t> </t>',
  '<r><t>d</t></r>',
  '<t>x\ny</t>',
];
const FORMATS = ['#,##0.00', 'yyyy-mm-dd', '0.0%', '@', '0.00E+00'];
const CELLS = [
  '<c r="A1"><v>5</v></c>',
  '<c r="B1" s="1"><v>-1234.5</v></c>',
  '<c r="C1" t="s"><v>0</v></c>',
  '<c t="s" r="D1" s="2"><v>1</v></c>',
  '<c r="E1" t="s"><v>2</v></c>',
  '<c r="F1" t="s"><v>3</v></c>',
  '<c t="s"><v>9</v></c>',
  '<c s="2"><v>45000</v></c>',
  '<c r="C1" t="str"><f>A1&amp;B1</f><v>text</v></c>',
  '<c r="H1" t="str"><v>a&lt;b</v></c>',
  '<c r="I1" t="b"><v>1</v></c>',
  '<c r="J1" t="e"><v>#N/A</v></c>',
  '<c r="K1" t="inlineStr"><is><t>in</t></is></c>',
  '<c r="L1"><f t="shared" si="0"/><v>0.30000000000000004</v></c>',
  '<c r="M1"><f>HYPERLINK("https://e.org/")</f><v>1</v></c>',
  '<c r="N1" s="3"/>',
  '<c r="O1"><v>1E-3</v></c>',
  '<c r="P1"><v>0.1250</v></c>',
  '<c r="Q1" s="99"><v>007</v></c>',
  '<c r="a1"><v>.5</v></c>',
  '<c><v/></c>',
  '<c r="R1"><v> 3</v></c>',
  '<c r="S1" t="d"><v>2024-02-29</v></c>',
  "<c r='T1'><v>8</v></c>",
  '<c r="U1"><v>12345678.91</v></c>',
];
const MARKUP = ['<', '>', '/', '"', '&', ' ', '=', 'c', 'v', 'r', '9', '.', '-', 'e', '\n', ':'];

async function read(rows = ''): Promise<unknown> {
  const bytes = buildXlsx({ sheets: [{ name: 'S', rows }], sharedStrings: SHARED, formats: FORMATS });
  try {
    return await readSpreadsheet(sourceOf(bytes));
  } catch (error) {
    return String(error);
  }
}

/**
 * The same for the scanner of all markup, which leaves prefixes off, and nothing that regular cells know. Undefined for
 * rows with tags whose names a prefix would change.
 */
function irregular(rows: string): string | undefined {
  if (/<\/?(?:c|row)[^\s/>]|<[^>]*</.test(rows)) return undefined;
  return rows.replace(/<(\/?)(c|row)/g, '<$1x:$2');
}

/** Whole numbers below `end`, always the same ones. */
function sequence(seed: number): (end: number) => number {
  let state = seed;
  return (end) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff;
    return Math.floor((state / 0x80_00_00_00) * end);
  };
}

test('regular cells are read as the scanner of all markup reads them', async () => {
  for (const cell of CELLS) {
    const rows = `<row r="1"><c r="A1"><v>1</v></c></row><row>${cell}<c><v>2</v></c></row>`;
    assert.deepEqual(await read(rows), await read(irregular(rows)), cell);
  }
});

test('rows too, with their numbers or without', async () => {
  for (const tag of [
    '<row>',
    '<row r="7">',
    '<row spans="1:2" r="4" x:r="9">',
    '<row x:r="9">',
    '<row r="0">',
    '<row r="x"/>',
  ]) {
    const rows = `<row r="2"><c><v>1</v></c></row>${tag}<c><v>2</v></c></row> <row><c><v>3</v></c></row>`;
    assert.deepEqual(await read(rows), await read(irregular(rows)), tag);
  }
});

test('so are damaged ones', async () => {
  const below = sequence(3);
  let compared = 0;
  const rounds = pickSize(120, 300);
  for (let round = 0; round < rounds; round++) {
    let rows = '';
    for (let row = 0; row < 4; row++) {
      const cells = Array.from({ length: 5 }, () => CELLS[below(CELLS.length)]);
      rows += `<row r="${row + 1}">${cells.join('')}</row>`;
    }
    for (let change = 0; change < 3; change++) {
      const at = below(rows.length);
      rows = rows.slice(0, at) + MARKUP[below(MARKUP.length)]! + rows.slice(at + below(3));
    }
    const others = irregular(rows);
    if (others === undefined) continue;
    compared++;
    assert.deepEqual(await read(rows), await read(others), rows);
  }
  assert.ok(compared > rounds / 3, `${compared} compared`);
});
