import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertLinear } from '../../test/support/assert-linear.ts';
import type { Document } from '../contract/documents/document.ts';
import { blobReference, signBlobReferences, signBlobsOfDocument } from './blob-reference.ts';

const KEY = `20261122/${'0123456789abcdef'.repeat(2)}.png`;
const REFERENCE = blobReference(KEY);
const sign = (key: string): string => `https://host/${key}?a="b"`;

test('strings that are references become URLs wherever they stand, and stay JSON', () => {
  const value = { screenshot: REFERENCE, actions: { pdfs: [REFERENCE, 'x', REFERENCE] }, last: REFERENCE };
  const expected = {
    screenshot: sign(KEY),
    actions: { pdfs: [sign(KEY), 'x', sign(KEY)] },
    last: sign(KEY),
  };
  for (const indent of [0, 2])
    assert.deepEqual(
      JSON.parse(signBlobReferences(JSON.stringify(value, undefined, indent), sign)),
      expected,
    );
  assert.equal(signBlobReferences(JSON.stringify(REFERENCE), sign), JSON.stringify(sign(KEY)));
});

test('text that only speaks of a reference stays as it is', () => {
  const texts = [
    `see ${REFERENCE}`,
    `${REFERENCE} it is`,
    `say "${REFERENCE}" aloud`,
    `ends with "${REFERENCE}`,
    `backslash \\"${REFERENCE}`,
    `${REFERENCE}"`,
    blobReference('20261122/../../etc/passwd'),
    blobReference(`${KEY}x/`),
  ];
  for (const text of texts) {
    const json = JSON.stringify({ text, [REFERENCE]: 1, list: [text] });
    assert.equal(signBlobReferences(json, sign), json, text);
  }
  const behindBackslash = JSON.stringify(['\\', REFERENCE]);
  assert.deepEqual(JSON.parse(signBlobReferences(behindBackslash, sign)), ['\\', sign(KEY)]);
});

test('a text without a reference is not even copied, and hostile ones take no longer than their length', async () => {
  const plain = JSON.stringify({ markdown: 'x'.repeat(1000) });
  assert.equal(signBlobReferences(plain, sign), plain);
  await assertLinear(50_000, (size) => {
    const hostile = `["${'\\"decant-blob:20261122/0123456789abcdef'.repeat(size)}"]`;
    return () => assert.equal(signBlobReferences(hostile, sign), hostile);
  });
});

test('of a document only the fields that can hold blobs are looked at', () => {
  const metadata = { sourceURL: 'https://a.test/', statusCode: 200 } as Document['metadata'];
  const document: Document = {
    markdown: REFERENCE,
    json: { screenshot: REFERENCE },
    links: [REFERENCE],
    screenshot: REFERENCE,
    audio: 'data:audio/mpeg;base64,AA==',
    actions: { screenshots: [REFERENCE, 'data:image/png;base64,AA=='], pdfs: [REFERENCE] },
    metadata,
  };
  const before = structuredClone(document);
  assert.deepEqual(signBlobsOfDocument(document, sign), {
    ...before,
    screenshot: sign(KEY),
    actions: { screenshots: [sign(KEY), 'data:image/png;base64,AA=='], pdfs: [sign(KEY)] },
  });
  assert.deepEqual(document, before);
  assert.deepEqual(signBlobsOfDocument({ markdown: 'a', metadata }, sign), { markdown: 'a', metadata });
});
