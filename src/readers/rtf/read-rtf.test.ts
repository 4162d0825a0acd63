import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DocumentContent } from '../document.ts';
import { sourceOf } from '../../../test/support/documents/document-source.ts';
import { DocumentError } from '../document-error.ts';
import { LEFT_OUT_FORMULAS, LEFT_OUT_OBJECTS, LEFT_OUT_PICTURES } from '../office/left-out.ts';
import { readRtf } from './read-rtf.ts';

const PNG =
  '89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c4944415408d763f8ffff3f0005fe02fea7350d5d0000000049454e44ae426082';

function read(rtf: string | Buffer, hasImages = false): DocumentContent {
  return readRtf(sourceOf(typeof rtf === 'string' ? Buffer.from(rtf, 'latin1') : rtf, { hasImages }));
}

/** HTML of a body, on one line. */
function html(body: string, hasImages = false): string {
  return read(`{\\rtf1\\ansi\\ansicpg1252\\deff0${body}}`, hasImages).html.replaceAll('\n', '');
}

test('formats of characters become elements, and end with their group', () => {
  assert.equal(
    html('a {\\b b {\\i c}}\\strike d\\strike0  e{\\super 2}{\\sub 3}{\\v hidden}{\\deleted gone}\\par'),
    '<p>a <strong>b <em>c</em></strong><s>d</s> e<sup>2</sup><sub>3</sub></p>',
  );
});

test('characters come from code pages, fonts, Unicode and names', () => {
  const fonts =
    '{\\fonttbl{\\f0 Arial;}{\\f1\\fcharset204 Arial Cyr;}{\\f2\\fcharset128 MS Mincho;}{\\f3\\fcharset2 Symbol;}}';
  assert.equal(html("Gr\\'fc\\'dfe"), '<p>Grüße</p>');
  assert.equal(html(`${fonts}{\\f1 \\'cf\\'f0} {\\f2 \\'93\\'fa\\'96\\'7b} {\\f3 ab}`), '<p>Пр 日本 αβ</p>');
  assert.equal(html("\\u26085?\\uc2\\u26412\\'93\\'fa\\uc0\\u-10179\\u-8704 x"), '<p>日本😀x</p>');
  assert.equal(html('\\ldblquote a\\rdblquote\\emdash\\~\\_\\{\\}\\\\'), '<p>“a”—&nbsp;\u2011{}\\</p>');
});

test('raw UTF-8 is read as such, and raw bytes of the code page as those', () => {
  assert.equal(read(Buffer.from('{\\rtf1\\ansi Grüße 日本\\par}')).html, '<p>Grüße 日本</p>');
  assert.equal(read('{\\rtf1\\ansi Gr\u00fc\u00dfe\\par}').html, '<p>Grüße</p>');
  assert.equal(read("{\\rtf1\\mac \\'8a\\par}").html, '<p>ä</p>');
  assert.equal(read("{\\rtf1\\pc \\'84\\par}").html, '<p>ä</p>');
});

test('headings are known by the names of styles, by what these are based on, and by outline levels', () => {
  const styles =
    "{\\stylesheet{\\s0 Normal;}{\\s1{\\*\\keycode a}heading 1;}{\\s2\\sbasedon1 Mine;}{\\s3 \\'dcberschrift 2;}{\\s4 Title;}{\\s5\\sbasedon6 A;}{\\s6\\sbasedon5 B;}}";
  assert.equal(
    html(
      `${styles}\\s1\\b One\\par\\s2 Two\\par\\s3 Three\\par\\s4 Four\\par\\s5 Five\\par\\pard\\outlinelevel2 Six\\par`,
    ),
    '<h1>One</h1><h1>Two</h1><h2>Three</h2><h1>Four</h1><p><strong>Five</strong></p><h3><strong>Six</strong></h3>'.replaceAll(
      /(<h\d>)<strong>(.*?)<\/strong>/g,
      '$1$2',
    ),
  );
});

