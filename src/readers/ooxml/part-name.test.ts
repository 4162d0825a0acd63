import assert from 'node:assert/strict';
import { it } from 'node:test';
import { linkAddress } from './link-address.ts';
import { relationshipsPartOf, resolvePartName } from './part-name.ts';
import { pictureUri } from './picture-uri.ts';
import { symbolCharacter, symbolText } from './symbol-fonts.ts';

it('resolves the targets of relationships', () => {
  assert.equal(resolvePartName('word/document.xml', 'media/a.png'), 'word/media/a.png');
  assert.equal(resolvePartName('word/document.xml', '../docProps/./core.xml#x'), 'docProps/core.xml');
  assert.equal(resolvePartName('word/document.xml', '/word/a%20b.xml'), 'word/a b.xml');
  assert.equal(resolvePartName('word/document.xml', '..\\..\\..\\etc/passwd'), 'etc/passwd');
  assert.equal(resolvePartName('', 'word/%zz.xml'), 'word/%zz.xml');
  assert.equal(relationshipsPartOf('word/document.xml'), 'word/_rels/document.xml.rels');
  assert.equal(relationshipsPartOf(''), '_rels/.rels');
});

it('passes on safe addresses only', () => {
  for (const address of ['https://example.org/a', 'mailto:a@example.org', 'tel:+431', 'ftp://a', '#place']) {
    assert.equal(linkAddress(` ${address}\n`), address);
  }
  assert.equal(linkAddress('www.example.org'), 'http://www.example.org');
  for (const address of [
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    'file:///etc',
    'data:text/html,x',
    'a.docx',
    '#',
    '',
  ]) {
    assert.equal(linkAddress(address), undefined);
  }
});

it('knows pictures by their bytes', () => {
  const svg = '<?xml version="1.0"?><!-- a --><svg xmlns="http://www.w3.org/2000/svg"/>';
  assert.match(pictureUri(Buffer.from(svg)) ?? '', /^data:image\/svg\+xml;base64,/);
  assert.match(pictureUri(Buffer.from('GIF89a')) ?? '', /^data:image\/gif;/);
  assert.equal(pictureUri(Buffer.from('<html><svg>')), undefined);
  assert.equal(pictureUri(Buffer.from([0x01, 0, 0, 0])), undefined);
});

it('gives characters of symbol fonts their meaning', () => {
  assert.equal(symbolCharacter('Symbol', 0xf0b7), '•');
  assert.equal(symbolCharacter('Symbol', 0x61), 'α');
  assert.equal(symbolCharacter('Symbol', 0xf0e5), '∑');
  assert.equal(symbolCharacter('Wingdings', 0xf0e0), '→');
  assert.equal(symbolCharacter('Arial', 0x41), 'A');
  assert.equal(symbolCharacter('Arial', 0xf041), '');
  assert.equal(symbolCharacter(undefined, Number.NaN), '');
  assert.equal(symbolText('Symbol', 'x\uf061'), 'xα');
});
