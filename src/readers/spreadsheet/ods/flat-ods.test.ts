import assert from 'node:assert/strict';
import { test } from 'node:test';
import { utils, write } from '@e965/xlsx';
import { sourceOf } from '../../../../test/support/documents/document-source.ts';
import { readSpreadsheet } from '../read-spreadsheet.ts';

const WORKBOOK = {
  SheetNames: ['Trees'],
  Sheets: {
    Trees: utils.aoa_to_sheet([
      ['Name', 'Height'],
      ['Oak', 12.5],
    ]),
  },
};

test('a spreadsheet in one XML file is read like one in an archive', async () => {
  const [flat, packed] = await Promise.all(
    (['fods', 'ods'] as const).map((bookType) =>
      readSpreadsheet(sourceOf(Buffer.from(write(WORKBOOK, { type: 'buffer', bookType }) as Uint8Array))),
    ),
  );
  assert.match(flat!.html, /<td>Oak<\/td><td>12\.5<\/td>/);
  assert.equal(flat!.html, packed!.html);
});

test('the properties of one XML file are read, and XML without sheets is refused', async () => {
  const root = (content: string): Buffer =>
    Buffer.from(
      `<?xml version="1.0"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/">${content}</office:document>`,
    );
  const blank = await readSpreadsheet(
    sourceOf(
      root(
        '<office:meta><dc:title>Heights</dc:title></office:meta><office:body><office:spreadsheet/></office:body>',
      ),
    ),
  );
  assert.deepEqual([blank.html, blank.properties.title], ['', 'Heights']);
  await assert.rejects(readSpreadsheet(sourceOf(root('<office:body/>'))), {
    code: 'SCRAPE_DOCUMENT_DAMAGED',
  });
});
