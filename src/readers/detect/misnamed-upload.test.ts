import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ContentKind } from '../index.ts';
import { misnamedUpload } from './misnamed-upload.ts';

test('text under the name of a document or picture is told', () => {
  const cases: Array<[kind: ContentKind, name: string, type: string | undefined, is: string | undefined]> = [
    ['text', 'x.pdf', 'application/pdf', 'PDF files'],
    ['html', 'x.pdf', undefined, 'PDF files'],
    ['text', 'x.PNG', 'image/png', 'images'],
    ['text', 'x.docx', undefined, 'Word documents'],
    ['text', 'report', 'application/pdf', 'PDF files'],
    ['text', 'x.doc', undefined, 'Word 97 documents'],
    ['html', 'x.doc', undefined, undefined],
    ['csv', 'x.xls', undefined, undefined],
    ['pdf', 'x.docx', undefined, undefined],
    ['text', 'x.txt', 'application/pdf', undefined],
    ['html', 'x.html', 'text/html', undefined],
  ];
  for (const [kind, name, type, is] of cases)
    assert.equal(misnamedUpload(kind, new URL(name, 'https://upload.invalid'), type), is, `${kind} ${name}`);
});
