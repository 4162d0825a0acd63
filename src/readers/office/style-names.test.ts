import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isMonospacedFont } from './monospaced-fonts.ts';
import { isCodeStyle, meaningOfStyle } from './style-names.ts';

test('names of styles tell what paragraphs are, in many languages', () => {
  const headings = [
    'heading 2',
    'Überschrift 2',
    'Titre 2',
    'Nagłówek 2',
    '标题 2',
    'Heading 2 Char',
    'Encabezado2',
    'Cabeçalho 2',
    'כותרת 2',
    'berschrift2',
    'Heading Level 2',
  ];
  for (const name of headings) assert.deepEqual(meaningOfStyle(name), { type: 'heading', level: 2 }, name);
  for (const name of ['Title', 'Titel', 'Tytuł', 'Τίτλος', '標題']) {
    assert.deepEqual(meaningOfStyle(name), { type: 'title' }, name);
  }
  assert.deepEqual(meaningOfStyle(' Subtitle '), { type: 'text' });
  assert.deepEqual(meaningOfStyle('table des matières 3'), { type: 'contents', level: 3 });
  for (const name of ['Intense Quote', 'Zitat', 'Citação', 'Block Quotation', '인용']) {
    assert.deepEqual(meaningOfStyle(name), { type: 'quote' }, name);
  }
  for (const name of [
    'Source Code',
    'HTML Preformatted',
    'Texte préformaté',
    'Program Listing',
    'code-block',
  ]) {
    assert.deepEqual(meaningOfStyle(name), { type: 'code' }, name);
  }
  const others = [
    'Heading',
    'Normal',
    'Postal Code',
    'Code Caption',
    'Heading 12',
    'Header 1',
    'Quoted name',
  ];
  for (const name of others) assert.equal(meaningOfStyle(name), undefined, name);
});

test('names of character styles tell what is code', () => {
  for (const name of [
    'HTML Code',
    'Verbatim Char',
    'Source Text',
    'Texte source',
    'User Entry',
    'inline_code',
  ])
    assert.ok(isCodeStyle(name.replace('_', '-')), name);
  for (const name of ['Strong', 'Encoded', 'Hyperlink']) assert.ok(!isCodeStyle(name), name);
});

test('fonts of programs are known by their names', () => {
  const monospaced = [
    'DejaVu Sans Mono',
    'Courier New',
    'Courier10 BT',
    'Fira Code',
    'OCR A',
    'Terminal',
    'CMTT10',
    'Hack',
    'Lucida Console',
  ];
  for (const name of monospaced) assert.ok(isMonospacedFont(name), name);
  for (const name of ['Monotype Corsiva', 'Arial', 'Hackney', 'Barcode', undefined]) {
    assert.ok(!isMonospacedFont(name), name);
  }
});
