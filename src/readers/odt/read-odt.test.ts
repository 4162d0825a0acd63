import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DocumentContent } from '../document.ts';
import { sourceOf } from '../../../test/support/documents/document-source.ts';
import { buildFlatOdt, buildOdt, type OdtParts } from '../../../test/support/documents/build-odt.ts';
import { LEFT_OUT_PICTURES } from '../office/left-out.ts';
import { readOdt } from './read-odt.ts';

const PNG = Buffer.from(
  '89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c4944415408d763f8ffff3f0005fe02fea7350d5d0000000049454e44ae426082',
  'hex',
);

function read(bytes: Buffer, hasImages = false): Promise<DocumentContent> {
  return readOdt(sourceOf(bytes, { hasImages }));
}

/** HTML of a text, on one line. */
async function html(text: string, parts: Omit<OdtParts, 'text'> = {}, hasImages = false): Promise<string> {
  const { html: lines } = await read(buildOdt({ text, ...parts }), hasImages);
  return lines.replaceAll(/>\n+</g, '><').replaceAll(/(?<=<li>|<li value="\d">)\n|\n(?=<)/g, '');
}

function style(family: string, name: string, properties = '', attributes = ''): string {
  return `<style:style style:family="${family}" style:name="${name}" ${attributes}><style:text-properties ${properties}/></style:style>`;
}

test('formats of spans come from their styles and the parents of these', async () => {
  const automaticStyles =
    style('text', 'T1', 'fo:font-weight="bold"') +
    style('text', 'T2', 'fo:font-style="italic"', 'style:parent-style-name="T1"') +
    style('text', 'T3', 'style:text-line-through-style="solid"') +
    style('text', 'T4', 'style:text-position="super 58%"') +
    style('text', 'T5', 'text:display="none"') +
    style('text', 'L1', '', 'style:parent-style-name="L2"') +
    style('text', 'L2', '', 'style:parent-style-name="L1"') +
    style('paragraph', 'P1', 'fo:font-weight="bold"');
  assert.equal(
    await html(
      '<text:p>a <text:span text:style-name="T1">b</text:span> <text:span text:style-name="T2">c</text:span><text:span text:style-name="T3">d</text:span>' +
        '<text:span text:style-name="T4">e</text:span><text:span text:style-name="T5">no</text:span><text:span text:style-name="L1">f</text:span></text:p>' +
        '<text:p text:style-name="P1">g</text:p>',
      { automaticStyles },
    ),
    '<p>a <strong>b <em>c</em></strong><s>d</s><sup>e</sup>f</p><p><strong>g</strong></p>',
  );
});

test('bold and italic of a named style are no emphasis, and tell the head of a table all the same', async () => {
  const styles = style('paragraph', 'Lead', 'fo:font-weight="bold" fo:font-style="italic"');
  const automaticStyles = style(
    'paragraph',
    'P1',
    'fo:font-style="italic"',
    'style:parent-style-name="Lead"',
  );
  const p = (name: string, text: string): string => `<text:p text:style-name="${name}">${text}</text:p>`;
  const row = (...cells: string[]): string =>
    `<table:table-row>${cells.map((cell) => `<table:table-cell>${cell}</table:table-cell>`).join('')}</table:table-row>`;
  assert.equal(
    await html(
      `${p('Lead', 'a')}${p('P1', 'b')}<table:table>${row(p('Lead', 'c'), p('Lead', 'd'))}${row(p('', 'e'), p('', 'f'))}</table:table>`,
      { styles, automaticStyles },
    ),
    '<p>a</p><p><em>b</em></p><table><thead><tr><th>c</th><th>d</th></tr></thead><tbody><tr><td>e</td><td>f</td></tr></tbody></table>',
  );
});

test('white space is one blank, unless an element says how many', async () => {
  assert.equal(
    await html(
      '<text:p>  a \n b<text:s text:c="2"/>c<text:tab/>d<text:line-break/>e<text:s text:c="2000000000"/></text:p>',
    ),
    '<p>a b  c\td<br>e</p>',
  );
});

