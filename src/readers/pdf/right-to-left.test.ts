import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertLinear } from '../../../test/support/assert-linear.ts';
import { PdfBuilder, textAt, toUnicode } from '../../../test/support/documents/build-pdf.ts';
import type { PdfWord } from './pdf-page.ts';
import { PdfSession } from './pdf-session.ts';
import { toRows } from './layout/rows.ts';
import { toLine } from './layout/text-line.ts';

/** Letters that Helvetica's codes stand for in the font F9; the others stand for themselves. */
const LETTERS: Readonly<Record<string, string>> = {
  A: 'א',
  B: 'ב',
  C: 'ג',
  D: 'ד',
  K: 'ِ',
  Q: 'ָ',
  S: 'ّ',
  Z: 'ب',
};

function pdfOf(content: string): Buffer {
  const builder = new PdfBuilder();
  const codes = Array.from({ length: 94 }, (_, place) => 0x20 + place);
  const map = builder.object(
    toUnicode(
      codes.map((code) => [code, LETTERS[String.fromCharCode(code)] ?? String.fromCharCode(code)] as const),
    ),
  );
  builder.page({
    content,
    fonts: `/F9 << /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding /ToUnicode ${map} >>`,
  });
  return builder.build();
}

async function wordsOf(bytes: Buffer): Promise<PdfWord[]> {
  const session = await PdfSession.open(bytes);
  try {
    return (await session.extract(0))!.page.words;
  } finally {
    await session.close();
  }
}

/** Lines as they are read of text that is drawn as it is shown, from left to right. */
async function linesOf(content: string): Promise<string[]> {
  return toRows(await wordsOf(pdfOf(content))).map(({ words }) => toLine(words).text);
}

function shown(text: string, x = 100, y = 700): string {
  return textAt(x, y, text, { font: 'F9' });
}

test('an address, a number with a stop and brackets in a right-to-left line', async () => {
  assert.deepEqual(await linesOf(shown('.DC info@site.co.il BA')), ['אב info@site.co.il גד.']);
  assert.deepEqual(await linesOf(shown('DC .24/7 BA')), ['אב 24/7. גד']);
  assert.deepEqual(await linesOf(shown('.D )CB( A')), ['א (בג) ד.']);
});

test('a line whose parts are drawn one after the other, as programs do, is read by its places', async () => {
  // Courier: every glyph is 7.2 points wide.
  const parts = [
    shown('DCBA DCBA', 225.6),
    shown('site.il', 168),
    shown('info@', 132),
    shown('DCBA DCBA', 60),
  ];
  assert.deepEqual(await linesOf(parts.join('')), ['אבגד אבגד info@site.il אבגד אבגד']);
});

test('Latin words of a right-to-left line stay together, with blanks where they are shown', async () => {
  assert.deepEqual(await linesOf(shown('.DC New York-A')), ['א-New York גד.']);
  assert.deepEqual(await linesOf(shown('.New York BA')), ['אב New York.']);
});

test('a left-to-right line with right-to-left words keeps its own direction', async () => {
  assert.deepEqual(await linesOf(shown('The word DC BA (peace) is old.')), [
    'The word אב גד (peace) is old.',
  ]);
});

test('a cell beside right-to-left text is read as its page is', async () => {
  const lines = await linesOf(shown('DC BA DC BA', 400) + shown('(New York)', 100));
  assert.deepEqual(lines, ['אב גד אב גד (New York)']);
});

test('marks stand behind their letters, wherever the file draws them', async () => {
  const hebrew = shown('Q', 107.2) + shown('BA', 100) + shown('D', 90);
  assert.deepEqual(await linesOf(hebrew), ['אָב ד']);
  // Lower than the line, and before its letter.
  const arabic = shown('K', 107.2, 695.5) + shown('ZZ', 100);
  assert.deepEqual(await linesOf(arabic), ['بِب']);
});

test('text without right-to-left letters has no levels', async () => {
  const words = await wordsOf(pdfOf(textAt(100, 700, 'plain (text) 24/7.')));
  assert.ok(words.every(({ level, isRtl }) => level === undefined && !isRtl));
});

test('a line is read in time linear in its length, whatever is in it', async () => {
  for (const part of ['A', 'a) 1 ', 'A (', 'AQ', '1 ']) {
    await assertLinear(
      24_000,
      (size) => {
        const bytes = pdfOf(shown(`A${part.repeat(size / part.length)}`, 10));
        return () => wordsOf(bytes);
      },
      part,
    );
  }
});
