import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildDocx, paragraph } from '../../../test/support/documents/build-docx.ts';
import { sourceOf } from '../../../test/support/documents/document-source.ts';
import { SAMPLE_FILES } from '../../../test/support/documents/sample-files.ts';
import { parseHtml } from '../../html/parse.ts';
import { toMarkdown } from '../../html/to-markdown/to-markdown.ts';
import type { DocumentContent } from '../document.ts';
import { DOCUMENT_FILES, type DocumentKind } from '../document-files.ts';
import { DAMAGED_ARCHIVE } from './open-zip.ts';

async function read(bytes: Uint8Array, kind: DocumentKind): Promise<DocumentContent> {
  const readDocument = await DOCUMENT_FILES[kind].load();
  return readDocument(sourceOf(bytes));
}

const archives = SAMPLE_FILES.filter(({ bytes }) => bytes.toString('latin1', 0, 2) === 'PK');

for (const { name, kind, bytes, markdown } of archives) {
  test(`all that a file without its directory holds is read, with a warning: ${name}`, async () => {
    const { html, warnings } = await read(bytes.subarray(0, -22), kind);
    assert.match(toMarkdown(parseHtml(html)), markdown);
    assert.ok(warnings.includes(DAMAGED_ARCHIVE), warnings.join());
    assert.ok(!(await read(bytes, kind)).warnings.includes(DAMAGED_ARCHIVE));
  });
}

test('the kinds of archives are all there', () => {
  const kinds = new Set(archives.map(({ kind }) => kind));
  for (const kind of ['docx', 'odt', 'pptx', 'epub', 'xlsx'] as const) assert.ok(kinds.has(kind), kind);
});

test('of a text that is cut off its beginning is read', async () => {
  const body = Array.from({ length: 2_000 }, (_, index) => paragraph(`Line ${(index * 7_919) % 10_007}`));
  const whole = buildDocx({ body: body.join('') });
  const { html, warnings } = await read(whole.subarray(0, whole.length / 2), 'docx');
  assert.match(html, /^<p>Line 0<\/p><p>Line 7919<\/p>/);
  assert.ok(html.split('<p>').length > 500);
  assert.deepEqual(warnings, [DAMAGED_ARCHIVE]);
});
