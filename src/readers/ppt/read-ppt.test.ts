import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  buildPpt,
  container,
  group,
  pptFile,
  pptStream,
  record,
  shape,
  text,
  words,
  type PptParts,
} from '../../../test/support/documents/build-ppt.ts';
import { LEFT_OUT_OBJECTS, LEFT_OUT_PICTURES } from '../office/left-out.ts';
import { readPpt } from './read-ppt.ts';

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const DAMAGED = 'The file is damaged: some of its slides may be missing.';

function htmlOf(parts: PptParts): string {
  return readPpt({ bytes: buildPpt(parts), hasImages: false }).html.replaceAll('\n', '');
}

const title = (content: string): Buffer => shape({ textbox: text(0, content) });
const box = (content: string, top = 100): Buffer =>
  shape({ textbox: text(4, content), box: [0, top, 10, top + 10] });
/** Runs of paragraphs, with a level and whether they have a bullet, and one run of characters over all. */
const style = (runs: ReadonlyArray<readonly [count: number, level: number, bullet: number]>): Buffer => {
  const paragraphs = runs.map(([count, level, bullet]) => {
    const run = Buffer.alloc(12);
    run.writeUInt32LE(count, 0);
    run.writeUInt16LE(level, 4);
    run.writeUInt32LE(1, 6);
    run.writeUInt16LE(bullet, 10);
    return run;
  });
  return record(4001, Buffer.concat([...paragraphs, words(1_000, 0)]));
};

test('slides in the order of the list, hidden ones left out, a line before those without a title', () => {
  const slides = [
    { shapes: [box('one'), title('First\v& only')] },
    { shapes: [title('Hidden')], isHidden: true },
    { shapes: [box('three')] },
  ];
  assert.equal(htmlOf({ slides }), '<h2>First &amp; only</h2><p>one</p><hr><p>three</p>');
});

test('the newest version of a slide counts', () => {
  assert.equal(htmlOf({ slides: [{ shapes: [box('new')], older: [box('old')] }] }), '<p>new</p>');
});

test('texts in the list of slides, bullets of the master, levels', () => {
  const bulletMask = Buffer.concat([Buffer.from([1, 0]), words(1), Buffer.from([1, 0]), words(0)]);
  const outline = (index: number): Buffer => shape({ textbox: record(3998, words(index)) });
  const listed = Buffer.concat([
    text(0, 'Talk'),
    text(
      1,
      'a\rb\rc\rplain',
      style([
        [2, 0, 1],
        [2, 1, 1],
      ]),
    ),
    text(1, 'x'),
  ]);
  const slides = [
    {
      listed,
      shapes: [
        outline(0),
        outline(1),
        shape({ textbox: record(3998, words(2)), box: [0, 50, 10, 60] }),
        outline(9),
      ],
    },
  ];
  const html = htmlOf({ slides, master: [record(4003, bulletMask, 1)] });
  assert.equal(
    html,
    '<h2>Talk</h2><ul><li>a<ul><li>b</li></ul></li><li>c</li><li>plain</li></ul><ul><li>x</li></ul>',
  );
});

test('bytes are characters, fields are left out, links are those of their range', () => {
  const link = container(1033, [
    container(4055, [
      record(4051, words(7)),
      record(4026, Buffer.from('name', 'utf16le')),
      record(4026, Buffer.from('https://e.org/\0', 'utf16le'), 1),
    ]),
  ]);
  const textbox = Buffer.concat([
    record(3999, words(4)),
    record(4008, Buffer.from('caf\xe9 *here', 'latin1')),
    record(4056, words(5)),
    container(4082, [record(4083, words(0, 7, 0, 0))]),
    record(4063, words(6, 10)),
  ]);
  assert.equal(
    htmlOf({ slides: [{ shapes: [shape({ textbox })] }], document: [link] }),
    '<p>café <a href="https://e.org/">here</a></p>',
  );
});

test('running shapes and deleted ones are left out, notes stand below, groups are read', () => {
  const place = (id: number): Buffer => record(3011, words(0, id));
  const slides = [
    {
      shapes: [
        shape({ textbox: text(4, '12'), clientData: [place(8)] }),
        shape({ textbox: text(4, 'gone'), flags: 8 }),
        group([box('low', 50), box('high', 0)]),
      ],
      notes: [
        shape({ textbox: text(4, 'Slide'), clientData: [place(11)] }),
        shape({ textbox: text(2, 'Say hello'), clientData: [place(12)] }),
      ],
    },
  ];
  assert.equal(
    htmlOf({ slides }),
    '<p>high</p><p>low</p><blockquote><p>Notes:</p><p>Say hello</p></blockquote>',
  );
});

