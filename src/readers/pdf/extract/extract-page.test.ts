import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildPdf, PdfBuilder, textAt, toUnicode } from '../../../../test/support/documents/build-pdf.ts';
import type { PdfPage, PdfWord } from '../pdf-page.ts';
import { PdfSession } from '../pdf-session.ts';
import type { ExtractedPage } from './extract-page.ts';

async function extract(bytes: Buffer, index = 0): Promise<ExtractedPage> {
  const session = await PdfSession.open(bytes);
  try {
    const extracted = await session.extract(index);
    assert.ok(extracted !== undefined);
    return extracted;
  } finally {
    await session.close();
  }
}

async function pageOf(bytes: Buffer): Promise<PdfPage> {
  return (await extract(bytes)).page;
}

function word(page: PdfPage, text: string): PdfWord {
  const found = page.words.find((one) => one.text === text);
  assert.ok(found !== undefined, `${text} in ${page.words.map((one) => one.text).join(' ')}`);
  return found;
}

function texts({ words }: PdfPage): string {
  return words.map(({ text, hasSpaceBefore }) => (hasSpaceBefore ? ' ' : '|') + text).join('');
}

function near(actual: number, expected: number, by = 1): void {
  assert.ok(Math.abs(actual - expected) <= by, `${actual} is not about ${expected}`);
}

test('words have their place, size, font and colour as shown', async () => {
  const page = await pageOf(
    buildPdf({
      content: `1 0 0 rg ${textAt(100, 700, 'Plain words')} ${textAt(100, 600, 'Slanted', { font: 'F2', size: 20 })}`,
    }),
  );
  assert.equal(texts(page), ' Plain words Slanted');
  const plain = word(page, 'Plain');
  near(plain.box.left, 100);
  near(plain.baseline, 100, 0.01);
  near(plain.box.right, 126);
  assert.ok(plain.box.top < 92 && plain.box.bottom > 101);
  assert.deepEqual([plain.size, plain.colour, plain.angle, plain.mcid], [12, 0xff0000, 0, -1]);
  assert.deepEqual(plain.font, { name: 'Helvetica', isBold: false, isItalic: false, isMonospaced: false });
  const slanted = word(page, 'Slanted');
  assert.deepEqual([slanted.size, slanted.font.isBold, slanted.font.isItalic], [20, true, true]);
});

test('glyphs that are placed one by one make words, also where labels and values stand far apart', async () => {
  // PDFium takes the text of such a page for vertical; the widths are those of Helvetica.
  const widths: Readonly<Record<string, number>> = {
    Q: 778,
    u: 556,
    a: 556,
    y: 500,
    ' ': 278,
    S: 667,
    t: 278,
  };
  const glyphs = (text: string, start: number, y: number): string => {
    let x = start;
    return Array.from(text, (glyph) => {
      const placed = textAt(x, y, glyph, { size: 9 });
      x += ((widths[glyph] ?? 0) / 1_000) * 9;
      return placed;
    }).join('');
  };
  const rows = [760, 748, 736].map((y) => glyphs('Quay Stay', 20, y) + glyphs('Stay', 500, y));
  const page = await pageOf(buildPdf({ content: rows.join('') }));
  assert.equal(texts(page), ' Quay Stay Stay'.repeat(3));

  // A ligature is two characters at one place.
  const builder = new PdfBuilder();
  const map = builder.object(
    toUnicode([
      [81, 'fi'],
      [97, 'a'],
      [116, 't'],
      [117, 'u'],
      [121, 'y'],
      [83, 'S'],
    ]),
  );
  builder.page({
    content: rows.join('').replaceAll('/F1', '/F9'),
    fonts: `/F9 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /ToUnicode ${map} >>`,
  });
  assert.equal(texts(await pageOf(builder.build())).replaceAll(' Stay', ''), ' fiuay'.repeat(3));
});