test('the style without a number is style 0, and no other is', () => {
  const sheet = (styles: string): string => `{\\stylesheet${styles}}\\s1 One\\par\\pard Two\\par`;
  assert.equal(html(sheet('{\\s1 heading 1;}')), '<h1>One</h1><p>Two</p>');
  assert.equal(html(sheet('{heading 2;}{\\s1 heading 1;}')), '<h1>One</h1><h2>Two</h2>');
});

const LISTS =
  '{\\*\\listtable{\\list{\\listlevel\\levelnfc23}{\\listlevel\\levelnfc0\\levelstartat4}\\listid7}{\\list{\\listlevel\\levelnfc0\\levelstartat1}\\listid8}}' +
  '{\\*\\listoverridetable{\\listoverride\\listid7\\ls1}{\\listoverride\\listid8\\ls2}}';

test('lists nest by level, with the kind and numbers of their tables', () => {
  assert.equal(
    html(
      `${LISTS}\\pard\\ls1\\ilvl0 a\\par\\ilvl1 b\\par c\\par\\ilvl0 d\\par\\pard e\\par\\ls2{\\listtext 3.\\tab}f\\par g\\par`,
    ),
    '<ul><li>a<ol start="4"><li>b</li><li>c</li></ol></li><li>d</li></ul><p>e</p><ol start="3"><li>f</li><li>g</li></ol>',
  );
});

test('lists have the numbers that their marks show: Roman ones, letters, and such as HTML has none for', () => {
  const table =
    '{\\*\\listtable{\\list{\\listlevel\\levelnfc1}{\\listlevel\\levelnfc4}{\\listlevel\\levelnfc0}\\listid9}}' +
    '{\\*\\listoverridetable{\\listoverride\\listid9\\ls1}}';
  const item = (mark: string, level: number, text: string): string =>
    `\\pard\\ls1\\ilvl${level}{\\listtext ${mark}\\tab}${text}\\par`;
  assert.equal(
    html(
      `${table}${item('III.', 0, 'a')}${item('b)', 1, 'b')}${item('3.2.1', 2, 'c')}${item('IV.', 0, 'd')}${item('ix.', 0, 'e')}`,
    ),
    '<ol type="I" start="3"><li>a<ol type="a" start="2"><li>b<ul><li>3.2.1 c</li></ul></li></ol></li><li>d</li><li>e</li></ol>',
  );
  const typed = (mark: string): string => `{\\pntext ${mark}\\tab}${mark}\\par`;
  assert.equal(
    html(`${typed('i.')}${typed('ii.')}\\pard x\\par ${typed('c)')}\\pard x\\par ${typed('o')}`),
    '<ol type="i"><li>i.</li><li>ii.</li></ol><p>x</p><ol type="a" start="3"><li>c)</li></ol><p>x</p><ul><li>o</li></ul>',
  );
});

test('bold and italic of a style are no emphasis in its paragraphs', () => {
  assert.equal(
    html(
      '{\\stylesheet{\\s0 Normal;}{\\s1\\b\\i Lead;}}\\pard\\s1\\b\\i a {\\strike b}\\par\\pard\\plain\\s0{\\b c} d\\par',
    ),
    '<p>a <s>b</s></p><p><strong>c</strong> d</p>',
  );
});

test('headings have the numbers that stand before them', () => {
  const heading = (mark: string, text: string): string =>
    `\\pard\\outlinelevel1{\\listtext ${mark}\\tab}\\ls2\\ilvl0 ${text}\\par`;
  assert.equal(
    html(`${LISTS}${heading('1.2 ', 'a')}${heading('\\u9679?', 'b')}\\pard\\outlinelevel1 c\\par`),
    '<h2>1.2 a</h2><h2>b</h2><h2>c</h2>',
  );
});

test('links to bookmarks are known in the way of LibreOffice too', () => {
  assert.equal(
    html(
      '{\\field{\\*\\fldinst HYPERLINK "#there" }{\\fldrslt x}}\\par{\\*\\bkmkstart there}y{\\*\\bkmkend there}\\par',
    ),
    '<p><a href="#there">x</a></p><p id="there">y</p>',
  );
});

