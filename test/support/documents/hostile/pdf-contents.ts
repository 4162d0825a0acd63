import { pickSize } from '../../pick-size.ts';
import type { HostileFile } from './hostile-file.ts';
import { zlibRepeated } from './deflate-repeated.ts';
import { CATALOG, HELLO, HELVETICA, ONE_PAGE, onePagePdf, pdfStream, rawPdf } from './raw-pdf.ts';

const MEBIBYTE = 2 ** 20;
/** PDF knows no exponents. */
const FAR = '9'.repeat(37);
const FLATE = '/Filter /FlateDecode';
const KIND = { kind: 'pdf', expect: 'either' } as const;

function repeatedPdf(operators: string, times: number, before = HELLO): Buffer {
  const chunk = Buffer.from(operators.repeat(Math.ceil(MEBIBYTE / operators.length)).slice(0, MEBIBYTE));
  // Cut operators at the ends of chunks are errors that every reader skips.
  const bomb = pdfStream(zlibRepeated(Buffer.concat([chunk, Buffer.from('\n')]), times), FLATE);
  return onePagePdf(pdfStream(before), '/Contents [4 0 R 6 0 R]', [bomb]);
}

function textPdf(count: number, operator: (index: number) => string): Buffer {
  const text = Array.from({ length: count }, (_, index) => operator(index)).join('\n');
  return onePagePdf(pdfStream(`BT /F1 8 Tf 20 780 Td\n${text}\nET`));
}

