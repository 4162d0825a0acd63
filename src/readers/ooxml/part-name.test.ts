import assert from 'node:assert/strict';
import { it } from 'node:test';
import { relationshipsPartOf, resolvePartName } from './part-name.ts';

it('resolves the targets of relationships', () => {
  assert.equal(resolvePartName('word/document.xml', 'media/a.png'), 'word/media/a.png');
  assert.equal(resolvePartName('word/document.xml', '../docProps/./core.xml#x'), 'docProps/core.xml');
  assert.equal(resolvePartName('word/document.xml', '/word/a%20b.xml'), 'word/a b.xml');
  assert.equal(resolvePartName('word/document.xml', '..\\..\\..\\etc/passwd'), 'etc/passwd');
  assert.equal(resolvePartName('', 'word/%zz.xml'), 'word/%zz.xml');
  assert.equal(relationshipsPartOf('word/document.xml'), 'word/_rels/document.xml.rels');
  assert.equal(relationshipsPartOf(''), '_rels/.rels');
});