test('older lists are known by \\pn, or by the text of their marks', () => {
  assert.equal(
    html(
      "\\pard{\\*\\pn\\pnlvlblt{\\pntxtb\\'b7}}{\\pntext\\'b7\\tab}a\\par{\\pntext\\'b7\\tab}b\\par\\pard c\\par",
    ),
    '<ul><li>a</li><li>b</li></ul><p>c</p>',
  );
  assert.equal(html('{\\pntext 1.\\tab}a\\par{\\pntext 2.\\tab}b\\par'), '<ol><li>a</li><li>b</li></ol>');
});

test('indented paragraphs between items stand in the item before them', () => {
  const item = (text: string, indent = 720): string => `\\pard\\ls2\\ilvl0\\fi-360\\li${indent} ${text}\\par`;
  assert.equal(
    html(`${LISTS}${item('a')}\\pard\\li720 b\\par\\pard\\par${item('c')}\\pard\\li720 d\\par\\pard e\\par`),
    '<ol><li>a<p>b</p></li><li>c<p>d</p></li></ol><p>e</p>',
  );
  // One that is indented like the outer item is no part of the inner.
  const inner = '\\pard\\ls1\\ilvl1\\li1440 x\\par';
  assert.equal(
    html(
      `${LISTS}\\pard\\ls1\\ilvl0\\li720 a\\par${inner}\\pard\\li720 b\\par\\pard\\ls1\\ilvl0\\li720 c\\par`,
    ),
    '<ul><li>a<ol start="4"><li>x</li></ol><p>b</p></li><li>c</li></ul>',
  );
});

test('links within the file lead to the bookmarks that there are', () => {
  const link = (name: string): string =>
    `{\\field{\\*\\fldinst { HYPERLINK }{\\b0 \\\\l "${name}" }}{\\fldrslt to ${name}}} `;
  const mark = (name: string): string => `{\\*\\bkmkstart ${name}}{\\*\\bkmkend ${name}}`;
  assert.equal(
    html(
      `${link('_Toc1')}${link('two')}${link('none')}\\par ${mark('_Toc1')}\\par ${mark('unused')}One\\par T${mark('two')}wo ${mark('two')}\\par`,
    ),
    '<p><a href="#_Toc1">to _Toc1</a> <a href="#two">to two</a> to none</p><p id="_Toc1">One</p><p id="two">Two</p>',
  );
});

test('cells are joined across columns and rows, by merges and by edges', () => {
  const row = (definition: string, cells: string): string =>
    `\\trowd${definition}\\pard\\intbl ${cells}\\row`;
  assert.equal(
    html(
      row('\\trhdr\\cellx1000\\cellx2000\\cellx3000', '\\b A\\cell B\\cell C\\b0\\cell') +
        row('\\cellx2000\\cellx3000', 'ab\\cell c\\cell') +
        row('\\clvmgf\\cellx1000\\clmgf\\cellx2000\\clmrg\\cellx3000', 'r\\par s\\cell x\\cell\\cell') +
        row('\\clvmrg\\cellx1000\\cellx2000\\cellx3000', '\\cell y\\cell z\\cell') +
        '\\pard after\\par',
    ),
    '<table><thead><tr><th>A</th><th>B</th><th>C</th></tr></thead><tbody><tr><td colspan="2">ab</td>' +
      '<td>c</td></tr><tr><td rowspan="2"><p>r</p><p>s</p></td><td colspan="2">x</td></tr><tr><td>y</td>' +
      '<td>z</td></tr></tbody></table><p>after</p>',
  );
});

test('tables nest', () => {
  assert.equal(
    html(
      '\\trowd\\cellx1000\\cellx2000\\pard\\intbl\\itap1 a\\par\\pard\\intbl\\itap2 b\\nestcell c\\nestcell' +
        '{\\*\\nesttableprops\\trowd\\cellx500\\cellx900\\nestrow}{\\nonesttables\\par}\\pard\\intbl\\itap1 d\\cell e\\cell\\row',
    ),
    '<table><tbody><tr><td><p>a</p><table><tbody><tr><td>b</td><td>c</td></tr></tbody></table><p>d</p></td><td>e</td></tr></tbody></table>',
  );
});