/** Pages that are too much to read. */
export const pdfContents: readonly HostileFile[] = [
  { ...KIND, isEndless: true, name: 'flate-bomb-1g.pdf', make: () => repeatedPdf('q Q ', 1_024) },
  {
    ...KIND,
    isEndless: true,
    name: 'flate-bomb-text-1g.pdf',
    make: () => repeatedPdf('BT /F1 9 Tf (a b) Tj ET ', 1_024),
  },
  {
    ...KIND,
    isEndless: true,
    name: 'flate-bomb-twice.pdf',
    make() {
      const inner = zlibRepeated(Buffer.alloc(MEBIBYTE, 'q Q '), 4_096);
      return onePagePdf(pdfStream(zlibRepeated(inner, 1), '/Filter [/FlateDecode /FlateDecode]'));
    },
  },
  {
    ...KIND,
    isEndless: true,
    name: 'text-operators-3m.pdf',
    make: () => repeatedPdf('BT /F1 9 Tf 1 0 0 1 72 300 Tm (x) Tj ET\n', 125),
  },
  {
    ...KIND,
    name: 'text-operators-many.pdf',
    make: () => textPdf(pickSize(6_000, 100_000), (index) => `${index % 7} -0.01 Td (word${index}) Tj`),
  },
  {
    ...KIND,
    name: 'one-line-of-200k-letters.pdf',
    make: () => textPdf(1, () => `(${'word '.repeat(40_000)}) Tj`),
  },
  {
    ...KIND,
    name: 'letters-all-in-one-place.pdf',
    make: () =>
      textPdf(60_000, (index) => `1 0 0 1 300 400 Tm (${String.fromCharCode(97 + (index % 26))}) Tj`),
  },
  {
    ...KIND,
    name: 'sizes-all-different.pdf',
    make: () =>
      textPdf(
        pickSize(8_000, 20_000),
        (index) =>
          `/F1 ${(1 + index / 300).toFixed(3)} Tf ${index % 500} 0 Td (w) Tj ${-(index % 500)} -0.03 Td`,
      ),
  },
  {
    ...KIND,
    name: 'rules-many.pdf',
    make() {
      const line = (index: number): string =>
        `${index % 600} 0 m ${index % 600} 790 l S 0 ${index % 790} m 610 ${index % 790} l S`;
      return onePagePdf(
        pdfStream(
          `${HELLO}\n${Array.from({ length: pickSize(40_000, 100_000) }, (_, index) => line(index)).join('\n')}`,
        ),
      );
    },
  },
  {
    ...KIND,
    name: 'grid-with-40k-cells.pdf',
    make() {
      const lines: string[] = [];
      for (let at = 0; at <= 200; at++) {
        lines.push(
          `${20 + at * 2.8} 20 m ${20 + at * 2.8} 780 l S`,
          `20 ${20 + at * 3.8} m 580 ${20 + at * 3.8} l S`,
        );
      }
      const cells = Array.from({ length: 40_000 }, (_, index) => {
        const [column, row] = [index % 200, Math.floor(index / 200)];
        return `BT /F1 2 Tf 1 0 0 1 ${(20.5 + column * 2.8).toFixed(1)} ${(21 + row * 3.8).toFixed(1)} Tm (${index % 10}) Tj ET`;
      });
      return onePagePdf(pdfStream([...lines, ...cells].join('\n')));
    },
  },
  {
    ...KIND,
    name: 'words-scattered-50k.pdf',
    make: () =>
      textPdf(
        50_000,
        (index) => `1 0 0 1 ${(index * 7_919) % 600} ${(index * 104_729) % 780} Tm (w${index % 97}) Tj`,
      ),
  },
  {
    ...KIND,
    name: 'graphics-states-1m-deep.pdf',
    make: () => onePagePdf(pdfStream(`${HELLO}\n${'q '.repeat(1_000_000)}`)),
  },
  {
    ...KIND,
    name: 'arrays-1m-deep.pdf',
    make: () => onePagePdf(pdfStream(HELLO), `/Nested ${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`),
  },
  {
    ...KIND,
    name: 'dictionaries-500k-deep.pdf',
    make: () => onePagePdf(pdfStream(HELLO), `/Nested ${'<</A '.repeat(500_000)}1${'>>'.repeat(500_000)}`),
  },
  {
    ...KIND,
    name: 'content-arrays-1m-deep.pdf',
    make: () => onePagePdf(pdfStream(`${HELLO}\n/P << /A ${'['.repeat(1_000_000)} BDC`)),
  },
  {
    kind: 'pdf',
    expect: 'either',
    isEndless: true,
    name: 'forms-in-forms-in-forms.pdf',
    make() {
      // Each form draws the next one twice: 2^30 times the last.
      const forms = Array.from({ length: 30 }, (_, index) =>
        pdfStream(
          index === 29 ? HELLO : '/X Do /X Do',
          `/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /Font << /F1 5 0 R >> /XObject << /X ${7 + index} 0 R >> >>`,
        ),
      );
      return rawPdf([
        CATALOG,
        ONE_PAGE,
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> /XObject << /X 6 0 R >> >> >>',
        pdfStream(`${HELLO}\n/X Do`),
        HELVETICA,
        ...forms,
      ]);
    },
  },
  {
    ...KIND,
    isEndless: true,
    name: 'form-draws-itself.pdf',
    make: () =>
      rawPdf([
        CATALOG,
        ONE_PAGE,
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> /XObject << /X 6 0 R >> >> >>',
        pdfStream(`${HELLO}\n/X Do`),
        HELVETICA,
        pdfStream(
          '/X Do /X Do',
          '/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /XObject << /X 6 0 R >> >>',
        ),
      ]),
  },
  {
    ...KIND,
    name: 'huge-page.pdf',
    make: () =>
      rawPdf([
        CATALOG,
        ONE_PAGE,
        `<< /Type /Page /Parent 2 0 R /MediaBox [-${FAR} -${FAR} ${FAR} ${FAR}] /UserUnit 999999999 /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`,
        pdfStream(HELLO),
        HELVETICA,
      ]),
  },
  {
    ...KIND,
    name: 'page-without-size.pdf',
    make: () =>
      rawPdf([
        CATALOG,
        ONE_PAGE,
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 0 0] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
        pdfStream(HELLO),
        HELVETICA,
      ]),
  },
  {
    ...KIND,
    name: 'letters-far-away.pdf',
    make: () =>
      onePagePdf(
        pdfStream(
          `${HELLO}\nBT /F1 ${FAR} Tf ${FAR} -${FAR} ${FAR} ${FAR} ${FAR} ${FAR} Tm (far) Tj ET BT /F1 0 Tf 0 0 0 0 0 0 Tm (none) Tj ET`,
        ),
      ),
  },
];
