import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildEpub, type EpubParts } from '../../../test/support/documents/build-epub.ts';
import { buildZip } from '../../../test/support/documents/build-zip.ts';
import { sourceOf } from '../../../test/support/documents/document-source.ts';
import { parseHtml } from '../../html/parse.ts';
import { toMarkdown } from '../../html/to-markdown/to-markdown.ts';
import type { DocumentContent } from '../document.ts';
import { readEpub } from './read-epub.ts';

const PIXEL = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

async function read(bytes: Uint8Array, hasImages = false): Promise<DocumentContent> {
  return readEpub(sourceOf(bytes, { hasImages }));
}

const htmlOf = async (parts: EpubParts): Promise<string> => (await read(buildEpub(parts))).html;

test('chapters in the order of the spine, each once, without the table of contents', async () => {
  const html = await htmlOf({
    chapters: {
      'b c.xhtml': '<h1>Two</h1>',
      'nav.xhtml': '<nav><a href="a.xhtml">One</a></nav>',
      'a.xhtml': '<h1>One</h1>',
    },
    spine: ['nav.xhtml', 'a.xhtml', 'b c.xhtml', 'a.xhtml'],
  });
  assert.equal(html, '<section><h1>One</h1></section>\n<section><h1>Two</h1></section>\n');
});

test('only elements of content are kept, without their styling', async () => {
  const html = await htmlOf({
    chapters: {
      'a.xhtml':
        '<p class="x" style="color:red" onclick="x()">A<span class="y">B</span><br/><b>C</b><script>evil()</script></p><div/><p/>' +
        '<iframe src="x">i</iframe><pre class="language-js big"><code>1 &lt; 2 &amp;&amp; &#x33;</code></pre><custom>kept</custom>' +
        '<table><tr><td colspan="2" width="5">c</td></tr></table><span epub:type="pagebreak" title="5">5</span>&nbsp;caf&eacute;&hellip;',
    },
  });
  assert.equal(
    html,
    '<section><p>AB<br><b>C</b></p><div></div><p></p><pre class="language-js"><code>1 &lt; 2 &amp;&amp; 3</code></pre>kept' +
      '<table><tr><td colspan="2">c</td></tr></table>&nbsp;caf\u00e9\u2026</section>\n',
  );
});

test('links between chapters become fragments; ids that nothing leads to are dropped', async () => {
  const html = await htmlOf({
    chapters: {
      'one.xhtml':
        '<p id="x"><a href="two.xhtml#x">to x</a> <a href="two.xhtml">to two</a> <a href="https://e.org/?a&amp;b">out</a> <a href="javascript:alert(1)">bad</a> <a href="gone.xhtml">gone</a></p>',
      'two.xhtml': '<p id="x">X</p><p id="y">Y</p>',
    },
  });
  assert.equal(
    html,
    '<section><p><a href="#x-2">to x</a> <a href="#chapter-2">to two</a> <a href="https://e.org/?a&amp;b">out</a> bad gone</p></section>\n' +
      '<section id="chapter-2"><p id="x-2">X</p><p>Y</p></section>\n',
  );
});

test('footnotes of chapters become footnotes', async () => {
  const note = (text: string): string =>
    `<p>${text}<a epub:type="noteref" href="#fn1">1</a></p><aside epub:type="footnote" id="fn1"><p>Note on ${text}</p></aside>`;
  const html = await htmlOf({ chapters: { 'a.xhtml': note('A'), 'b.xhtml': note('B') } });
  const markdown = toMarkdown(parseHtml(`<!doctype html><body>${html}`));
  assert.match(markdown, /A\[\^1\]/);
  assert.match(markdown, /: Note on A/);
  assert.match(markdown, /: Note on B/);
});

