import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toRows } from '../../../test/support/documents/build-xlsx.ts';
import { sourceOf } from '../../../test/support/documents/document-source.ts';
import { deflateRepeated } from '../../../test/support/documents/hostile/deflate-repeated.ts';
import { SHEET_END, SHEET_START, xlsxParts } from '../../../test/support/documents/hostile/office-parts.ts';
import { honestEntry, rawZip } from '../../../test/support/documents/hostile/raw-zip.ts';
import { readSpreadsheet } from './read-spreadsheet.ts';

const MEBIBYTE = 2 ** 20;
/** A part of an archive may unpack to 200,000,000 bytes. */
const TOO_MANY_MEBIBYTES = 192;

test('a sheet that unpacks to too much is left out, others are read', async () => {
  // One packed mebibyte is repeated: to pack all of them costs more than to read them.
  const packed = deflateRepeated(Buffer.alloc(MEBIBYTE, ' '), TOO_MANY_MEBIBYTES);
  const workbook = rawZip([
    ...Object.entries(xlsxParts(2)).map(([name, text]) => honestEntry(name, text)),
    { name: 'xl/worksheets/sheet1.xml', packed, size: TOO_MANY_MEBIBYTES * MEBIBYTE },
    honestEntry('xl/worksheets/sheet2.xml', `${SHEET_START}${toRows([['fine', 1]])}${SHEET_END}`),
  ]);
  const content = await readSpreadsheet(sourceOf(workbook));
  assert.match(content.html, /fine/);
  assert.match(content.warnings[0] ?? '', /"Sheet1" could not be read/);
});