test('a page that is turned and cropped is measured as it is shown', async () => {
  const content = textAt(150, 700, 'Corner');
  const turned = await pageOf(buildPdf({ content, entries: '/Rotate 90 /CropBox [100 100 500 750]' }));
  assert.deepEqual([turned.width, turned.height], [650, 400]);
  const corner = word(turned, 'Corner');
  // Its foot is 600 above the crop box, its start 50 right of it: turned clockwise, that is 600 from the left and 50 from the top.
  near(corner.box.top, 50);
  assert.ok(corner.box.left < 600 && corner.box.right > 600);
  assert.equal(corner.angle, 90);

  const upsideDown = await pageOf(buildPdf({ content, entries: '/Rotate 180' }));
  near(word(upsideDown, 'Corner').box.right, 450);
  near(word(upsideDown, 'Corner').baseline, 700);
  assert.equal(Math.abs(word(upsideDown, 'Corner').angle), 180);
});

test('what lies outside the page or has no size is left out', async () => {
  const page = await pageOf(
    buildPdf({
      content:
        textAt(100, 700, 'in') +
        textAt(100, 900, 'above') +
        textAt(-200, 500, 'beside') +
        textAt(100, 500, 'tiny', { size: 0.01 }),
    }),
  );
  assert.equal(texts(page), ' in');
});

test('blanks come from gaps, styles part words without a blank', async () => {
  const page = await pageOf(
    buildPdf({
      content:
        'BT /F1 12 Tf 100 700 Td [(Two) -500 (words)] TJ ET BT /F1 12 Tf 100 650 Td (half) Tj /F2 12 Tf (bold) Tj ET',
    }),
  );
  assert.equal(texts(page), ' Two words half|bold');
});

test('text that is printed over itself counts once', async () => {
  const page = await pageOf(
    buildPdf({
      content: textAt(100, 700, 'Shadow') + textAt(101, 699, 'Shadow') + textAt(100, 600, 'Shadow'),
    }),
  );
  assert.equal(texts(page), ' Shadow Shadow');
});

test('invisible text is text', async () => {
  const page = await pageOf(buildPdf({ content: `BT 3 Tr /F1 12 Tf 100 700 Td (unseen) Tj ET` }));
  assert.equal(texts(page), ' unseen');
});

test('accents that are drawn over letters are part of them', async () => {
  // An accent, then back over where the next letter begins.
  const page = await pageOf(
    buildPdf({
      content: 'BT /F1 12 Tf 100 700 Td [(f) (\\250) 390 (ur)] TJ ET BT /F1 12 Tf 100 650 Td (x ^ y) Tj ET',
    }),
  );
  assert.equal(texts(page), ' für x ^ y');
});

test('ligatures, soft hyphens and signs of symbol fonts become plain text', async () => {
  const builder = new PdfBuilder();
  const map = builder.object(
    toUnicode([
      [0x41, '\ufb01'],
      [0x42, '\u00ad'],
      [0x43, '\uf0b7'],
      [0x44, '\ue123'],
    ]),
  );
  builder.page({
    content: textAt(100, 700, 'AndB Bx C', { font: 'F9' }) + textAt(100, 600, 'DDD', { font: 'F9' }),
    fonts: `/F9 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode ${map} >>`,
  });
  const { page, stats } = await extract(builder.build());
  assert.deepEqual(
    page.words.map(({ text }) => text),
    ['find\u00ad', 'x', '•'],
  );
  assert.equal(stats.unreadable, 3);
  assert.equal(stats.isGarbled, false);
});

test('right-to-left text is in logical order', async () => {
  const builder = new PdfBuilder();
  // Drawn from left to right as a reader sees it: the last letter first.
  const letters = Array.from('\u05e9\u05dc\u05d5\u05dd');
  const map = builder.object(toUnicode(letters.map((letter, index) => [0x61 + index, letter] as const)));
  builder.page({
    content: textAt(100, 700, 'dcba', { font: 'F9' }),
    fonts: `/F9 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode ${map} >>`,
  });
  const page = await pageOf(builder.build());
  assert.deepEqual(
    page.words.map(({ text, isRtl }) => [text, isRtl]),
    [['שלום', true]],
  );
});

