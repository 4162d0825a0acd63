import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildDoc, sprm, u16, u32 } from '../../../test/support/documents/build-doc.ts';
import { paragraph, readBytes } from '../../../test/support/documents/doc-parts.ts';

/** A stream of properties ([MS-OLEPS] 2.21). */
function propertySet(...sections: ReadonlyArray<ReadonlyArray<[id: number, value: number[]]>>): Uint8Array {
  const bodies = sections.map((properties) => {
    let at = 8 + properties.length * 8;
    const offsets = properties.flatMap(([id, value]) => {
      const entry = [...u32(id), ...u32(at)];
      at += value.length;
      return entry;
    });
    return [...u32(at), ...u32(properties.length), ...offsets, ...properties.flatMap(([, value]) => value)];
  });
  const headLength = 28 + sections.length * 20;
  let at = headLength;
  const heads = bodies.flatMap((body) => {
    const head = [...Array.from({ length: 16 }, () => 1), ...u32(at)];
    at += body.length;
    return head;
  });
  const base = [0xfe, 0xff, 0, 0, ...Array.from({ length: 20 }, () => 0), ...u32(sections.length)];
  return Uint8Array.from([...base, ...heads, ...bodies.flat()]);
}

function textValue(bytes: readonly number[]): number[] {
  const padded = [...bytes, 0];
  while (padded.length % 4 !== 0) padded.push(0);
  return [...u32(30), ...u32(bytes.length + 1), ...padded];
}

const CODE_PAGE: [number, number[]] = [1, [...u32(2), ...u32(1251)]];
/** 3 February 2020, 4:05:06 UTC, in units of 100 ns since 1601. */
const TIME = 132_251_763_060_000_000n;

test('reads what a file says of itself, in the code page that it names', () => {
  const summary = propertySet([
    CODE_PAGE,
    [2, textValue([0xcf, 0xf0, 0xe8])],
    [4, textValue([...Buffer.from('Ann ')])],
    [5, textValue([])],
    [12, [...u32(64), ...u32(Number(TIME & 0xff_ff_ff_ffn)), ...u32(Number(TIME >> 32n))]],
    [13, [...u32(64), ...u32(0), ...u32(0)]],
    [18, textValue([...Buffer.from('Microsoft Word 9.0')])],
  ]);
  const name = [...Buffer.from('Project'), 0];
  const dictionary = [
    ...u32(2),
    ...u32(2),
    ...u32(name.length),
    ...name,
    ...u32(3),
    ...u32(5),
    ...Buffer.from('_PID'),
    0,
  ];
  while (dictionary.length % 4 !== 0) dictionary.push(0);
  const more = propertySet(
    [CODE_PAGE],
    [[0, dictionary], CODE_PAGE, [2, textValue([0xc4, 0xe0])], [3, [...u32(3), ...u32(7)]]],
  );
  const { properties } = readBytes(
    buildDoc({
      paragraphs: [paragraph('Да')],
      styles: [{ name: 'Normal', builtIn: 0, characterSprms: sprm(0x486d, ...u16(0x0419)) }],
      streams: new Map([
        ['\u0005SummaryInformation', summary],
        ['\u0005DocumentSummaryInformation', more],
      ]),
    }),
  );
  assert.deepEqual(properties, {
    title: 'При',
    author: 'Ann',
    createdAt: '2020-02-03T04:05:06.000Z',
    generator: 'Microsoft Word 9.0',
    language: 'ru-RU',
    custom: { Project: 'Да' },
  });
});

test('what is no property set says nothing', () => {
  for (const bytes of [
    new Uint8Array(3),
    new Uint8Array(200).fill(0xff),
    Uint8Array.from([0xfe, 0xff, ...Array.from({ length: 60 }, () => 0xff)]),
  ]) {
    const streams = new Map([['\u0005SummaryInformation', bytes]]);
    assert.deepEqual(readBytes(buildDoc({ paragraphs: [paragraph('x')], streams })).properties, {});
  }
});

test('does not believe that text in another script is English', () => {
  const styles = [{ name: 'Normal', builtIn: 0, characterSprms: sprm(0x486d, ...u16(0x0409)) }];
  const languageOf = (text: string): string | undefined =>
    readBytes(buildDoc({ paragraphs: [paragraph(text)], styles })).properties.language;
  assert.equal(languageOf('Hello'), 'en-US');
  assert.equal(languageOf('Привет'), undefined);
});
