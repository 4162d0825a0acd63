import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildXlsx, toRows } from '../../../test/support/documents/build-xlsx.ts';
import { sourceOf } from '../../../test/support/documents/document-source.ts';
import { readSpreadsheet } from './read-spreadsheet.ts';

test('a sheet that unpacks to too much is left out, others are read', async () => {
  const bomb = Buffer.alloc(201_000_000, ' ');
  const content = await readSpreadsheet(
    sourceOf(
      buildXlsx({
        sheets: [
          { name: 'Bomb', rows: '' },
          { name: 'Good', rows: toRows([['fine', 1]]) },
        ],
        others: { 'xl/worksheets/sheet1.xml': bomb },
      }),
    ),
  );
  assert.match(content.html, /fine/);
  assert.match(content.warnings[0] ?? '', /"Bomb" could not be read/);
});