test('tables are groups whose cells share their edges', () => {
  const cell = (content: string, edges: [number, number, number, number]): Buffer =>
    shape({ textbox: text(4, content), box: edges });
  const cells = [
    cell('H', [0, 0, 20, 10]),
    cell('v', [0, 10, 10, 30]),
    cell('1', [10, 10, 20, 20]),
    cell('2', [10, 20, 20, 30]),
  ];
  assert.equal(
    htmlOf({ slides: [{ shapes: [group(cells, { options: { 0x39f: 1 } })] }] }),
    '<table><tbody><tr><td colspan="2">H</td></tr><tr><td rowspan="2">v</td><td>1</td></tr><tr><td>2</td></tr></tbody></table>',
  );
});

test('pictures with their descriptions; objects and what cannot be shown are named in warnings', () => {
  const entry = (offset: number): Buffer =>
    record(0xf007, Buffer.concat([Buffer.alloc(28), words(offset, 0)]), 6, 2);
  const png = record(0xf01e, Buffer.concat([Buffer.alloc(17), PNG]), 0x6e0);
  const document = [container(1035, [container(0xf000, [container(0xf001, [entry(0), entry(png.length)])])])];
  const pictures = Buffer.concat([png, record(0xf01a, Buffer.alloc(60), 0x3d4)]);
  const slides = [
    {
      shapes: [
        shape({ options: { 0x104: 1, 0x381: 'A "cat"' } }),
        shape({
          options: { 0x104: 2, 0x381: 'A plan' },
          clientData: [record(3009, words(1))],
          box: [0, 50, 9, 60],
        }),
      ],
    },
  ];
  const bytes = buildPpt({ slides, document, pictures });
  const shown = readPpt({ bytes, hasImages: true });
  assert.match(
    shown.html,
    /^<p><img src="data:image\/png;base64,iVBOR[^"]*" alt="A &quot;cat&quot;"><\/p>\n<p><img alt="A plan"><\/p>$/,
  );
  assert.deepEqual(shown.warnings, [LEFT_OUT_OBJECTS, LEFT_OUT_PICTURES]);
});

test('files with a password, and those without slides, are refused, but no blank ones', () => {
  const slides = [{ shapes: [box('x')] }];
  const read = (bytes: Buffer): unknown => readPpt({ bytes, hasImages: false });
  assert.throws(() => read(buildPpt({ slides, isEncrypted: true })), { code: 'SCRAPE_DOCUMENT_ENCRYPTED' });
  assert.throws(() => read(buildPpt({ slides: [] })), { code: 'SCRAPE_DOCUMENT_DAMAGED' });
  const blank = readPpt({ bytes: buildPpt({ slides: [{ shapes: [] }] }), hasImages: false });
  assert.deepEqual([blank.html, blank.warnings], ['', []]);
  assert.throws(() => read(Buffer.from('nonsense')), { code: 'SCRAPE_DOCUMENT_DAMAGED' });
});

test('slides of a file that was cut off, or has lost its directory, are read with a warning', () => {
  const { bytes, edit } = pptStream({ slides: [{ shapes: [title('One')] }, { shapes: [title('Two')] }] });
  const without = readPpt({ bytes: pptFile(bytes, 0xffff_ff00), hasImages: false });
  assert.equal(without.html, '<h2>One</h2>\n<h2>Two</h2>');
  assert.deepEqual(without.warnings, [DAMAGED]);
  const cut = readPpt({ bytes: pptFile(bytes.subarray(0, bytes.length / 2), edit), hasImages: false });
  assert.match(cut.html, /^<h2>One<\/h2>/);
  assert.deepEqual(cut.warnings, [DAMAGED]);
});

test('a slide that was lost is read from the list of slides', () => {
  const parts = {
    slides: [
      { shapes: [title('One')] },
      { shapes: [], listed: Buffer.concat([text(0, 'Two'), text(4, 'b')]) },
    ],
  };
  assert.equal(htmlOf(parts), '<h2>One</h2><h2>Two</h2><p>b</p>');
});
