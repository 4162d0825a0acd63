import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateSync, inflateSync } from 'node:zlib';
import { buildPdf, PdfBuilder, textAt } from '../../../../test/support/documents/build-pdf.ts';
import { sourceOf } from '../../../../test/support/documents/document-source.ts';
import type { DocumentContent } from '../../document.ts';
import { readPdf } from '../read-pdf.ts';

const WIDTH = 40;
const HEIGHT = 60;

/** A JPEG file of 40 x 60 grey pixels, of one colour (ITU-T T.81: baseline, one table of each kind). */
function greyJpeg(): Buffer {
  const segment = (marker: number, ...bytes: number[]): number[] => [
    0xff,
    marker,
    0,
    bytes.length + 2,
    ...bytes,
  ];
  const codes = (kind: number): number[] => [kind, 1, ...Array.from({ length: 15 }, () => 0), 0];
  const blocks = Math.ceil(WIDTH / 8) * Math.ceil(HEIGHT / 8);
  // Each block is two zero bits: no difference, end of block.
  const scan = Array.from({ length: Math.ceil((blocks * 2) / 8) }, () => 0);
  return Buffer.from([
    0xff,
    0xd8,
    ...segment(0xdb, 0, ...Array.from({ length: 64 }, () => 1)),
    ...segment(0xc0, 8, 0, HEIGHT, 0, WIDTH, 1, 1, 0x11, 0),
    ...segment(0xc4, ...codes(0)),
    ...segment(0xc4, ...codes(0x10)),
    ...segment(0xda, 1, 1, 0, 0, 63, 0),
    ...scan,
    0xff,
    0xd9,
  ]);
}

/** Rows of red, green, blue: the upper left quarter is red, the rest is blue. */
function colours(): Buffer {
  const pixels = Array.from({ length: WIDTH * HEIGHT }, (_, index) =>
    index % WIDTH < WIDTH / 2 && index < (WIDTH * HEIGHT) / 2 ? [255, 0, 0] : [0, 0, 255],
  );
  return Buffer.from(pixels.flat());
}

const SIZE = `/Type /XObject /Subtype /Image /Width ${WIDTH} /Height ${HEIGHT} /BitsPerComponent 8`;
const PLAIN = `${SIZE} /ColorSpace /DeviceRGB /Filter /FlateDecode`;

function paint(name: string, matrix: string): string {
  return `q ${matrix} cm /${name} Do Q\n`;
}

interface Picture {
  bytes: Buffer;
  dictionary: string;
  matrix?: string;
}

function withPicture({ bytes, dictionary, matrix = '200 0 0 300 100 350' }: Picture): PdfBuilder {
  const builder = new PdfBuilder();
  const image = builder.stream(bytes, dictionary);
  const content = `${textAt(72, 700, 'Above the picture.')}${paint('I', matrix)}${textAt(72, 200, 'Below the picture.')}`;
  builder.page({ content, resources: `/XObject << /I ${image} >>` });
  return builder;
}

function read(bytes: Buffer, hasImages = true): Promise<DocumentContent> {
  return readPdf(
    sourceOf(bytes, {
      hasImages,
      pdf: { type: 'pdf', mode: 'fast', pages: true, blocks: true, pageMarkers: false },
    }),
  );
}

async function html(bytes: Buffer, hasImages = true): Promise<string> {
  return (await read(bytes, hasImages)).pages?.[0]?.html ?? '';
}

interface Png {
  width: number;
  height: number;
  colourType: number;
  at(x: number, y: number): number[];
}

/** Our own files only: one IDAT, filters of the left and upper neighbour. */
function readPng(source: string): Png {
  assert.match(source, /^data:image\/png;base64,/);
  const file = Buffer.from(source.split(',')[1] ?? '', 'base64');
  const width = file.readUInt32BE(16);
  const height = file.readUInt32BE(20);
  const colourType = file[25]!;
  const channels = { 0: 1, 2: 3, 6: 4 }[colourType] ?? 0;
  const rows = inflateSync(file.subarray(41, 41 + file.readUInt32BE(33)));
  const length = width * channels;
  const pixels = new Uint8Array(length * height);
  for (let y = 0; y < height; y++) {
    const filter = rows[y * (length + 1)];
    for (let x = 0; x < length; x++) {
      const before = filter === 1 ? x - channels : x;
      const row = filter === 2 ? y - 1 : y;
      const isEdge = before < 0 || row < 0;
      const base = isEdge ? 0 : pixels[row * length + before]!;
      pixels[y * length + x] = base + rows[y * (length + 1) + 1 + x]!;
    }
  }
  return {
    width,
    height,
    colourType,
    at(x, y) {
      const start = (y * width + x) * channels;
      return [...pixels.subarray(start, start + channels)];
    },
  };
}

