import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeJsonPieces } from './write-json-pieces.ts';

const ODD = 'quotes " \\ / \b\f\n\r\t\0\u001f\u007f\u2028 é 漢字 😀 \ud83d|\ude00 \ud800';

function written(value: unknown): string {
  return Buffer.concat(writeJsonPieces(value)).toString();
}

test('short values are written as JSON.stringify writes them', () => {
  const values = [
    '',
    ODD,
    [],
    {},
    [ODD, [], {}, null, true, 1.5, -0, Number.NaN, undefined],
    { a: undefined, [ODD]: ODD, b: { c: [{ d: null }], e: undefined } },
    { pages: [{ pageNumber: 1, markdown: ODD }] },
  ];
  for (const value of values) assert.equal(written(value), JSON.stringify(value));
});

test('long ones too, wherever they are cut', () => {
  // A long text is cut after 500,000 characters: here after each of the odd ones in turn.
  const odd = ODD.replaceAll(/[a-z ]/g, '');
  for (let shift = 0; shift < odd.length; shift++) {
    const text = 'x'.repeat(499_950 + shift) + odd.repeat(5);
    assert.ok(written(text) === JSON.stringify(text), `shifted by ${shift}`);
  }
  const pairs = `x${'😀'.repeat(510_000)}`;
  assert.ok(written([pairs, pairs.slice(1)]) === JSON.stringify([pairs, pairs.slice(1)]));
  const links = Array.from({ length: 40_000 }, (_, index) => `https://host.test/"${index}`);
  assert.ok(written({ links }) === JSON.stringify({ links }));
});

test('each piece owns its buffer and is no longer than some megabytes', () => {
  const pieces = writeJsonPieces('漢'.repeat(3_000_000));
  assert.ok(pieces.length > 4);
  for (const { buffer, byteLength } of pieces) {
    assert.equal(buffer.byteLength, byteLength);
    assert.ok(byteLength < 4_000_000);
  }
});