test('fields show their results, and links lead to what they name', () => {
  assert.equal(
    html(
      '{\\field{\\*\\fldinst{HYPERLINK "https://a.example/?b&c" \\\\l "d" }}{\\fldrslt{\\ul link}}} ' +
        '{\\field{\\*\\fldinst HYPERLINK "javascript:x"}{\\fldrslt no}} p. {\\field{\\*\\fldinst PAGE}{\\fldrslt 7}}' +
        '{\\field{\\*\\fldinst SYMBOL 97 \\\\f "Symbol"}{\\fldrslt}}{\\field{\\*\\fldinst MACROBUTTON None Click me}}{\\field{\\*\\fldinst FORMCHECKBOX {\\*\\formfield\\ffres1}}{\\fldrslt}}',
    ),
    '<p><a href="https://a.example/?b&amp;c#d">link</a> no p. αClick me☒</p>',
  );
});

test('a formula that is a field is read where it is shown, and as part of the instruction that it stands in', () => {
  const equation = (code: string): string => `{\\field{\\*\\fldinst { EQ ${code} }}{\\fldrslt }}`;
  const half = equation('\\\\f(1,2)');
  assert.equal(html(`a {\\b ${half}}{\\v ${half}}{\\deleted ${half}}\\par`), '<p>a <strong>1/2</strong></p>');
  assert.equal(html(`${equation(`\\\\r(,${half})`)}\\par`), '<p>√(1/2)</p>');
});

test('notes stand at the end, headers and comments nowhere', () => {
  assert.equal(
    html(
      '{\\header head\\par}a{\\super\\chftn{\\footnote\\pard{\\super\\chftn} first\\par}} b{\\*\\annotation no}{\\footnote\\ftnalt end}\\par{\\*\\unknown x}',
    ),
    '<p>a<sup><a href="#fn1" id="fnref1">1</a></sup> b<sup><a href="#fn2" id="fnref2">2</a></sup></p>' +
      '<ol><li id="fn1">first <a href="#fnref1">↩</a></li><li id="fn2">end <a href="#fnref2">↩</a></li>' +
      '</ol>',
  );
});

test('pictures are data URIs when they are wanted, and their description otherwise', () => {
  const picture = `{\\*\\shppict{\\pict{\\*\\picprop{\\sp{\\sn wzDescription}{\\sv A dot}}}\\pngblip ${PNG}}}{\\nonshppict{\\pict\\wmetafile8 0102}}`;
  const data = Buffer.from(PNG, 'hex').toString('base64');
  assert.equal(html(`${picture}\\par`, true), `<p><img src="data:image/png;base64,${data}" alt="A dot"></p>`);
  assert.equal(html(`${picture}\\par`), '<p><img alt="A dot"></p>');
  const binary = Buffer.concat([
    Buffer.from(`{\\rtf1{\\pict\\pngblip\\bin${PNG.length / 2} `),
    Buffer.from(PNG, 'hex'),
    Buffer.from('}\\par}'),
  ]);
  assert.equal(read(binary, true).html, `<p><img src="data:image/png;base64,${data}" alt=""></p>`);
});

test('pictures that no page can show are named in a warning', () => {
  const file = Buffer.from('{\\rtf1{\\pict\\wmetafile8 0102}x\\par}');
  assert.deepEqual(read(file, true).warnings, [LEFT_OUT_PICTURES]);
  assert.deepEqual(read(file, false).warnings, []);
});

test('embedded objects are named in a warning, their pictures are read', () => {
  const object = (name: string): DocumentContent =>
    read(`{\\rtf1{\\object\\objemb{\\*\\objclass ${name}}{\\*\\objdata 0102}{\\result x}}\\par}`);
  assert.deepEqual(
    [object('Excel.Sheet.8').html.trim(), object('Excel.Sheet.8').warnings],
    ['<p>x</p>', [LEFT_OUT_OBJECTS]],
  );
  assert.deepEqual(object('Equation.3').warnings, [LEFT_OUT_FORMULAS]);
});