function sourceIn(text: string): string {
  return /src="([^"]*)"/.exec(text)?.[1] ?? '';
}

test('a JPEG stream is passed on as it is, in its place in the text', async () => {
  const jpeg = greyJpeg();
  const file = withPicture({
    bytes: jpeg,
    dictionary: `${SIZE} /ColorSpace /DeviceGray /Filter /DCTDecode`,
  }).build();
  assert.equal(
    await html(file),
    `<p>Above the picture.</p>\n<p><img src="data:image/jpeg;base64,${jpeg.toString('base64')}" alt=""></p>\n<p>Below the picture.</p>`,
  );
  assert.equal(await html(file, false), '<p>Above the picture.</p>\n<p>Below the picture.</p>');
});

test('other pictures are written as PNG, turned as they are shown', async () => {
  const red = [255, 0, 0];
  const blue = [0, 0, 255];
  const cases = [
    ['200 0 0 300 100 350', WIDTH, [red, blue, blue, blue]],
    ['-200 0 0 300 300 350', WIDTH, [blue, red, blue, blue]],
    ['200 0 0 -300 100 650', WIDTH, [blue, blue, red, blue]],
    // Turned by a quarter against the clock: its upper left corner comes to the lower left.
    ['0 300 -200 0 300 350', HEIGHT, [blue, blue, red, blue]],
    ['0 -300 200 0 100 650', HEIGHT, [blue, red, blue, blue]],
  ] as const;
  for (const [matrix, width, corners] of cases) {
    const bytes = deflateSync(colours());
    const png = readPng(sourceIn(await html(withPicture({ bytes, dictionary: PLAIN, matrix }).build())));
    const [right, bottom] = [png.width - 3, png.height - 3];
    assert.deepEqual(
      [png.width, png.at(2, 2), png.at(right, 2), png.at(2, bottom), png.at(right, bottom)],
      [width, ...corners],
      matrix,
    );
  }
});

test('a mask makes holes, in a JPEG picture as well', async () => {
  for (const [bytes, colour] of [
    [greyJpeg(), '/ColorSpace /DeviceGray /Filter /DCTDecode'],
    [deflateSync(colours()), '/ColorSpace /DeviceRGB /Filter /FlateDecode'],
  ] as const) {
    const builder = new PdfBuilder();
    const half = Buffer.from(
      Array.from({ length: WIDTH * HEIGHT }, (_, index) => (index % WIDTH < 20 ? 255 : 0)),
    );
    const mask = builder.stream(deflateSync(half), `${SIZE} /ColorSpace /DeviceGray /Filter /FlateDecode`);
    const image = builder.stream(bytes, `${SIZE} ${colour} /SMask ${mask}`);
    builder.page({
      content: paint('I', '200 0 0 300 100 350') + textAt(72, 700, 'Text.'),
      resources: `/XObject << /I ${image} >>`,
    });
    const png = readPng(sourceIn(await html(builder.build())));
    assert.deepEqual([png.colourType, png.at(2, 2)[3], png.at(37, 2)[3]], [6, 255, 0]);
  }
});

test('grey pictures need one channel, and those inside forms are found', async () => {
  const builder = new PdfBuilder();
  const grey = builder.stream(
    deflateSync(Buffer.alloc(WIDTH * HEIGHT, 100)),
    `${SIZE} /ColorSpace /DeviceGray /Filter /FlateDecode`,
  );
  const form = builder.stream(
    paint('I', '1 0 0 1 0 0'),
    `/Type /XObject /Subtype /Form /BBox [0 0 1 1] /Resources << /XObject << /I ${grey} >> >>`,
  );
  builder.page({
    content: paint('F', '200 0 0 300 100 350') + textAt(72, 700, 'Text.'),
    resources: `/XObject << /F ${form} >>`,
  });
  const png = readPng(sourceIn(await html(builder.build())));
  assert.deepEqual([png.colourType, png.at(5, 5)], [0, [100]]);
});

