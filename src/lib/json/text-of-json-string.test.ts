import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JsonText } from './json-text.ts';
import { textOfJsonString } from './text-of-json-string.ts';
import { writeJsonPieces } from './write-json-pieces.ts';

const read = (json: Pick<JsonText, 'pieces'>): string =>
  Buffer.concat([...textOfJsonString(json)]).toString();

test('a text comes back wherever its JSON is cut', () => {
  for (const text of ['', '"', '\\', '\\"', 'a\\\\"', 'tab\t\u0001end', 'é🙂\\u0041', '"\\"\\'.repeat(3)]) {
    const bytes = Buffer.from(JSON.stringify(text));
    assert.equal(read({ pieces: [bytes] }), text);
    assert.equal(read({ pieces: [...bytes].map((byte) => Uint8Array.of(byte)) }), text, 'byte by byte');
    for (let cut = 1; cut < bytes.length; cut++)
      assert.equal(read({ pieces: [bytes.subarray(0, cut), bytes.subarray(cut)] }), text, `cut at ${cut}`);
  }
});

test('a long text comes in slices', () => {
  const text = 'line "of" text \\ with 🙂 and \n'.repeat(40_000);
  const slices = [...textOfJsonString(new JsonText(writeJsonPieces(text)))];
  assert.equal(Buffer.concat(slices).toString(), text);
  assert.ok(slices.length > 10 && slices.every(({ length }) => length <= 70_000));
});
