import { pickSize } from '../../pick-size.ts';
import type { HostileFile } from './hostile-file.ts';
import { encryptedPdf } from './encrypted-pdf.ts';
import { CATALOG, HELLO, HELVETICA, ONE_PAGE, onePagePdf, pdfStream, rawPdf } from './raw-pdf.ts';

const KIND = { kind: 'pdf', expect: 'either' } as const;
const PAGE =
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>';
const SOUND = [CATALOG, ONE_PAGE, PAGE, pdfStream(HELLO), HELVETICA];

function imagePdf(filter: string, data: Buffer, dictionary = ''): Buffer {
  return rawPdf([
    CATALOG,
    ONE_PAGE,
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> /XObject << /I 6 0 R >> >> >>',
    pdfStream(`${HELLO}\nq 600 0 0 700 0 0 cm /I Do Q`),
    HELVETICA,
    pdfStream(
      data,
      `/Type /XObject /Subtype /Image /Width 60000 /Height 60000 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /${filter} ${dictionary}`,
    ),
  ]);
}

/** Bytes without order that are the same each time. */
function noise(length: number): Buffer {
  let state = 12_345;
  return Buffer.from(
    Array.from({ length }, () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return state >>> 24;
    }),
  );
}

/** Files whose parts lead in circles, lie, or are missing. */
export const pdfStructures: readonly HostileFile[] = [
  {
    ...KIND,
    name: 'page-tree-loop.pdf',
    make: () =>
      rawPdf([
        CATALOG,
        '<< /Type /Pages /Kids [2 0 R 3 0 R 2 0 R] /Count 3 >>',
        PAGE,
        pdfStream(HELLO),
        HELVETICA,
      ]),
  },
  {
    ...KIND,
    name: 'page-count-2-billion.pdf',
    make: () =>
      rawPdf([
        CATALOG,
        '<< /Type /Pages /Kids [3 0 R] /Count 2147483647 >>',
        PAGE,
        pdfStream(HELLO),
        HELVETICA,
      ]),
  },
  {
    ...KIND,
    name: 'page-tree-40k-deep.pdf',
    make() {
      const depth = 40_000;
      const nodes = Array.from({ length: depth }, (_, index) => {
        const next = index === depth - 1 ? 3 : 7 + index;
        return `<< /Type /Pages /Kids [${next} 0 R] /Count 1 >>`;
      });
      return rawPdf([
        CATALOG,
        '<< /Type /Pages /Kids [6 0 R] /Count 1 >>',
        PAGE,
        pdfStream(HELLO),
        HELVETICA,
        ...nodes,
      ]);
    },
  },
  {
    ...KIND,
    name: 'pages-many-empty.pdf',
    make() {
      const count = pickSize(3_000, 20_000);
      const kids = Array.from({ length: count }, (_, index) => `${4 + index} 0 R`).join(' ');
      const pages = Array.from(
        { length: count },
        () => '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>',
      );
      return rawPdf([CATALOG, `<< /Type /Pages /Kids [${kids}] /Count ${count} >>`, undefined, ...pages]);
    },
  },
  {
    ...KIND,
    name: 'xref-loop.pdf',
    make() {
      const sound = rawPdf(SOUND).toString('latin1');
      const at = Number(/startxref\n(\d+)/.exec(sound)?.[1]);
      return Buffer.from(sound.replace('/Root 1 0 R', `/Root 1 0 R /Prev ${at}`), 'latin1');
    },
  },
  {
    ...KIND,
    name: 'xref-beyond-end.pdf',
    make: () =>
      Buffer.from(
        rawPdf(SOUND)
          .toString('latin1')
          .replace(/startxref\n\d+/, 'startxref\n999999999'),
        'latin1',
      ),
  },
  {
    ...KIND,
    name: 'xref-of-4-billion.pdf',
    make: () =>
      Buffer.from(
        rawPdf(SOUND)
          .toString('latin1')
          .replace(/xref\n0 \d+/, 'xref\n0 4294967295'),
        'latin1',
      ),
  },
  {
    ...KIND,
    name: 'object-streams-extend-each-other.pdf',
    make: () =>
      rawPdf([
        ...SOUND,
        pdfStream(
          '1 0 2 10 << /A 1 >> << /B 2 >>',
          '/Type /ObjStm /N 1000000 /First 2147483647 /Extends 7 0 R',
        ),
        pdfStream('6 0 << >>', '/Type /ObjStm /N 1 /First 4 /Extends 6 0 R'),
      ]),
  },
  {
    ...KIND,
    name: 'length-refers-to-itself.pdf',
    make: () =>
      rawPdf([CATALOG, ONE_PAGE, PAGE, `<< /Length 4 0 R >>\nstream\n${HELLO}\nendstream`, HELVETICA]),
  },
  {
    ...KIND,
    name: 'references-in-a-circle.pdf',
    make: () =>
      rawPdf([
        CATALOG,
        ONE_PAGE,
        PAGE.replace('4 0 R', '6 0 R'),
        pdfStream(HELLO),
        HELVETICA,
        '7 0 R',
        '6 0 R',
      ]),
  },
  {
    ...KIND,
    name: 'outline-loop.pdf',
    make: () =>
      rawPdf([
        '<< /Type /Catalog /Pages 2 0 R /Outlines 6 0 R >>',
        ...SOUND.slice(1),
        '<< /Type /Outlines /First 7 0 R /Last 8 0 R /Count 2 >>',
        '<< /Title (One) /Parent 6 0 R /Next 8 0 R /First 7 0 R >>',
        '<< /Title (Two) /Parent 6 0 R /Next 7 0 R /First 6 0 R >>',
      ]),
  },
  {
    ...KIND,
    name: 'outline-40k-deep.pdf',
    make() {
      const items = Array.from(
        { length: 40_000 },
        (_, index) => `<< /Title (Entry) /Parent ${6 + index} 0 R /First ${8 + index} 0 R >>`,
      );
      return rawPdf([
        '<< /Type /Catalog /Pages 2 0 R /Outlines 6 0 R >>',
        ...SOUND.slice(1),
        '<< /Type /Outlines /First 7 0 R >>',
        ...items,
      ]);
    },
  },
  {
    ...KIND,
    name: 'structure-tree-loop.pdf',
    make: () =>
      rawPdf([
        '<< /Type /Catalog /Pages 2 0 R /MarkInfo << /Marked true >> /StructTreeRoot 6 0 R >>',
        ONE_PAGE,
        PAGE.replace('/Type /Page ', '/Type /Page /StructParents 0 '),
        pdfStream(`/P << /MCID 0 >> BDC ${HELLO} EMC`),
        HELVETICA,
        '<< /Type /StructTreeRoot /K [7 0 R] /ParentTree << /Nums [0 [7 0 R]] >> /RoleMap << /A /B /B /A >> >>',
        '<< /Type /StructElem /S /A /P 8 0 R /Pg 3 0 R /K [0 8 0 R 0 0] >>',
        '<< /Type /StructElem /S /Table /P 7 0 R /Pg 3 0 R /K [7 0 R 8 0 R] /A << /O /Table /ColSpan 2000000000 /RowSpan 2000000000 >> >>',
      ]),
  },
  {
    ...KIND,
    name: 'structure-tree-40k-deep.pdf',
    make() {
      const depth = 40_000;
      const elements = Array.from(
        { length: depth },
        (_, index) =>
          `<< /Type /StructElem /S /Div /P ${6 + index} 0 R /Pg 3 0 R /K [${index === depth - 1 ? '0' : `${8 + index} 0 R`}] >>`,
      );
      return rawPdf([
        '<< /Type /Catalog /Pages 2 0 R /MarkInfo << /Marked true >> /StructTreeRoot 6 0 R >>',
        ONE_PAGE,
        PAGE.replace('/Type /Page ', '/Type /Page /StructParents 0 '),
        pdfStream(`/P << /MCID 0 >> BDC ${HELLO} EMC`),
        HELVETICA,
        `<< /Type /StructTreeRoot /K [7 0 R] /ParentTree << /Nums [0 [${6 + depth} 0 R]] >> >>`,
        ...elements,
      ]);
    },
  },
  {
    ...KIND,
    name: 'many-fonts.pdf',
    make() {
      const count = pickSize(1_000, 10_000);
      const fonts = Array.from(
        { length: count },
        (_, index) => `/G${index} << /Type /Font /Subtype /Type1 /BaseFont /Unknown${index} >>`,
      );
      const used = Array.from(
        { length: count },
        (_, index) => `/G${index} 9 Tf (font${index}) Tj 0 -0.07 Td`,
      );
      return rawPdf([
        CATALOG,
        ONE_PAGE,
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << ${fonts.join(' ')} >> >> >>`,
        pdfStream(`BT 20 780 Td ${used.join('\n')} ET`),
      ]);
    },
  },
  {
    ...KIND,
    name: 'annotations-1m.pdf',
    // A million references to the same ten links: an annotation each.
    make() {
      const links = Array.from(
        { length: 10 },
        (_, index) =>
          `<< /Type /Annot /Subtype /Link /Rect [72 690 200 710] /A << /S /URI /URI (https://example.org/${index}) >> >>`,
      );
      const references = Array.from({ length: 10 }, (_, index) => `${6 + index} 0 R`).join(' ');
      return onePagePdf(pdfStream(HELLO), `/Annots [${`${references} `.repeat(60_000)}]`, links);
    },
  },
  {
    ...KIND,
    name: 'fields-in-a-circle.pdf',
    make: () =>
      rawPdf([
        '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [6 0 R] /DR << >> >> >>',
        ...SOUND.slice(1, 2),
        PAGE.replace('/Type /Page ', '/Type /Page /Annots [6 0 R 7 0 R] '),
        ...SOUND.slice(3),
        '<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /V (value) /Parent 7 0 R /Kids [7 0 R] /Rect [72 600 200 620] >>',
        '<< /Type /Annot /Subtype /Widget /FT /Tx /T (b) /Parent 6 0 R /Kids [6 0 R 7 0 R] /Rect [72 560 200 580] >>',
      ]),
  },
  { ...KIND, name: 'image-jbig2-nonsense.pdf', make: () => imagePdf('JBIG2Decode', noise(20_000)) },
  {
    ...KIND,
    name: 'image-jpx-nonsense.pdf',
    make: () =>
      imagePdf(
        'JPXDecode',
        Buffer.concat([Buffer.from('0000000c6a5020200d0a870aff4fff51', 'hex'), noise(20_000)]),
      ),
  },
  {
    ...KIND,
    name: 'image-ccitt-nonsense.pdf',
    make: () =>
      imagePdf('CCITTFaxDecode', noise(20_000), '/DecodeParms << /K -1 /Columns 60000 /Rows 60000 >>'),
  },
  {
    ...KIND,
    name: 'image-predictor-nonsense.pdf',
    make: () =>
      imagePdf(
        'LZWDecode',
        noise(20_000),
        '/DecodeParms << /Predictor 15 /Colors 2000000000 /Columns 2000000000 >>',
      ),
  },
  {
    ...KIND,
    name: 'cmap-with-huge-ranges.pdf',
    make() {
      const map = `/CIDInit /ProcSet findresource begin begincmap\n${'1 beginbfrange <0000> <FFFFFFFF> <0041> endbfrange\n'.repeat(2_000)}endcmap`;
      return rawPdf([
        CATALOG,
        ONE_PAGE,
        PAGE,
        pdfStream('BT /F1 12 Tf 72 700 Td <00410042> Tj ET'),
        '<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /ToUnicode 6 0 R /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 /BaseFont /X /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /W [0 4294967295 500] >>] >>',
        pdfStream(map),
      ]);
    },
  },
  {
    ...KIND,
    name: 'function-in-a-circle.pdf',
    make: () =>
      rawPdf([
        CATALOG,
        ONE_PAGE,
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> /ColorSpace << /C 6 0 R >> >> >>',
        pdfStream(`/C cs 0.5 sc ${HELLO}`),
        HELVETICA,
        '[/Separation /Spot 6 0 R 7 0 R]',
        '<< /FunctionType 3 /Domain [0 1] /Functions [7 0 R 7 0 R] /Bounds [0.5] /Encode [0 1 0 1] >>',
      ]),
  },
  { kind: 'pdf', expect: 'error', name: 'password.pdf', make: () => encryptedPdf('secret') },
  { kind: 'pdf', expect: 'content', name: 'password-of-owner-only.pdf', make: () => encryptedPdf('') },
  {
    kind: 'pdf',
    expect: 'content',
    name: 'junk-before-header.pdf',
    make: () => Buffer.concat([Buffer.alloc(900, 'junk\n'), rawPdf(SOUND)]),
  },
  { ...KIND, name: 'truncated.pdf', make: () => rawPdf(SOUND).subarray(0, 420) },
  { kind: 'pdf', expect: 'error', name: 'header-only.pdf', make: () => Buffer.from('%PDF-1.7\n') },
  {
    kind: 'pdf',
    expect: 'error',
    name: 'noise.pdf',
    make: () => Buffer.concat([Buffer.from('%PDF-1.4\n'), noise(300_000)]),
  },
  { kind: 'pdf', expect: 'error', name: 'zero-bytes.pdf', make: () => Buffer.alloc(0) },
  { kind: 'pdf', expect: 'error', name: 'zeros.pdf', make: () => Buffer.alloc(1_000_000) },
];
