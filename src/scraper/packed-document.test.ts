import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Document } from '../contract/documents/document.ts';
import { PackedJson } from '../lib/json/packed-json.ts';
import { writeJsonPieces } from '../lib/json/write-json-pieces.ts';
import { convertPage, type ConvertRequest } from './convert/convert-page.ts';
import { packOutput, receiveOutput, type SentOutput } from './convert/pack-output.ts';
import { documentJson, isUnpacked, unpackDocument, type PackedDocument } from './packed-document.ts';

const ODD = `quotes " ' \\ / tab\t é 漢字 😀 𝒳 \u007f \u2028 &#xD83D; &#0; <b>bold</b>`;
const PAGE = `<html lang=de><title>Odd "title" 😀</title><main><h1>${ODD}</h1>${`<p>${ODD} <a href="/a?b=&quot;ü">link</a><img src="/i.png"></p>\n`.repeat(50)}</main>`;

const REQUEST: ConvertRequest = {
  body: Buffer.from(PAGE),
  kind: 'html',
  contentType: 'text/html; charset=utf-8',
  contentLanguage: undefined,
  url: 'http://site.test/',
  formats: [
    { type: 'markdown' },
    { type: 'html' },
    { type: 'rawHtml' },
    { type: 'links' },
    { type: 'images' },
    { type: 'attributes', selectors: [{ selector: 'a', attribute: 'href' }] },
  ],
  onlyMainContent: true,
  includeTags: [],
  excludeTags: [],
  removeBase64Images: true,
  isExplained: false,
  isDiscovering: false,
};

/** As it comes from a thread. */
function throughThread(sent: SentOutput): SentOutput {
  return structuredClone(sent);
}

function documentOf(minLength: number): PackedDocument {
  const { content, metadata } = convertPage(REQUEST);
  // A script can have written characters that HTML cannot hold.
  content.markdown += '\ud800 \udc00 \ud83d|\ude00 \0';
  const packed = receiveOutput(throughThread(packOutput(content, minLength)));
  const ids = { sourceURL: 'http://site.test/', scrapeId: '1', statusCode: 200 };
  return { ...packed, json: undefined, metadata: { ...metadata, ...ids }, warning: 'A "warning".' };
}

test('a document that is packed is written byte by byte as any other', () => {
  const plain = documentOf(Infinity);
  const packed = documentOf(1);
  assert.ok(isUnpacked(plain) && !isUnpacked(packed));
  assert.equal(Object.values(packed).filter((value) => value instanceof PackedJson).length, 6);
  assert.equal(String(documentJson(packed)), JSON.stringify(plain));
  assert.equal(String(documentJson(plain)), JSON.stringify(plain));
  const { json: _json, ...said } = plain;
  assert.deepEqual(unpackDocument(packed), { ...said, markdown: String(plain.markdown) });
});

test('so is one of which only some fields are large, and the diff of a large page', () => {
  const some = documentOf(4_000);
  assert.ok(!isUnpacked(some) && Array.isArray(some.links));
  assert.equal(String(documentJson(some)), JSON.stringify(documentOf(Infinity)));
  const diff = `-a "quote"\n+😀\n`;
  const changeTracking = { previousScrapeAt: null, changeStatus: 'changed', visibility: 'visible' } as const;
  const { metadata } = documentOf(Infinity);
  const packed = {
    metadata,
    changeTracking: { ...changeTracking, diff: new PackedJson(writeJsonPieces(diff), 15) },
  };
  const plain: Document = { metadata, changeTracking: { ...changeTracking, diff } };
  assert.equal(String(documentJson(packed)), JSON.stringify(plain));
});

test('whoever would write a packed value as any other is told so', () => {
  assert.throws(() => JSON.stringify(documentOf(1)), /JSON text was to be written as a value/);
});