test('a first row that alone is strong is the head of its table', () => {
  const row = (first: string, second: string): string =>
    `\\trowd\\cellx1000\\cellx2000\\intbl ${first}\\cell ${second}\\cell\\row\\pard `;
  assert.equal(
    html(row('{\\b a}', '{\\b b}') + row('c', '{\\b d}')),
    '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>c</td><td><strong>d</strong></td></tr></tbody></table>',
  );
  assert.doesNotMatch(html(row('{\\b a}', 'b') + row('c', 'd')), /<th/);
});

test('in a table of data a heading is strong text', () => {
  const row = (first: string): string =>
    `\\trowd\\cellx1000\\cellx2000\\intbl ${first}\\cell\\pard\\intbl b\\cell\\row\\pard `;
  assert.equal(
    html(`${row('\\outlinelevel2 a')}${row('c')}`),
    '<table><tbody><tr><td><strong>a</strong></td><td>b</td></tr><tr><td>c</td><td>b</td></tr></tbody></table>',
  );
});

test('the text of a shape is read once, after its paragraph', () => {
  assert.equal(
    html(
      'a{\\shp{\\*\\shpinst{\\sp{\\sn x}{\\sv 1}}{\\shptxt box\\par}}{\\shprslt{\\*\\do{\\dptxbx{\\dptxbxtext box\\par}}}}} b\\par',
    ),
    '<p>a b</p><p>box</p>',
  );
});

test('the text of WordArt and of shapes of LibreOffice is a property, unless the shape has paragraphs', () => {
  const property = (name: string, value: string): string => `{\\sp{\\sn ${name}}{\\sv ${value}}}`;
  const shape = (type: number, rest = ''): string =>
    `{\\*\\shpinst${property('shapeType', `${type}`)}${property('gtextUNICODE', 'Gr\\u246?\\u223?e')}${property('gtextFont', 'Arial')}${rest}}`;
  const field = (content: string): string => `{\\field{\\*\\fldinst SHAPE }{\\fldrslt${content}}}`;
  const picture = '{\\shprslt{\\*\\do{\\dptxbx{\\dptxbxtext Gr\\u246?\\u223?e\\par}}}}';
  assert.equal(html(`{\\shp${shape(136)}${picture}}\\par`), '<p>Größe</p>');
  assert.equal(html(`a{\\shp${shape(0, property('fGtext', '1'))}}\\par`), '<p>aGröße</p>');
  assert.equal(html(`a${field(`{\\shp${shape(1)}}`)} b\\par c\\par`), '<p>a b</p><p>Größe</p><p>c</p>');
  assert.equal(html(`a{\\shp${shape(1, '{\\shptxt box\\par}')}${picture}} b\\par`), '<p>a b</p><p>box</p>');
  assert.equal(html(`a{\\shp${shape(1, '{\\shptxt\\par}')}}\\par`), '<p>a</p><p>Größe</p>');
  assert.equal(html(`a{\\v{\\shp${shape(136)}}}{\\deleted{\\shp${shape(1)}}}\\par`), '<p>a</p>');
  const group = `{\\shpgrp{\\*\\shpinst${property('groupLeft', '0')}{\\shp${shape(3)}}{\\shp${shape(1, '{\\shptxt box\\par}')}}}}`;
  assert.equal(html(`a${group}\\par`), '<p>a</p><p>Größe</p><p>box</p>');
});

test('the text of WordArt in a line is a property of its picture', () => {
  const properties = '{\\sp{\\sn shapeType}{\\sv 136}}{\\sp{\\sn gtextUNICODE}{\\sv Sale}}';
  const picture = `{\\*\\shppict{\\pict{\\*\\picprop${properties}}\\emfblip 0102}}{\\nonshppict{\\pict\\wmetafile8 0102}}`;
  assert.equal(html(`a ${picture} b\\par`), '<p>a Sale b</p>');
});

test('monospaced fonts are code, unless the whole file is in one', () => {
  const fonts = '{\\fonttbl{\\f0\\fswiss Arial;}{\\f1\\fmodern\\fprq1{\\*\\panose 02}Courier New;}}';
  assert.equal(
    html(`${fonts}Some text about {\\f1 code}.\\par{\\f1 if x:\\par    y\\par}The end of the text.\\par`),
    '<p>Some text about <code>code</code>.</p><pre><code>if x:   y</code></pre><p>The end of the text.</p>',
  );
  assert.equal(html(`${fonts}\\f1 All of it\\par is typed\\par`), '<p>All of it</p><p>is typed</p>');
});