test('a syllable whose glyphs have one text between them ends at the last of them', async () => {
  const builder = new PdfBuilder();
  const letters = ['\u092d', '\u093e', '\u0930', '\u0924', ' ', '\u090f'];
  const map = builder.object(toUnicode(letters.map((letter, index) => [0x61 + index, letter] as const)));
  // Courier: every glyph is 7.2 points wide. The first two are one syllable, as Chromium writes it.
  const [first, second, ...others] = Array.from('abcdef', (code, index) =>
    textAt(100 + index * 7.2, 700, code, { font: 'F9' }),
  );
  builder.page({
    content: `/Span << /ActualText <feff092d093e> >> BDC ${first}${second} EMC ${others.join('')}`,
    fonts: `/F9 << /Type /Font /Subtype /Type1 /BaseFont /Courier /ToUnicode ${map} >>`,
  });
  assert.equal(texts(await pageOf(builder.build())), ' भारत ए');
});

test('lines and boxes are found as strokes, thin fills, and inside form XObjects', async () => {
  const builder = new PdfBuilder();
  const form = builder.stream(
    '0 0 1 rg 10 10 100 50 re f',
    '/Type /XObject /Subtype /Form /BBox [0 0 200 200]',
  );
  builder.page({
    content:
      '2 w 100 500 m 300 500 l S 100 400 200 0.8 re f 0.5 g 400 400 50 80 re f q 2 0 0 2 0 0 cm /X Do Q',
    resources: `/XObject << /X ${form} >>`,
  });
  const { rules, rectangles } = await pageOf(builder.build());
  assert.equal(rules.length, 2);
  assert.deepEqual(
    rules.map(({ isHorizontal, box }) => [isHorizontal, Math.round(box.left), Math.round(box.right)]),
    [
      [true, 100, 300],
      [true, 100, 300],
    ],
  );
  near(rules[0]?.box.top ?? 0, 299, 0.1);
  assert.equal(rectangles[0]?.fill, 0x808080);
  assert.deepEqual(rectangles[1], {
    box: { left: 20, top: 680, right: 220, bottom: 780 },
    fill: 0x0000ff,
    isStroked: false,
  });
});

test('bullets that are drawn as shapes become words', async () => {
  const disc =
    'm 104 603 l 104 605 102 607 100 607 c 98 607 96 605 96 603 c 96 601 98 599 100 599 c 102 599 104 601 104 603 c f';
  const page = await pageOf(buildPdf({ content: `104 603 ${disc}\n${textAt(112, 600, 'Item')}` }));
  assert.equal(texts(page), ' • Item');
});

test('marked content and decoration are told', async () => {
  const page = await pageOf(
    buildPdf({
      content: `/P << /MCID 7 >> BDC ${textAt(100, 700, 'body')} EMC /Artifact << /Type /Pagination >> BDC ${textAt(100, 50, 'footer')} EMC`,
    }),
  );
  assert.deepEqual(
    page.words.map(({ text, mcid, isArtefact }) => [text, mcid, isArtefact]),
    [
      ['body', 7, false],
      ['footer', -1, true],
    ],
  );
});

test('links are found as annotations and in the text', async () => {
  const builder = new PdfBuilder();
  builder.page({
    content: textAt(100, 700, 'click here') + textAt(100, 600, 'see https://example.org/path now'),
    entries: `/Annots [
      << /Type /Annot /Subtype /Link /Rect [95 695 170 715] /A << /S /URI /URI (https://example.com/) >> >>
      << /Type /Annot /Subtype /Link /Rect [95 595 110 615] /A << /S /URI /URI (javascript:alert\\(1\\)) >> >>
      << /Type /Annot /Subtype /Link /Rect [0 0 10 10] /Dest [0 /Fit] >> ]`,
  });
  const { links } = await pageOf(builder.build());
  assert.deepEqual(
    links.map(({ url, page }) => url ?? page),
    ['https://example.com/', 1, 'https://example.org/path'],
  );
  assert.deepEqual(links[0]?.box, { left: 95, top: 85, right: 170, bottom: 105 });
});

