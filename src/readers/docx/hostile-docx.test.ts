import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  buildDocx,
  type DocxParts,
  docxEntries,
  paragraph,
  run,
} from '../../../test/support/documents/build-docx.ts';
import { buildZip } from '../../../test/support/documents/build-zip.ts';
import { sourceOf } from '../../../test/support/documents/document-source.ts';
import type { DocumentContent } from '../document.ts';
import { DocumentError } from '../document-error.ts';
import { readDocx } from './read-docx.ts';

const read = (parts: DocxParts): Promise<DocumentContent> => readDocx(sourceOf(buildDocx(parts)));
const isTooComplex = (error: unknown): boolean =>
  error instanceof DocumentError && error.code === 'SCRAPE_DOCUMENT_TOO_COMPLEX';

it('refuses what nests deeper than any document', async () => {
  const open = '<w:tbl><w:tr><w:tc>';
  const deep = (levels: number): string =>
    open.repeat(levels) + paragraph('deep') + '</w:tc></w:tr></w:tbl>'.repeat(levels);
  await assert.rejects(read({ body: deep(20_000) }), isTooComplex);
  assert.equal((await read({ body: deep(300) })).html, '<p>deep</p>');
});

it('reads tables of two cells that nest to the limit', async () => {
  const levels = 300;
  const body = `${'<w:tbl><w:tr><w:tc><w:p/></w:tc><w:tc>'.repeat(levels)}${paragraph('deep')}${'</w:tc></w:tr></w:tbl>'.repeat(levels)}`;
  assert.match((await read({ body })).html, /deep/);
});

it('expands no entities', async () => {
  const entries = docxEntries({ body: paragraph('before &lol3; &xxe; after') });
  const main = entries['word/document.xml'] as string;
  const type =
    '<!DOCTYPE x [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;"><!ENTITY lol3 "&lol2;&lol2;"><!ENTITY xxe SYSTEM "file:///etc/passwd">]>';
  entries['word/document.xml'] = main.replace('?>', `?>${type}`);
  const { html } = await readDocx(sourceOf(buildZip(entries)));
  assert.doesNotMatch(html, /lollol|root:/);
  assert.match(html, /before .* after/);
});

it('stops with a warning where it writes too much', async () => {
  // One note of a megabyte is written once; one picture, as often as it is used.
  const picture = `<w:r><w:pict><v:shape><v:imagedata r:id="i"/></v:shape></w:pict></w:r>`;
  const png = Buffer.concat([Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'), Buffer.alloc(3_000_000)]);
  const bytes = buildDocx({
    body: paragraph('first') + paragraph(picture).repeat(100) + paragraph('last'),
    relationships: { i: ['image', 'media/i.png'] },
    parts: { 'word/media/i.png': png },
  });
  const { html, warnings } = await readDocx(sourceOf(bytes, { hasImages: true }));
  assert.ok(html.length < 60_000_000);
  assert.ok(html.startsWith('<p>first</p>'));
  assert.match(warnings.join(), /too long/);
});

it('takes nonsense numbers', async () => {
  const body =
    paragraph('a', '<w:numPr><w:ilvl w:val="99999999999"/><w:numId w:val="1"/></w:numPr>') +
    paragraph('b', '<w:numPr><w:ilvl w:val="-5"/><w:numId w:val="1"/></w:numPr>') +
    paragraph('c', '<w:outlineLvl w:val="-1"/><w:ind w:left="1e400"/>') +
    paragraph('<w:r><w:sym w:font="Symbol" w:char="FFFFFFFFFF"/><w:sym w:char="zz"/><w:t>d</w:t></w:r>');
  const level = (index: number): string =>
    `<w:lvl w:ilvl="${index}"><w:start w:val="2147483647"/><w:numFmt w:val="lowerRoman"/><w:lvlText w:val="%${index + 1}."/></w:lvl>`;
  const numbering = `<w:abstractNum w:abstractNumId="0">${level(0)}${level(8)}${level(1e9)}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`;
  const { html } = await read({ body, numbering });
  assert.equal(html.replace(/<[^>]+>/g, ''), 'abcd');
});

it('is linear in runs, fields and bookmarks', async () => {
  const many = 20_000;
  const body =
    paragraph(run('a', '<w:b/>').repeat(many) + run('b').repeat(many)) +
    paragraph('<w:r><w:fldChar w:fldCharType="begin"/></w:r>'.repeat(many)) +
    paragraph(
      Array.from({ length: many }, (_, id) => `<w:bookmarkStart w:name="b${id}"/>`).join('') + run('end'),
    );
  const { html } = await read({ body });
  assert.match(html, /^<p><strong>a{20000}<\/strong>b{20000}<\/p>/);
});

it('reads formulas, controls and text boxes that nest to the limit', async () => {
  const nest = (open: string, close: string, levels: number, inner: string): string =>
    open.repeat(levels) + inner + close.repeat(levels);
  const formula = nest('<m:rad><m:e>', '</m:e></m:rad>', 490, '<m:r><m:t>x</m:t></m:r>');
  const controls = nest('<w:sdt><w:sdtContent>', '</w:sdtContent></w:sdt>', 490, paragraph('controls'));
  const tags = nest('<w:smartTag>', '</w:smartTag>', 900, run('tags'));
  const box = '<w:p><w:r><w:pict><v:shape><v:textbox><w:txbxContent>';
  const boxes = nest(
    box,
    '</w:txbxContent></v:textbox></v:shape></w:pict></w:r></w:p>',
    160,
    paragraph('boxes'),
  );
  const { html } = await read({
    body: paragraph(`<m:oMath>${formula}</m:oMath>`) + controls + paragraph(tags) + boxes,
  });
  assert.equal(
    html
      .replace(/<[^>]+>/g, ' ')
      .trim()
      .replace(/\s+/g, ' '),
    'x controls tags boxes',
  );
});

it('reads what loops only once', async () => {
  const style = (id: string, basedOn: string): string =>
    `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${id}"/><w:basedOn w:val="${basedOn}"/></w:style>`;
  const note = `<w:footnote w:id="1">${paragraph('<w:r><w:t>note</w:t><w:footnoteReference w:id="1"/></w:r>')}</w:footnote>`;
  const { html } = await read({
    body: paragraph(`${run('a')}<w:r><w:footnoteReference w:id="1"/></w:r>`, 'one'),
    styles: style('one', 'two') + style('two', 'three') + style('three', 'one'),
    footnotes: note,
  });
  assert.equal(html.split('note').length, 2);
});
