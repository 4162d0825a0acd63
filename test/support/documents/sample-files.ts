import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { utils, write } from '@e965/xlsx';
import type { DocumentKind } from '../../../src/readers/document-files.ts';
import { buildDocx, paragraph, table } from './build-docx.ts';
import { buildEpub } from './build-epub.ts';
import { buildOdt } from './build-odt.ts';
import { buildPdf, textAt } from './build-pdf.ts';
import { buildPptx, paragraph as slideParagraph, shape } from './build-pptx.ts';

/** A small file of one kind, and what its Markdown holds. */
export interface SampleFile {
  name: string;
  kind: DocumentKind;
  bytes: Buffer;
  markdown: RegExp;
}

const fixture = (name: string): Buffer => readFileSync(new URL(name, import.meta.url));
const sheet = (bookType: 'xlsx' | 'xlsb' | 'biff8' | 'ods'): Buffer => {
  const workbook = utils.book_new();
  const rows = [
    ['Month', 'Sales'],
    ['January', 12],
    ['February', 15],
  ];
  utils.book_append_sheet(workbook, utils.aoa_to_sheet(rows), 'Figures');
  return write(workbook, { type: 'buffer', bookType }) as Buffer;
};
const SHEET = /^## Figures\n\n\| Month \| Sales \|\n\| --- \| --- \|\n\| January \| 12 \|/m;
const HEADING_STYLE =
  '<w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style>';

/** One file of each kind that is read in a process of its own. */
export const SAMPLE_FILES: readonly SampleFile[] = [
  {
    name: 'report.pdf',
    kind: 'pdf',
    bytes: buildPdf(
      {
        content:
          textAt(72, 700, 'Quarterly report', { size: 24 }) + textAt(72, 660, 'The first quarter went well.'),
      },
      { content: textAt(72, 700, 'The second page of it.') },
    ),
    markdown: /^# Quarterly report\n\nThe first quarter went well\.\s+The second page of it\./,
  },
  {
    name: 'report.docx',
    kind: 'docx',
    bytes: buildDocx({
      styles: HEADING_STYLE,
      body: paragraph('Quarterly report', 'H1') + paragraph('It went well.') + table(['a', 'b'], ['1', '2']),
    }),
    markdown: /^# Quarterly report\n\nIt went well\.\n\n\| a \| b \|/,
  },
  {
    name: 'kitchen-sink.doc',
    kind: 'doc',
    bytes: gunzipSync(fixture('kitchen-sink.doc.gz')),
    markdown: /^# \w/m,
  },
  {
    name: 'report.odt',
    kind: 'odt',
    bytes: buildOdt({
      text: '<text:h text:outline-level="1">Quarterly report</text:h><text:p>It went well.</text:p>',
    }),
    markdown: /^# Quarterly report\n\nIt went well\./,
  },
  {
    name: 'report.rtf',
    kind: 'rtf',
    bytes: Buffer.from(
      String.raw`{\rtf1\ansi{\stylesheet{\s1 heading 1;}}{\s1\outlinelevel0 Quarterly report\par}{\pard It {\b went} well.\par}}`,
    ),
    markdown: /^# Quarterly report\n\nIt \*\*went\*\* well\./,
  },
  { name: 'figures.xlsx', kind: 'xlsx', bytes: sheet('xlsx'), markdown: SHEET },
  { name: 'figures.xlsb', kind: 'xlsx', bytes: sheet('xlsb'), markdown: SHEET },
  { name: 'figures.xls', kind: 'xls', bytes: sheet('biff8'), markdown: SHEET },
  { name: 'figures.ods', kind: 'ods', bytes: sheet('ods'), markdown: SHEET },
  {
    name: 'talk.pptx',
    kind: 'pptx',
    bytes: buildPptx([
      { shapes: shape(slideParagraph('Quarterly report'), { placeholder: 'type="title"' }) },
    ]),
    markdown: /^## Quarterly report/,
  },
  {
    name: 'talk.ppt',
    kind: 'ppt',
    bytes: gunzipSync(fixture('../../fixtures/slides/annual-report/deck.ppt.gz')),
    markdown: /^## Annual report & plan/,
  },
  {
    name: 'talk.odp',
    kind: 'odp',
    bytes: buildOdt({
      kind: 'presentation',
      text: '<draw:page><draw:frame presentation:class="title"><draw:text-box><text:p>Quarterly report</text:p></draw:text-box></draw:frame></draw:page>',
    }),
    markdown: /^## Quarterly report/,
  },
  {
    name: 'book.epub',
    kind: 'epub',
    bytes: buildEpub({ chapters: { 'one.xhtml': '<h1>Chapter one</h1><p>It begins.</p>' } }),
    markdown: /^# Chapter one\n\nIt begins\./,
  },
  { name: 'notice.png', kind: 'image', bytes: fixture('notice.png'), markdown: /Notice to tenants/ },
];