test('headings are known by element, level of the style or its name', async () => {
  const styles =
    style('paragraph', 'Heading_20_2') +
    style('paragraph', 'Mine', '', 'style:default-outline-level="3"') +
    style('paragraph', 'Title', 'fo:font-weight="bold"');
  assert.equal(
    await html(
      '<text:p text:style-name="Title">A</text:p><text:h text:outline-level="9">B</text:h><text:p text:style-name="Heading_20_2">C</text:p><text:p text:style-name="P1">D</text:p>',
      { styles, automaticStyles: style('paragraph', 'P1', '', 'style:parent-style-name="Mine"') },
    ),
    '<h1>A</h1><h6>B</h6><h2>C</h2><h3>D</h3>',
  );
});

const LIST_STYLES =
  '<text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="1" text:start-value="2"/>' +
  '<text:list-level-style-bullet text:level="2" text:bullet-char="-"/></text:list-style>';

test('lists nest, start and go on as their styles and items say', async () => {
  const item = (content: string, attributes = ''): string =>
    `<text:list-item ${attributes}>${content}</text:list-item>`;
  const p = (text: string): string => `<text:p>${text}</text:p>`;
  assert.equal(
    await html(
      `<text:list text:style-name="L" xml:id="l1">${item(p('a') + `<text:list>${item(p('b'))}</text:list>`)}<text:list-header>${p('h')}</text:list-header>${item(p('c'), 'text:start-value="7"')}</text:list>` +
        `${p('between')}<text:list text:style-name="L" text:continue-list="l1">${item(p('d'))}</text:list>` +
        `<text:list text:style-name="L">${item(p('e'))}</text:list><text:list>${item(p('f'))}</text:list>`,
      { automaticStyles: LIST_STYLES },
    ),
    '<ol start="2"><li>a<ul><li>b</li></ul><p>h</p></li><li value="7">c</li></ol><p>between</p><ol start="8"><li>d</li></ol>' +
      '<ol start="2"><li>e</li></ol><ul><li>f</li></ul>',
  );
});

test('items have the numbers that they show, and those without a mark are paragraphs', async () => {
  const level = (number: number, attributes: string): string =>
    `<text:list-level-style-number text:level="${number}" ${attributes}/>`;
  const automaticStyles =
    `<text:list-style style:name="L">${level(1, 'style:num-format="I" style:num-suffix="."')}${level(2, 'style:num-format="1" text:display-levels="2"')}</text:list-style>` +
    `<text:list-style style:name="None">${level(1, 'style:num-format=""')}</text:list-style>` +
    '<text:list-style style:name="Task"><text:list-level-style-bullet text:level="1" text:bullet-char="☑"/></text:list-style>';
  const item = (content: string): string => `<text:list-item>${content}</text:list-item>`;
  const list = (content: string): string => `<text:list>${content}</text:list>`;
  assert.equal(
    await html(
      `<text:list text:style-name="L">${item(`<text:p/><text:p>a</text:p>${list(item('<text:p>b</text:p>'))}`)}${item('<text:p>c</text:p>')}</text:list>` +
        `<text:list text:style-name="None">${item('<text:p>d</text:p>')}</text:list>` +
        `<text:list text:style-name="Task">${item('<text:p>e</text:p>')}</text:list>`,
      { automaticStyles },
    ),
    '<ol type="I"><li>a<ul><li>I.1 b</li></ul></li><li>c</li></ol><p>d</p><ul><li><input type="checkbox" checked disabled> e</li></ul>',
  );
});

test('numbered headings are headings and no list', async () => {
  assert.equal(
    await html(
      '<text:list><text:list-item><text:list><text:list-item><text:h text:outline-level="2">A</text:h></text:list-item></text:list></text:list-item></text:list>',
    ),
    '<h2>A</h2>',
  );
});

