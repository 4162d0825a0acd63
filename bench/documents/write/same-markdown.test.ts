import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decant } from '../contenders/decant.ts';
import { generateDocuments } from '../generate/generate-documents.ts';
import { writeDoc } from './doc.ts';
import { writeDocx } from './docx.ts';
import { writeOdt } from './odt.ts';
import { writeRtf } from './rtf.ts';

/** Documents that one format cannot say in full, such as `paper-1.rtf`, each with the reason. None is known. */
const DIFFERENCES: ReadonlyMap<string, string> = new Map();

test('a document gives the same Markdown in whatever format it was saved', async () => {
  const convert = await decant.open();
  const documents = generateDocuments();
  for (const document of documents) {
    const expected = await convert(writeDocx(document), 'docx');
    assert.match(expected, /\w/, document.name);
    const others = [
      ['docx', writeDocx(document, true)],
      ['odt', writeOdt(document)],
      ['rtf', writeRtf(document)],
      ['doc', writeDoc(document)],
    ] as const;
    for (const [kind, bytes] of others) {
      const name = `${document.name}.${kind}`;
      const written = await convert(bytes, kind);
      if (DIFFERENCES.has(name)) assert.notEqual(written, expected, `${name} does not differ any more`);
      else assert.equal(written, expected, name);
    }
  }
  assert.equal(documents.length, 43);
});