test('formulas, and pictures when they are asked for', async () => {
  const parts: EpubParts = {
    chapters: {
      't/a.xhtml':
        '<p><math xmlns="http://www.w3.org/1998/Math/MathML" onclick="x"><mi mathvariant="bold">x</mi></math><img src="../i/p.png" alt="A  pixel"/><img src="../i/p.png"/></p>' +
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><title>t</title><image xlink:href="../i/p.png"/></svg>',
    },
    others: { 'OEBPS/i/p.png': PIXEL },
  };
  const without = (await read(buildEpub(parts))).html;
  assert.equal(
    without,
    '<section><p><math><mi mathvariant="bold">x</mi></math><img alt="A pixel"></p></section>\n',
  );
  const shown = (await read(buildEpub(parts), true)).html;
  assert.equal(shown.match(/<img src="data:image\/png;base64,/g)?.length, 3);
});

test('metadata', async () => {
  const { properties } = await read(
    buildEpub({
      chapters: { 'a.xhtml': '<p>x</p>' },
      metadata:
        '<dc:title> The  Book </dc:title><dc:creator>Ann</dc:creator><dc:creator>Bob</dc:creator><dc:language>en-GB</dc:language><dc:date>2020-05-01</dc:date>' +
        '<dc:publisher>House</dc:publisher><dc:description>&lt;p&gt;About&lt;/p&gt;</dc:description><dc:subject>Sea</dc:subject><meta property="dcterms:modified">2021-01-02T03:04:05Z</meta>',
    }),
  );
  assert.deepEqual(properties, {
    title: 'The Book',
    author: 'Ann, Bob',
    keywords: 'Sea',
    description: 'About',
    language: 'en-GB',
    createdAt: '2020-05-01',
    modifiedAt: '2021-01-02T03:04:05Z',
    custom: { publisher: 'House' },
  });
});

test('encodings of chapters', async () => {
  const latin = Buffer.from(
    '<?xml version="1.0" encoding="iso-8859-1"?><html><body><p>caf\u00e9</p></body></html>',
    'latin1',
  );
  const wide = Buffer.from(
    '\ufeff<?xml version="1.0" encoding="utf-16"?><html><body><p>\u4e2d</p></body></html>',
    'utf16le',
  );
  const html = await htmlOf({ chapters: { 'a.xhtml': latin, 'b.xhtml': wide } });
  assert.equal(html, '<section><p>caf\u00e9</p></section>\n<section><p>\u4e2d</p></section>\n');
});

test('copy protection, damaged and blank books', async () => {
  const encryption = (name: string): string =>
    `<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData><enc:CipherData><enc:CipherReference URI="${name}"/></enc:CipherData></enc:EncryptedData></encryption>`;
  const chapters = { 'a.xhtml': '<p>x</p>' };
  const others = (name: string): Record<string, string> => ({ 'META-INF/encryption.xml': encryption(name) });
  await assert.rejects(read(buildEpub({ chapters, others: others('OEBPS/a.xhtml') })), {
    code: 'SCRAPE_DOCUMENT_ENCRYPTED',
  });
  assert.match((await read(buildEpub({ chapters, others: others('OEBPS/font.otf') }))).html, /<p>x<\/p>/);
  const blank = await read(buildEpub({ chapters: { 'a.xhtml': '<p> </p>' } }));
  assert.deepEqual([blank.html, blank.warnings], ['', []]);
  await assert.rejects(read(Buffer.alloc(0)), { code: 'SCRAPE_DOCUMENT_EMPTY' });
  await assert.rejects(read(buildZip({ mimetype: 'application/epub+zip' })), {
    code: 'SCRAPE_DOCUMENT_DAMAGED',
  });
  const lost = await read(buildZip({ 'x/a.xhtml': '<html><body><p>found</p></body></html>' }));
  assert.match(lost.html, /found/);
  assert.equal(lost.warnings.length, 1);
});

test('a chapter that nests too deep is left out with a warning', async () => {
  const { html, warnings } = await read(
    buildEpub({ chapters: { 'a.xhtml': '<p>good</p>', 'b.xhtml': '<div id="x">'.repeat(2000) } }),
  );
  assert.equal(html, '<section><p>good</p></section>\n');
  assert.match(warnings[0] ?? '', /^Chapter 2 could not be read: /);
});