test('tables have heads, spans and tables inside; covered cells are not there', async () => {
  const cell = (content: string, attributes = ''): string =>
    `<table:table-cell ${attributes}><text:p>${content}</text:p></table:table-cell>`;
  assert.equal(
    await html(
      `<table:table><table:table-column/><table:table-header-rows><table:table-row>${cell('A')}${cell('B')}</table:table-row></table:table-header-rows>` +
        `<table:table-row>${cell('ab', 'table:number-columns-spanned="2"')}<table:covered-table-cell/></table:table-row>` +
        `<table:table-row>${cell('r', 'table:number-rows-spanned="2"')}<table:table-cell><table:table><table:table-row>${cell('in')}${cell('side')}</table:table-row></table:table></table:table-cell></table:table-row>` +
        `<table:table-row><table:covered-table-cell/>${cell('x')}</table:table-row></table:table>`,
    ),
    '<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td colspan="2">ab</td></tr><tr>' +
      '<td rowspan="2">r</td><td><table><tbody><tr><td>in</td><td>side</td></tr></tbody></table></td></tr>' +
      '<tr><td>x</td></tr></tbody></table>',
  );
});

test('lists that only nest others go on in the item before them', async () => {
  const styles = ['A', 'B', 'C']
    .map(
      (name) =>
        `<text:list-style style:name="${name}">${[1, 2, 3].map((level) => `<text:list-level-style-bullet text:level="${level}"/>`).join('')}</text:list-style>`,
    )
    .join('');
  const list = (name: string, depth: number, text: string): string => {
    const item = `<text:list-item><text:p>${text}</text:p></text:list-item>`;
    const nested = '<text:list-item><text:list>'.repeat(depth - 1) + item;
    return `<text:list text:style-name="${name}">${nested}${'</text:list></text:list-item>'.repeat(depth - 1)}</text:list>`;
  };
  assert.equal(
    await html(
      list('A', 1, 'a') + list('B', 2, 'b') + list('C', 3, 'c') + list('B', 2, 'd') + list('A', 1, 'e'),
      { styles },
    ),
    '<ul><li>a<ul><li>b<ul><li>c</li></ul></li><li>d</li></ul></li><li>e</li></ul>',
  );
  assert.equal(
    await html(`${list('A', 1, 'a')}<text:p>b</text:p>${list('B', 2, 'c')}`, { styles }),
    '<ul><li>a</li></ul><p>b</p><ul><li>c</li></ul>',
  );
  const numbers =
    '<text:list-style style:name="N"><text:list-level-style-number text:level="1" style:num-format="1"/></text:list-style>';
  const first = list('N', 1, 'a').replace('<text:list ', '<text:list xml:id="n" ');
  const next = (attributes: string): string =>
    list('N', 1, 'c').replace('<text:list ', `<text:list ${attributes} `);
  assert.equal(
    await html(first + list('B', 2, 'b') + next('text:continue-list="n"'), { styles: styles + numbers }),
    '<ol><li>a<ul><li>b</li></ul></li><li>c</li></ol>',
  );
  assert.equal(
    await html(first + list('B', 2, 'b') + next(''), { styles: styles + numbers }),
    '<ol><li>a<ul><li>b</li></ul></li></ol><ol><li>c</li></ol>',
  );
});

test('a first row that alone is bold is the head of its table', async () => {
  const automaticStyles =
    style('paragraph', 'P1', 'fo:font-weight="bold"') + style('text', 'T1', 'fo:font-weight="bold"');
  const row = (...cells: string[]): string =>
    `<table:table-row>${cells.map((cell) => `<table:table-cell>${cell}</table:table-cell>`).join('')}</table:table-row>`;
  const head = row(
    '<text:p text:style-name="P1">a</text:p>',
    '<text:p><text:span text:style-name="T1">b</text:span><text:line-break/></text:p>',
  );
  const plain = row('<text:p>c</text:p>', '<text:p text:style-name="P1">d</text:p>');
  assert.equal(
    await html(`<table:table>${head}${plain}</table:table>`, { automaticStyles }),
    '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>c</td><td><strong>d</strong></td></tr></tbody></table>',
  );
  assert.doesNotMatch(await html(`<table:table>${head}${head}</table:table>`, { automaticStyles }), /<th/);
  assert.doesNotMatch(await html(`<table:table>${plain}${plain}</table:table>`, { automaticStyles }), /<th/);
});