test('formulas become MathML', () => {
  assert.equal(
    html(
      'a {\\mmath{\\*\\moMath{\\mf{\\mfPr{\\mctrlPr\\i}}{\\mnum{\\mr\\mscr0\\msty2 {x}}}{\\mden{\\msSup{\\me{\\mr y}}{\\msup{\\mr 2}}}}}}}{\\mmathPict{\\pict\\wmetafile8 01}} b\\par',
    ),
    '<p>a <math><mfrac><mi>x</mi><msup><mi>y</mi><mn>2</mn></msup></mfrac></math> b</p>',
  );
});

test('what exists in Unicode too is read once', () => {
  assert.equal(html('a {\\upr{b?}{\\*\\ud{b\\u26085 ?}}} c\\par'), '<p>a b日 c</p>');
});

test('properties come from the information group', () => {
  const { properties, html: body } = read(
    "{\\rtf1\\ansi\\deflang1031{\\info{\\title T\\'e4st}{\\author Jane}{\\keywords a, b}{\\doccomm About}{\\creatim\\yr2024\\mo3\\dy9\\hr7\\min5}}" +
      '{\\*\\userprops{\\propname Client}\\proptype30{\\staticval ACME}}{\\*\\generator Word 11;}x\\par}',
  );
  assert.deepEqual(properties, {
    title: 'Täst',
    author: 'Jane',
    keywords: 'a, b',
    description: 'About',
    language: 'de-DE',
    createdAt: '2024-03-09T07:05:00',
    generator: 'Word 11',
    custom: { Client: 'ACME' },
  });
  assert.equal(body, '<p>x</p>');
});

test('HTML that a mail program has put into RTF comes out as it was, without what is active', () => {
  const mail =
    '{\\rtf1\\ansi\\fromhtml1{\\*\\htmltag19 <html>}{\\*\\htmltag241 <script>alert(1)</script>}{\\*\\htmltag64 <p onclick="x">}\\htmlrtf {\\b \\htmlrtf0 ' +
    '{\\*\\htmltag84 <b>}Hello{\\*\\htmltag92 </b>}\\htmlrtf }\\htmlrtf0  a < b {\\*\\htmltag84 <a href="https://a.example/">}link{\\*\\htmltag92 </a>}{\\*\\htmltag72 </p>}}';
  assert.equal(
    read(mail).html,
    '<p><strong>Hello</strong> a &lt; b <a href="https://a.example/">link</a></p>',
  );
});

test('files that are cut off, unbalanced or late to begin are read as far as they go', () => {
  const cut = read('\u00ef\u00bb\u00bf \n{\\rtf1 a\\par\\trowd\\cellx100\\intbl b\\cell c');
  assert.equal(
    cut.html.replaceAll('\n', ''),
    '<p>a</p><table><tbody><tr><td>b</td><td>c</td></tr></tbody></table>',
  );
  assert.equal(cut.warnings.length, 1);
  assert.equal(read('{\\rtf1 a}}}}').html, '<p>a</p>');
});

test('what is no RTF is refused with a reason', () => {
  assert.throws(() => read(''), { code: 'SCRAPE_DOCUMENT_EMPTY' });
  assert.throws(
    () => read('hello'),
    (error) => error instanceof DocumentError && error.code === 'SCRAPE_DOCUMENT_DAMAGED',
  );
});

test('hostile files end soon', () => {
  assert.equal(read(`{\\rtf1 ${'{'.repeat(200_000)}x${'}'.repeat(200_000)}}`).html, '<p>x</p>');
  assert.equal(read('{\\rtf1 x\\par{\\pict\\pngblip\\bin4294967295 a}}', true).html, '<p>x</p>');
  assert.match(read(`{\\rtf1 ${'a{\\footnote b'.repeat(5_000)}`).html, /^<p>a<sup>/);
  assert.match(read(`{\\rtf1 ${'{\\itap999999 a\\nestcell '.repeat(5_000)}`).html, /^<table>/);
});
