import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blobReference, signBlobReferences } from '../blob-reference.ts';
import { JsonText } from './json-text.ts';
import { signJsonText } from './sign-json-text.ts';

const KEY = `20261122/${'0123456789abcdef'.repeat(2)}.png`;
const REFERENCE = blobReference(KEY);
const sign = (key: string): string => `https://host/${key}?a="b"&c=ü`;

const JSON_TEXT = JSON.stringify({
  markdown: `"${REFERENCE}" \\"${REFERENCE}\\ 漢字 😀 \ud800 ${'x'.repeat(300)}`,
  screenshot: REFERENCE,
  actions: { pdfs: [REFERENCE, REFERENCE, `${REFERENCE}"`], [REFERENCE]: '\\' },
  last: `\\${'\\'.repeat(200)}`,
  end: REFERENCE,
});

test('wherever a text is cut, its references become URLs as those of the whole text do', async () => {
  const bytes = Buffer.from(JSON_TEXT);
  const expected = signBlobReferences(JSON_TEXT, sign);
  for (const size of [1, 2, 3, 7, 50, 64, 100, 127, 128, 129, 200, 257, 1_000, bytes.length]) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.subarray(index * size, (index + 1) * size),
    );
    const signed = await signJsonText(new JsonText(pieces), sign);
    assert.equal(signed.toString(), expected, `in pieces of ${size}`);
  }
  for (let at = 0; at <= bytes.length; at++) {
    const signed = await signJsonText(new JsonText([bytes.subarray(0, at), bytes.subarray(at)]), sign);
    assert.equal(signed.toString(), expected, `cut at ${at}`);
  }
});

test('a text without a reference is not even copied', async () => {
  const plain = JsonText.of('{"markdown":"x', 'decant-blob:', '"}');
  assert.equal(await signJsonText(plain, sign), plain);
});