test('form fields have what is filled in', async () => {
  const builder = new PdfBuilder();
  const text = builder.object(
    '<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /TU (Full name) /V (Ada Lovelace) /Rect [100 700 300 720] >>',
  );
  const secret = builder.object(
    '<< /Type /Annot /Subtype /Widget /FT /Tx /Ff 8192 /T (pin) /V (1234) /Rect [100 660 300 680] >>',
  );
  const look = builder.stream('', '/Type /XObject /Subtype /Form /BBox [0 0 10 10]');
  const box = builder.object(
    `<< /Type /Annot /Subtype /Widget /FT /Btn /T (agree) /V /Yes /AS /Yes /AP << /N << /Yes ${look} /Off ${look} >> >> /Rect [100 600 110 610] >>`,
  );
  const choice = builder.object(
    '<< /Type /Annot /Subtype /Widget /FT /Ch /T (colour) /Opt [(red) (green)] /V (green) /Rect [100 500 200 520] >>',
  );
  builder.catalog = `/AcroForm << /Fields [${text} ${secret} ${box} ${choice}] >>`;
  builder.page({
    content: textAt(100, 750, 'Form'),
    entries: `/Annots [${text} ${secret} ${box} ${choice}]`,
  });
  const { fields } = await pageOf(builder.build());
  assert.deepEqual(
    fields.map(({ kind, name, value, isChecked }) => [
      kind,
      name,
      kind === 'checkbox' ? '' : value,
      isChecked,
    ]),
    [
      ['text', 'Full name', 'Ada Lovelace', false],
      ['text', 'pin', '', false],
      ['checkbox', 'agree', '', true],
      ['choice', 'colour', 'green', false],
    ],
  );
});

test('text typed onto a page as an annotation is part of it', async () => {
  const page = await pageOf(
    buildPdf({
      content: textAt(100, 700, 'Name:'),
      entries:
        '/Annots [<< /Type /Annot /Subtype /FreeText /Rect [150 695 300 715] /Contents (Grace Hopper) /DA (/Helv 12 Tf) >>]',
    }),
  );
  assert.equal(texts(page), ' Name: Grace Hopper');
});

test('glyph numbers without a meaning count as garbled', async () => {
  const builder = new PdfBuilder();
  const font = builder.object(
    '<< /Type /Font /Subtype /Type0 /BaseFont /Unknown /Encoding /Identity-H /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Unknown /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>] >>',
  );
  // "This is a test of text", each letter 29 below its ASCII code.
  const text = Array.from('Thisisatestoftextthatisglyphnumbers').map((letter) =>
    (letter.charCodeAt(0) - 29).toString(16).padStart(4, '0'),
  );
  builder.page({ content: `BT /F9 12 Tf 100 700 Td <${text.join('')}> Tj ET`, fonts: `/F9 ${font}` });
  assert.equal((await extract(builder.build())).stats.isGarbled, true);
});

test('letters that leap back within one object begin a word of their own', async () => {
  const content = 'BT /F1 12 Tf 100 700 Td [(Struck) 3700 (xxxx)] TJ ET';
  assert.equal(texts(await pageOf(buildPdf({ content }))), ' Struck xxxx');
});

test('letters of fonts with pictures in their places are the signs that they show', async () => {
  const page = await pageOf(
    buildPdf({
      content: `${textAt(100, 700, 'l', { font: 'W' })} ${textAt(120, 700, 'One nu')} ${textAt(100, 600, 'nu', { font: 'W2' })}`,
      fonts:
        '/W << /Type /Font /Subtype /TrueType /BaseFont /Wingdings-Regular /Encoding /WinAnsiEncoding >> /W2 << /Type /Font /Subtype /TrueType /BaseFont /ABCDEF+Wingdings /Encoding /WinAnsiEncoding >>',
    }),
  );
  assert.deepEqual(
    page.words.map(({ text }) => text),
    ['●', 'One', 'nu', '■◆'],
  );
});