test('rows and columns that only fill up an embedded sheet are left out', async () => {
  const filler = '<table:table-cell table:number-columns-repeated="16379"/>';
  const row = (text: string): string =>
    `<table:table-row><table:table-cell><text:p>${text}</text:p></table:table-cell><table:table-cell/>${filler}</table:table-row>`;
  const end = `<table:table-row table:number-rows-repeated="1048575">${filler}</table:table-row>`;
  assert.equal(
    await html(`<table:table>${row('a')}${row('b')}${end}</table:table>`),
    '<table><tbody><tr><td>a</td><td></td></tr><tr><td>b</td><td></td></tr></tbody></table>',
  );
});

test('a million repeated rows of a thousand cells are cut short with a warning', async () => {
  const { html: body, warnings } = await read(
    buildOdt({
      text: '<table:table><table:table-row table:number-rows-repeated="1000000"><table:table-cell table:number-columns-repeated="1000"><text:p>x</text:p></table:table-cell></table:table-row></table:table>',
    }),
  );
  assert.ok(body.length < 5_000_000);
  assert.equal(warnings.length, 1);
});

test('notes stand at the end; comments, deletions, hidden sections and page numbers nowhere', async () => {
  assert.equal(
    await html(
      '<text:tracked-changes><text:changed-region><text:deletion><text:p>gone</text:p></text:deletion></text:changed-region></text:tracked-changes>' +
        '<text:p>a<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body><text:p>first</text:p></text:note-body></text:note>' +
        ' b<office:annotation><text:p>no</text:p></office:annotation><text:page-number>7</text:page-number> <text:date>Monday</text:date></text:p>' +
        '<text:section text:display="none"><text:p>hidden</text:p></text:section><text:section><text:p>shown</text:p></text:section>',
    ),
    '<p>a<sup><a href="#fn1" id="fnref1">1</a></sup> b Monday</p><p>shown</p><ol><li id="fn1">first <a href="#fnref1">↩</a></li></ol>',
  );
});

test('links lead to addresses and bookmarks', async () => {
  assert.equal(
    await html(
      '<text:p><text:a xlink:href="https://a.example/?b&amp;c">x</text:a> <text:a xlink:href="#here">y</text:a> <text:a xlink:href="file:///etc">z</text:a></text:p>' +
        '<text:p><text:bookmark text:name="here"/><text:bookmark text:name="other"/>target</text:p>',
    ),
    '<p><a href="https://a.example/?b&amp;c">x</a> <a href="#here">y</a> z</p><p id="here">target</p>',
  );
});

test('pictures in a listing stay, those that no page can show are named in a warning', async () => {
  const styles = style('paragraph', 'Preformatted_20_Text');
  const frame = (name: string): string =>
    `<text:p text:style-name="Preformatted_20_Text"><draw:frame><draw:image xlink:href="Pictures/${name}"/></draw:frame></text:p>`;
  const parts = { 'Pictures/a.png': PNG, 'Pictures/b.emf': Buffer.from([1, 0, 0, 0]) };
  const content = await read(buildOdt({ text: frame('a.png') + frame('b.emf'), styles, parts }), true);
  assert.match(content.html, /^<p><img src="data:image\/png;base64,[^"]+" alt=""><\/p>$/);
  assert.deepEqual(content.warnings, [LEFT_OUT_PICTURES]);
});

test('frames hold pictures, formulas and text', async () => {
  const parts = {
    'Pictures/a.png': PNG,
    'Object 1/content.xml':
      '<math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mfrac><mi>a</mi><mn>2</mn></mfrac><annotation>a over 2</annotation></semantics></math>',
  };
  const text =
    '<text:p>p <draw:frame><draw:image xlink:href="Pictures/a.png"/><svg:title>Dot</svg:title></draw:frame></text:p>' +
    '<text:p><draw:frame><draw:object xlink:href="./Object 1"/><draw:image xlink:href="Pictures/a.png"/></draw:frame></text:p>' +
    '<text:p>q<draw:frame><draw:text-box><text:p>boxed</text:p></draw:text-box></draw:frame> r</text:p>';
  const rest =
    '<p><math display="block"><semantics><mfrac><mi>a</mi><mn>2</mn></mfrac></semantics></math></p><p>q r</p><p>boxed</p>';
  const uri = `data:image/png;base64,${PNG.toString('base64')}`;
  assert.equal(await html(text, { parts }, true), `<p>p <img src="${uri}" alt="Dot"></p>${rest}`);
  assert.equal(await html(text, { parts }), `<p>p <img alt="Dot"></p>${rest}`);
});

