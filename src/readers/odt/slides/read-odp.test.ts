import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildOdt } from '../../../../test/support/documents/build-odt.ts';
import { sourceOf } from '../../../../test/support/documents/document-source.ts';
import type { DocumentContent } from '../../document.ts';
import { LEFT_OUT_GROUPS } from '../../slides/slide-html.ts';
import { readOdp } from './read-odp.ts';

async function read(slides: string, automaticStyles = ''): Promise<DocumentContent> {
  const bytes = buildOdt({ kind: 'presentation', text: slides, automaticStyles });
  return readOdp(sourceOf(bytes));
}

async function htmlOf(slides: string, automaticStyles = ''): Promise<string> {
  return (await read(slides, automaticStyles)).html.replaceAll('\n', '');
}

function frame(text: string, attributes = ''): string {
  return `<draw:frame ${attributes}><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame>`;
}

const title = (text: string): string => frame(text, 'presentation:class="title"');
const page = (shapes: string, attributes = ''): string => `<draw:page ${attributes}>${shapes}</draw:page>`;
const at = (left: number, top: number): string =>
  `svg:x="${left}cm" svg:y="${top}cm" svg:width="4cm" svg:height="20mm"`;

test('slides in their order, hidden ones left out, a line before those without a title', async () => {
  const styles =
    '<style:style style:name="dp2" style:family="drawing-page"><style:drawing-page-properties presentation:visibility="hidden"/></style:style>';
  const slides =
    page(frame('one') + title('First<text:line-break/>&amp;<text:s/>only')) +
    page(title('Hidden'), 'draw:style-name="dp2"') +
    page(frame('three'));
  assert.equal(await htmlOf(slides, styles), '<h2>First &amp; only</h2><p>one</p><hr><p>three</p>');
});

test('reading order: rows from the top, columns from the left, also of groups and of shapes that are turned', async () => {
  const shapes =
    frame('bottom', at(1, 15)) +
    `<draw:g>${frame('b', at(10, 8))}${frame('a', at(1, 8))}</draw:g>` +
    '<draw:custom-shape draw:transform="rotate (1.57) translate (1cm 12cm)"><text:p>turned</text:p></draw:custom-shape>' +
    frame('right', 'svg:x="5in" svg:y="1in" svg:width="2in" svg:height="1in"') +
    frame('left', at(1, 2));
  assert.equal(
    await htmlOf(page(shapes)),
    '<p>left</p><p>right</p><p>a</p><p>b</p><p>turned</p><p>bottom</p>',
  );
});

test('running shapes, empty placeholders, hidden shapes and comments are left out', async () => {
  const shapes =
    frame('12', 'presentation:class="page-number"') +
    frame('Company', 'presentation:class="footer"') +
    frame('Click to add text', 'presentation:class="outline" presentation:placeholder="true"') +
    frame('Unseen', 'draw:display="none"') +
    '<office:annotation><text:p>Comment</text:p></office:annotation>' +
    frame('seen');
  assert.equal(await htmlOf(page(shapes)), '<p>seen</p>');
});

test('lists, tables with a head, notes, descriptions of pictures', async () => {
  const list =
    '<text:list><text:list-item><text:p>a</text:p><text:list><text:list-item><text:p>b</text:p></text:list-item></text:list></text:list-item></text:list>';
  const cell = (text: string): string => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`;
  const row = (...texts: string[]): string =>
    `<table:table-row>${texts.map(cell).join('')}</table:table-row>`;
  const shapes =
    title('T') +
    `<draw:frame presentation:class="outline" ${at(1, 1)}><draw:text-box>${list}</draw:text-box></draw:frame>` +
    `<draw:frame ${at(1, 5)}><table:table table:use-first-row-styles="true">${row('H', 'I')}${row('1', '2')}</table:table></draw:frame>` +
    `<draw:frame ${at(1, 9)}><draw:image xlink:href="Pictures/none.png"/><svg:desc>A cat</svg:desc></draw:frame>` +
    `<presentation:notes><draw:page-thumbnail presentation:class="page"/>${frame('Say hello', 'presentation:class="notes"')}</presentation:notes>`;
  assert.equal(
    await htmlOf(page(shapes)),
    '<h2>T</h2><ul><li>a<ul><li>b</li></ul></li></ul>' +
      '<table><thead><tr><th>H</th><th>I</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>' +
      '<p><img alt="A cat"></p><blockquote><p>Notes:</p><p>Say hello</p></blockquote>',
  );
});

test('files without a slide are refused, blank ones are read', async () => {
  await assert.rejects(read(''), { code: 'SCRAPE_DOCUMENT_DAMAGED' });
  const blank = await read(page(''));
  assert.deepEqual([blank.html, blank.warnings], ['', []]);
  await assert.rejects(readOdp(sourceOf(Buffer.from('PK nonsense'))), { code: 'SCRAPE_DOCUMENT_DAMAGED' });
});

test('groups too deep to be read are named in a warning', async () => {
  const nested = (depth: number): string =>
    `${'<draw:g>'.repeat(depth)}${frame('Deep')}${'</draw:g>'.repeat(depth)}`;
  assert.match(await htmlOf(page(nested(50))), /Deep/);
  const { html, warnings } = await read(page(title('T') + nested(51)));
  assert.equal(html, '<h2>T</h2>');
  assert.deepEqual(warnings, [LEFT_OUT_GROUPS]);
});
