import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DocOptions, sprm, u16, u32, utf16 } from '../../../../test/support/documents/build-doc.ts';
import { buildDoc } from '../../../../test/support/documents/build-doc.ts';
import { paragraph, read, readBytes, runs, SPECIAL } from '../../../../test/support/documents/doc-parts.ts';

const PNG = [0x89, 0x50, 0x4e, 0x47, 1, 2, 3];
const UID = Array.from({ length: 16 }, () => 7);
const CONTAINER = 0xf;

function record(type: number, version: number, instance: number, content: readonly number[]): number[] {
  return [...u16(version | (instance << 4)), ...u16(type), ...u32(content.length), ...content];
}

function blip(type: number, instance: number, bytes: readonly number[]): number[] {
  return record(type, 0, instance, [...UID, 0xff, ...bytes]);
}

/** An entry of the pictures; `blip` follows it, or lies at an offset of the main stream. */
function pictureEntry(content: readonly number[], offset = 0): number[] {
  const head = [...Array.from({ length: 28 }, () => 0), ...u32(offset), 0, 0, 0, 0];
  return record(0xf007, 2, 6, [...head, ...content]);
}

/** Options with a text have the text behind all of them. */
function options(...values: Array<[id: number, value: number | string]>): number[] {
  const texts = values.map(([, value]) => (typeof value === 'string' ? [...utf16(value), 0, 0] : []));
  const entries = values.flatMap(([id, value], i) =>
    typeof value === 'string'
      ? [...u16(id | 0x80_00), ...u32(texts[i]!.length)]
      : [...u16(id), ...u32(value)],
  );
  return record(0xf00b, 3, values.length, [...entries, ...texts.flat()]);
}

function shape(id: number, ...content: readonly number[][]): number[] {
  return record(0xf004, CONTAINER, 0, [...record(0xf00a, 2, 0, [...u32(id), ...u32(0)]), ...content.flat()]);
}

function inlinePicture(content: readonly number[], kind = 0x64): number[] {
  const head = [...u16(68), ...u16(kind), ...Array.from({ length: 60 }, () => 0)];
  return [...u32(4 + head.length + content.length), ...head, ...content];
}

function withPicture(data: readonly number[]): Uint8Array {
  const picture = { text: '\u0001', sprms: [...SPECIAL, ...sprm(0x6a03, ...u32(0))] };
  return buildDoc({ data, paragraphs: [runs('Before ', picture, ' after')] });
}

test('shows pictures in the line when they are wanted', () => {
  const content = [...shape(1, options([0x381, 'A "red" dot'])), ...pictureEntry(blip(0xf01e, 0x6e0, PNG))];
  const bytes = withPicture(inlinePicture(content));
  const data = Buffer.from(PNG).toString('base64');
  assert.equal(
    readBytes(bytes, true).html,
    `<p>Before <img src="data:image/png;base64,${data}" alt="A &quot;red&quot; dot"> after</p>`,
  );
  assert.equal(readBytes(bytes).html, '<p>Before <img alt="A &quot;red&quot; dot"> after</p>');
});

test('names how many pictures no browser can show', () => {
  const content = [...shape(1), ...pictureEntry(blip(0xf01a, 0x3d4, [1, 2, 3]))];
  const { html, warnings } = readBytes(withPicture(inlinePicture(content)), true);
  assert.equal(html, '<p>Before  after</p>');
  assert.deepEqual(warnings, ['One picture is in a format that cannot be shown and was left out.']);
  assert.deepEqual(readBytes(withPicture(inlinePicture(content))).warnings, []);
});

const MAIN = 'One \u0008 two\r';

/** Two text boxes, of which the second is in a group, and a picture; all at one anchor. */
function floating(pictureOffset: number): DocOptions {
  const store = record(0xf000, CONTAINER, 0, record(0xf001, CONTAINER, 1, pictureEntry([], pictureOffset)));
  const group = record(0xf003, CONTAINER, 0, [
    ...shape(100),
    ...shape(101, options([0x104, 1], [0x381, 'Map'])),
    ...shape(102, options([0xc0, 'Word art'])),
  ]);
  const drawing = record(
    0xf002,
    CONTAINER,
    0,
    record(0xf003, CONTAINER, 0, [...shape(1), ...group, ...shape(103)]),
  );
  const box = (id: number): number[] => [...Array.from({ length: 14 }, () => 0), ...u32(id), ...u32(0)];
  return {
    lengths: [MAIN.length, 0, 0, 0, 0, 0, 14],
    paragraphs: [
      runs('One ', { text: '\u0008', sprms: SPECIAL }, ' two'),
      paragraph('In box'),
      paragraph('Alone'),
      paragraph(''),
    ],
    extents: new Map([
      [40, [...u32(4), ...u32(MAIN.length), ...u32(100), ...Array.from({ length: 22 }, () => 0)]],
      [50, [...store, 0, ...drawing]],
      [56, [...u32(0), ...u32(7), ...u32(13), ...u32(14), ...box(101), ...box(999), ...box(0)]],
    ]),
  };
}

test('puts text boxes behind the paragraph of their anchor, those of a group as well, and the others at the end', () => {
  assert.equal(read(floating(0)).html, '<p>One <img alt="Map">Word art two</p><p>In box</p><p>Alone</p>');
});
