import { buildZip } from '../build-zip.ts';
import { pickSize } from '../../pick-size.ts';
import { deflateRepeated } from './deflate-repeated.ts';
import type { HostileFile } from './hostile-file.ts';
import {
  DOCX_END,
  DOCX_PARTS,
  DOCX_START,
  docxOf,
  docxParagraph,
  SHEET_END,
  SHEET_START,
  textCell,
  xlsxParts,
} from './office-parts.ts';
import { honestEntry, overlappingZip, rawZip, type RawEntry } from './raw-zip.ts';

const MEBIBYTE = 2 ** 20;
const DOCX_REST = Object.entries(DOCX_PARTS).map(([name, text]) => honestEntry(name, text));

/** A Word file whose main part unpacks to many times the chunk. */
function docxBomb(chunk: Buffer, times: number, entry: Partial<RawEntry> = {}): Buffer {
  const packed = deflateRepeated(chunk, times, Buffer.from(DOCX_START), Buffer.from(DOCX_END));
  const size = DOCX_START.length + chunk.length * times + DOCX_END.length;
  return rawZip([...DOCX_REST, { name: 'word/document.xml', packed, size, ...entry }]);
}

function filled(text: string): Buffer {
  return Buffer.from(text.repeat(Math.floor(MEBIBYTE / text.length)));
}

const PARAGRAPHS = filled(docxParagraph('Some words that compress well. '));
const BLANKS = Buffer.alloc(MEBIBYTE, ' ');

