import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Document } from '../../contract/documents/document.ts';
import { chunkLines } from './document-style.ts';

function anchors(url: string, markdown: string): unknown[] {
  const document = { markdown, metadata: { url, statusCode: 200 } } as Document;
  return chunkLines(document, 5)
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { anchor?: string }).anchor);
}

test('a piece names the address of its heading', () => {
  const page = 'https://a.example/x?y=1';
  assert.deepEqual(
    anchors(`${page}#old`, 'Before it all there is.\n\n# Set-up, & more\n\none two\n\n## Ünï'),
    [undefined, `${page}#:~:text=Set%2Dup%2C%20%26%20more`, `${page}#:~:text=%C3%9Cn%C3%AF`],
  );
  assert.deepEqual(anchors('https://upload.invalid/a.md', '# A'), [undefined]);
});