test('the table that a chart is made from is read, once, and loops are not followed', async () => {
  const object = '<draw:frame><draw:object xlink:href="./Object 2"/></draw:frame>';
  const chart =
    '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:xlink="http://www.w3.org/1999/xlink">' +
    `<office:body><office:chart><table:table><table:table-row><table:table-cell><text:p>7${object}</text:p></table:table-cell><table:table-cell/></table:table-row></table:table></office:chart></office:body></office:document-content>`;
  assert.equal(
    await html(`<text:p>a${object}${object}</text:p>`, { parts: { 'Object 2/content.xml': chart } }),
    '<p>a</p><table><tbody><tr><td>7</td><td></td></tr></tbody></table>',
  );
});

test('code, quotations and contents are told by their styles', async () => {
  const styles =
    style('paragraph', 'Preformatted_20_Text', 'style:font-name="Liberation Mono1"') +
    style('paragraph', 'Quotations') +
    style('paragraph', 'Contents_20_1') +
    style('paragraph', 'Contents_20_2') +
    style('text', 'Source_20_Text');
  const p = (name: string, content: string): string =>
    `<text:p text:style-name="${name}">${content}</text:p>`;
  assert.equal(
    await html(
      `<text:table-of-content><text:table-of-content-source><text:p>no</text:p></text:table-of-content-source><text:index-body>${p('Contents_20_1', 'A<text:tab/>1')}${p('Contents_20_2', 'B<text:tab/>iv')}${p('Contents_20_1', 'C')}</text:index-body></text:table-of-content>` +
        p('Preformatted_20_Text', 'if x:') +
        p('Preformatted_20_Text', '') +
        p('Preformatted_20_Text', '<text:s text:c="2"/>y') +
        p('Quotations', 'q') +
        p(
          '',
          'See <text:span text:style-name="Source_20_Text">f()</text:span>, and much more text than that.',
        ),
      { styles },
    ),
    '<ul><li>A<ul><li>B</li></ul></li><li>C</li></ul><pre><code>if x:\n\n  y</code></pre><blockquote><p>q</p></blockquote><p>See <code>f()</code>, and much more text than that.</p>',
  );
});

const META =
  '<dc:title>T</dc:title><meta:initial-creator>Jane</meta:initial-creator><dc:creator>Joe</dc:creator><meta:keyword>a</meta:keyword><meta:keyword>b</meta:keyword>' +
  '<meta:creation-date>2024-03-09T07:05:00.123456789</meta:creation-date><dc:language>de-DE</dc:language><meta:user-defined meta:name="Client">ACME</meta:user-defined>';

test('properties come from the meta data, of packages and of flat files', async () => {
  const expected = {
    title: 'T',
    author: 'Jane',
    keywords: 'a, b',
    language: 'de-DE',
    createdAt: '2024-03-09T07:05:00.123',
    custom: { Client: 'ACME' },
  };
  assert.deepEqual((await read(buildOdt({ text: '<text:p>x</text:p>', meta: META }))).properties, expected);
  const flat = await read(buildFlatOdt({ text: '<text:p>x</text:p>', meta: META }));
  assert.deepEqual(flat.properties, expected);
  assert.equal(flat.html, '<p>x</p>');
});

test('files with a password, without a text or without anything are refused', async () => {
  const manifest =
    '<manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data/></manifest:file-entry>';
  await assert.rejects(read(buildOdt({ text: '', manifest })), { code: 'SCRAPE_DOCUMENT_ENCRYPTED' });
  await assert.rejects(read(Buffer.from('<html></html>')), { code: 'SCRAPE_DOCUMENT_DAMAGED' });
  await assert.rejects(read(Buffer.from('PK nothing')), { code: 'SCRAPE_DOCUMENT_DAMAGED' });
  await assert.rejects(read(Buffer.alloc(0)), { code: 'SCRAPE_DOCUMENT_EMPTY' });
  await assert.rejects(html('<text:list><text:list-item>'.repeat(10_000)), {
    code: 'SCRAPE_DOCUMENT_TOO_COMPLEX',
  });
});