/** Archives that unpack to too much, lie about it, or are no archives. */
export const archives: readonly HostileFile[] = [
  { kind: 'docx', expect: 'either', name: 'paragraphs-1g.docx', make: () => docxBomb(PARAGRAPHS, 1_024) },
  {
    kind: 'docx',
    expect: 'either',
    name: 'paragraphs-many.docx',
    make: () => docxBomb(PARAGRAPHS, pickSize(6, 150)),
  },
  { kind: 'docx', expect: 'either', name: 'blanks-1g.docx', make: () => docxBomb(BLANKS, 1_024) },
  {
    kind: 'docx',
    expect: 'either',
    name: 'blanks-1g-that-states-100-bytes.docx',
    make: () => docxBomb(BLANKS, 1_024, { size: 100 }),
  },
  {
    kind: 'docx',
    expect: 'either',
    name: 'states-4-gigabytes.docx',
    make: () =>
      rawZip([
        ...DOCX_REST,
        {
          ...honestEntry('word/document.xml', `${DOCX_START}${docxParagraph('Small.')}${DOCX_END}`),
          size: 0xffff_fffe,
        },
      ]),
  },
  {
    kind: 'docx',
    expect: 'either',
    name: 'part-longer-than-the-file.docx',
    make: () =>
      rawZip([
        ...DOCX_REST,
        {
          ...honestEntry('word/document.xml', `${DOCX_START}${docxParagraph('Small.')}${DOCX_END}`),
          packedSize: 0x7fff_ffff,
        },
      ]),
  },
  {
    kind: 'xlsx',
    expect: 'either',
    isEndless: true,
    name: 'sheets-that-overlap.xlsx',
    make() {
      const count = pickSize(10, 250);
      const names = Array.from({ length: count }, (_, index) => `xl/worksheets/sheet${index + 1}.xml`);
      const kernel = deflateRepeated(filled('<row><c><v>1</v></c></row>'), 60);
      const first = Object.entries(xlsxParts(count)).map(([name, text]) => honestEntry(name, text));
      return overlappingZip(names, kernel, 60 * MEBIBYTE, first);
    },
  },
  {
    kind: 'xlsx',
    expect: 'either',
    name: 'sheet-1g.xlsx',
    make() {
      const rows = filled(`<row>${textCell('A1', 'word')}${textCell('B1', 'other word')}</row>`);
      const packed = deflateRepeated(rows, 1_024, Buffer.from(SHEET_START), Buffer.from(SHEET_END));
      const rest = Object.entries(xlsxParts(1)).map(([name, text]) => honestEntry(name, text));
      return rawZip([...rest, { name: 'xl/worksheets/sheet1.xml', packed, size: 1_024 * MEBIBYTE }]);
    },
  },
  {
    kind: 'xlsx',
    expect: 'either',
    name: 'shared-strings-1g.xlsx',
    make() {
      const strings = deflateRepeated(
        filled('<si><t>word</t></si>'),
        1_024,
        Buffer.from('<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'),
        Buffer.from('</sst>'),
      );
      const sheet = `${SHEET_START}<row r="1"><c r="A1" t="s"><v>0</v></c></row>${SHEET_END}`;
      const rest = Object.entries({ ...xlsxParts(1), 'xl/worksheets/sheet1.xml': sheet }).map(
        ([name, text]) => honestEntry(name, text),
      );
      return rawZip([...rest, { name: 'xl/sharedStrings.xml', packed: strings, size: 1_024 * MEBIBYTE }]);
    },
  },
  {
    kind: 'epub',
    expect: 'either',
    name: 'chapter-1g.epub',
    make() {
      const container =
        '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="book.opf"/></rootfiles></container>';
      const book =
        '<package xmlns="http://www.idpf.org/2007/opf"><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/></spine></package>';
      const chapter = deflateRepeated(
        filled('<p>Some words.</p>'),
        1_024,
        Buffer.from('<html><body>'),
        Buffer.from('</body></html>'),
      );
      return rawZip([
        { name: 'mimetype', packed: Buffer.from('application/epub+zip'), method: 0, size: 20 },
        honestEntry('META-INF/container.xml', container),
        honestEntry('book.opf', book),
        { name: 'a.xhtml', packed: chapter, size: 1_024 * MEBIBYTE },
      ]);
    },
  },
  {
    kind: 'docx',
    expect: 'either',
    name: 'entries-100k.docx',
    make() {
      const empty = Array.from({ length: 50_000 }, (_, index): RawEntry => ({
        name: `e${index}`,
        packed: Buffer.alloc(0),
        method: 0,
      }));
      return rawZip(
        [
          ...DOCX_REST,
          honestEntry('word/document.xml', `${DOCX_START}${docxParagraph('Small.')}${DOCX_END}`),
          ...empty,
        ],
        0xffff,
      );
    },
  },
  {
    kind: 'docx',
    expect: 'content',
    name: 'names-that-lead-elsewhere.docx',
    make: () =>
      docxOf(docxParagraph('Only this text.'), {
        '../../../../tmp/decant-escaped': 'x',
        '/etc/decant-escaped': 'x',
        'C:\\windows\\decant-escaped': 'x',
        [`${'a'.repeat(60_000)}.xml`]: 'x',
        'nul\0name': 'x',
      }),
  },
  {
    kind: 'docx',
    expect: 'error',
    name: 'encrypted-zip.docx',
    make: () =>
      rawZip([
        ...DOCX_REST,
        { name: 'word/document.xml', packed: Buffer.alloc(500, 0xa5), size: 500, flags: 1 },
      ]),
  },
  {
    kind: 'docx',
    expect: 'either',
    name: 'unknown-method.docx',
    make: () =>
      rawZip([
        ...DOCX_REST,
        { name: 'word/document.xml', packed: Buffer.alloc(500, 0xa5), size: 500, method: 99 },
      ]),
  },
  {
    kind: 'docx',
    expect: 'either',
    name: 'truncated.docx',
    make: () => docxOf(docxParagraph('Cut in two. '.repeat(500))).subarray(0, 900),
  },
  { kind: 'docx', expect: 'error', name: 'zero-bytes.docx', make: () => Buffer.alloc(0) },
  {
    kind: 'docx',
    expect: 'error',
    name: 'text.docx',
    make: () => Buffer.from('This is only text with a wrong extension.\n'.repeat(50)),
  },
  {
    kind: 'docx',
    expect: 'error',
    name: 'other-archive.docx',
    make: () => buildZip({ 'readme.txt': 'No document.' }),
  },
  {
    kind: 'xlsx',
    expect: 'error',
    name: 'other-archive.xlsx',
    make: () => buildZip({ 'readme.txt': 'No workbook.' }),
  },
  {
    kind: 'pptx',
    expect: 'error',
    name: 'other-archive.pptx',
    make: () => buildZip({ 'readme.txt': 'No slides.' }),
  },
  {
    kind: 'epub',
    expect: 'error',
    name: 'other-archive.epub',
    make: () => buildZip({ 'readme.txt': 'No book.' }),
  },
  {
    kind: 'odt',
    expect: 'error',
    name: 'other-archive.odt',
    make: () => buildZip({ 'readme.txt': 'No document.' }),
  },
];