test('icons, backgrounds, decoration and what repeats in the margin are left out', async () => {
  const bytes = deflateSync(colours());
  const shown = async (matrix: string): Promise<boolean> =>
    (await html(withPicture({ bytes, dictionary: PLAIN, matrix }).build())).includes('<img');
  assert.equal(await shown('20 0 0 30 100 350'), false);
  assert.equal(await shown('600 0 0 800 0 0'), false);
  assert.equal(await shown('100 0 0 60 100 735'), true);

  const builder = new PdfBuilder();
  const image = builder.stream(bytes, PLAIN);
  for (const text of ['One.', 'Two.', 'Three.']) {
    const content = paint('I', '100 0 0 60 100 735') + textAt(72, 500, text);
    builder.page({ content, resources: `/XObject << /I ${image} >>` });
  }
  const artefact = `/Artifact BMC ${paint('I', '200 0 0 300 100 350')} EMC ${textAt(72, 200, 'Four.')}`;
  builder.page({ content: artefact, resources: `/XObject << /I ${image} >>` });
  const { pages, warnings } = await read(builder.build());
  assert.deepEqual(
    pages?.map((page) => page.html),
    ['<p>One.</p>', '<p>Two.</p>', '<p>Three.</p>', '<p>Four.</p>'],
  );
  assert.deepEqual(warnings, []);
});

test('pictures that are too large or cannot be read are counted', async () => {
  const huge = `/Type /XObject /Subtype /Image /Width 9000 /Height 9000 /BitsPerComponent 1 /ColorSpace /DeviceGray /Filter /FlateDecode`;
  const file = withPicture({ bytes: deflateSync(Buffer.alloc(9000 * 1125)), dictionary: huge }).build();
  const { warnings, pages } = await read(file);
  assert.deepEqual(warnings, ['1 picture was left out: it is too large or cannot be read']);
  assert.doesNotMatch(pages?.[0]?.html ?? '', /<img/);
});

test('a figure of the structure tree has its words, and its picture when that is wanted', async () => {
  const build = (): Buffer => {
    const builder = new PdfBuilder();
    const image = builder.stream(deflateSync(colours()), PLAIN);
    const root = builder.object('');
    const page = builder.object('');
    const text = builder.object(`<< /Type /StructElem /S /P /P ${root} /Pg ${page} /K 0 >>`);
    const figure = builder.object(
      `<< /Type /StructElem /S /Figure /P ${root} /Pg ${page} /K 1 /Alt (A "chart" & more) >>`,
    );
    builder.set(
      root,
      `<< /Type /StructTreeRoot /K [${figure} ${text}] /ParentTree << /Nums [0 [${text} ${figure}]] >> >>`,
    );
    // Small, but it has words.
    const content = `/P << /MCID 0 >> BDC ${textAt(72, 700, 'The text.')} EMC /Figure << /MCID 1 >> BDC ${paint('I', '20 0 0 30 100 350')} EMC`;
    builder.page({ content, resources: `/XObject << /I ${image} >>`, entries: '/StructParents 0' }, page);
    builder.catalog = `/MarkInfo << /Marked true >> /StructTreeRoot ${root}`;
    return builder.build();
  };
  assert.match(
    await html(build()),
    /^<p><img src="data:image\/png;base64,[^"]+" alt="A &quot;chart&quot; &amp; more"><\/p>\n<p>The text\.<\/p>$/,
  );
  assert.match(await html(build(), false), /^<p><img alt="A &quot;chart&quot; &amp; more"><\/p>/);
});

test('a page that is nothing but a photograph shows it', async () => {
  const builder = new PdfBuilder();
  const image = builder.stream(deflateSync(colours()), PLAIN);
  builder.page({ content: paint('I', '600 0 0 800 0 0'), resources: `/XObject << /I ${image} >>` });
  const source = sourceOf(builder.build(), { hasImages: true });
  const { pages } = await readPdf(source);
  assert.match(pages?.[0]?.html ?? '', /^<p><img src="data:image\/png;/);
  assert.equal(
    (await readPdf(sourceOf(buildPdf({ content: '' }), { hasImages: true }))).pages?.[0]?.html,
    '',
  );
});
