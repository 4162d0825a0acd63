import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  buildDocx,
  docxEntries,
  type DocxParts,
  paragraph,
  relationshipsXml,
  run,
  table,
} from '../../../test/support/documents/build-docx.ts';
import { buildZip } from '../../../test/support/documents/build-zip.ts';
import { sourceOf } from '../../../test/support/documents/document-source.ts';
import { DocumentError } from '../document-error.ts';
import { readDocx } from './read-docx.ts';

async function htmlOf(parts: DocxParts, hasImages = false): Promise<string> {
  return (await readDocx(sourceOf(buildDocx(parts), { hasImages }))).html;
}

const bodyHtml = (body: string): Promise<string> => htmlOf({ body });

const HEADINGS = [
  '<w:style w:type="paragraph" w:default="1" w:styleId="Standard"><w:name w:val="Normal"/></w:style>',
  '<w:style w:type="paragraph" w:styleId="berschrift1"><w:name w:val="heading 1"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style>',
  '<w:style w:type="paragraph" w:styleId="Kapitel"><w:name w:val="Mein Kapitel"/><w:basedOn w:val="berschrift1"/></w:style>',
  '<w:style w:type="paragraph" w:styleId="Titel"><w:name w:val="Title"/></w:style>',
  '<w:style w:type="paragraph" w:styleId="Untertitel"><w:name w:val="Subtitle"/><w:basedOn w:val="Titel"/></w:style>',
  '<w:style w:type="paragraph" w:styleId="Ebene"><w:name w:val="Ebene"/><w:pPr><w:outlineLvl w:val="2"/></w:pPr></w:style>',
  '<w:style w:type="paragraph" w:styleId="a"><w:name w:val="Loop A"/><w:basedOn w:val="b"/></w:style>',
  '<w:style w:type="paragraph" w:styleId="b"><w:name w:val="Loop B"/><w:basedOn w:val="a"/></w:style>',
  '<w:style w:type="paragraph" w:styleId="Quellcode"><w:name w:val="Quellcode"/></w:style>',
  '<w:style w:type="paragraph" w:styleId="Mono"><w:name w:val="Konsole"/><w:rPr><w:rFonts w:ascii="Consolas"/></w:rPr></w:style>',
  '<w:style w:type="paragraph" w:styleId="Zitat"><w:name w:val="Quote"/></w:style>',
  '<w:style w:type="paragraph" w:styleId="Verzeichnis2"><w:name w:val="toc 2"/></w:style>',
  '<w:style w:type="paragraph" w:styleId="Verzeichnis1"><w:name w:val="toc 1"/></w:style>',
  '<w:style w:type="character" w:styleId="Fett"><w:name w:val="Strong"/><w:rPr><w:b/></w:rPr></w:style>',
].join('');

describe('headings', () => {
  it('are told by name, by outline level and by what a style is based on', async () => {
    const body = ['Titel', 'Untertitel', 'berschrift1', 'Kapitel', 'Ebene', 'Standard', 'a']
      .map((style) => paragraph(style, style))
      .join('');
    assert.equal(
      await htmlOf({ body, styles: HEADINGS }),
      '<h1>Titel</h1><p>Untertitel</p><h1>berschrift1</h1><h1>Kapitel</h1><h3>Ebene</h3><p>Standard</p><p>a</p>',
    );
  });

  it('are told by the id of a style that the file does not have', async () => {
    assert.equal(
      await bodyHtml(paragraph('Two', 'Heading2') + paragraph('Text', 'Whatever')),
      '<h2>Two</h2><p>Text</p>',
    );
  });

  it('follow the outline level of a paragraph, but not that of a long text', async () => {
    const outlined = (text: string): string => paragraph(text, '<w:outlineLvl w:val="1"/>');
    const long = 'word '.repeat(100).trim();
    assert.equal(await bodyHtml(outlined('Short') + outlined(long)), `<h2>Short</h2><p>${long}</p>`);
  });

  it('lose the bold that all of them has, and keep bold that stands out', async () => {
    const body =
      paragraph(run('All', '<w:b/>'), 'Heading1') + paragraph(run('One ') + run('two', '<w:b/>'), 'Heading1');
    assert.equal(await bodyHtml(body), '<h1>All</h1><h1>One <strong>two</strong></h1>');
  });

  it('are left out when they are empty', async () => {
    assert.equal(await bodyHtml(paragraph(run(' '), 'Heading1') + paragraph('Text')), '<p>Text</p>');
  });
});

describe('text', () => {
  it('puts runs together that look alike, and moves no formatting over blanks', async () => {
    const body = paragraph(
      run('bo', '<w:b/>') +
        run('ld', '<w:b/>') +
        run(' ') +
        run('more', '<w:b/>') +
        run(' ') +
        run('it', '<w:i w:val="1"/>') +
        run('plain', '<w:b w:val="0"/>'),
    );
    assert.equal(await bodyHtml(body), '<p><strong>bold more</strong> <em>it</em>plain</p>');
  });

  it('reads struck, raised, lowered, code and character styles', async () => {
    const body = paragraph(
      run('a', '<w:strike/>') +
        run('b', '<w:vertAlign w:val="superscript"/>') +
        run('c', '<w:vertAlign w:val="subscript"/>') +
        run('d', '<w:rFonts w:ascii="Courier New"/>') +
        run('e', '<w:rStyle w:val="Fett"/>') +
        run('f', '<w:rStyle w:val="Fett"/><w:b w:val="0"/>'),
    );
    assert.equal(
      await htmlOf({ body, styles: HEADINGS }),
      '<p><s>a</s><sup>b</sup><sub>c</sub><code>d</code><strong>e</strong>f</p>',
    );
  });

  it('escapes what would be markup', async () => {
    assert.equal(
      await bodyHtml(paragraph('&lt;script&gt; &amp;amp; &quot;x&quot;')),
      '<p>&lt;script&gt; &amp;amp; "x"</p>',
    );
  });

  it('leaves out what is hidden, deleted and moved away, and keeps what was inserted and moved here', async () => {
    const body = paragraph(
      run('1', '<w:vanish/>') +
        `<w:del>${run('2')}<w:r><w:delText>2</w:delText></w:r></w:del><w:moveFrom>${run('3')}</w:moveFrom>` +
        `<w:ins>${run('4')}</w:ins><w:moveTo>${run('5')}</w:moveTo>`,
    );
    assert.equal(await bodyHtml(body), '<p>45</p>');
  });

  it('joins a paragraph whose mark is deleted with the next one, which says what both are', async () => {
    const body =
      paragraph(run('One '), '<w:rPr><w:del w:id="1"/></w:rPr>') +
      paragraph('two', 'Heading1') +
      paragraph('three');
    assert.equal(await bodyHtml(body), '<h1>One two</h1><p>three</p>');
  });

  it('reads tabs, breaks, hyphens and symbols', async () => {
    const body = paragraph(
      '<w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:noBreakHyphen/><w:t>d</w:t><w:softHyphen/><w:t>e</w:t>' +
        '<w:sym w:font="Wingdings" w:char="F0FC"/><w:sym w:font="Symbol" w:char="F061"/><w:br w:type="page"/></w:r>' +
        run('\uf062', '<w:rFonts w:ascii="Symbol"/>'),
    );
    assert.equal(await bodyHtml(body), '<p>a\tb<br>c\u2011de✓α β</p>');
  });

  it('reads through content controls, smart tags and custom XML, and ticks boxes', async () => {
    const box = (value: string): string =>
      `<w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val="${value}"/></w14:checkbox></w:sdtPr><w:sdtContent>${run('?')}</w:sdtContent></w:sdt>`;
    const body =
      `<w:sdt><w:sdtPr/><w:sdtContent>${paragraph(`<w:smartTag>${run('a')}<w:customXml>${run('b')}</w:customXml></w:smartTag>`)}</w:sdtContent></w:sdt>` +
      paragraph(box('1') + run(' yes ') + box('0') + run(' no'));
    assert.equal(await bodyHtml(body), '<p>ab</p><p>[x] yes [ ] no</p>');
  });

  it('puts code paragraphs into one block, with its empty lines, and quotes into one quote', async () => {
    const body =
      paragraph('if (a &lt; b)', 'Quellcode') +
      paragraph('', 'Quellcode') +
      paragraph(run('  c\td'), 'Mono') +
      paragraph('x', 'Zitat') +
      paragraph('y', 'Zitat') +
      paragraph(run('npm test', '<w:rFonts w:ascii="Consolas"/>'));
    assert.equal(
      await htmlOf({ body, styles: HEADINGS }),
      '<pre><code>if (a &lt; b)\n\n  c\td</code></pre><blockquote><p>x</p><p>y</p></blockquote><pre><code>npm test</code></pre>',
    );
  });

  it('takes an empty paragraph with a line for a rule', async () => {
    const body =
      paragraph('a') + paragraph('<w:r/>', '<w:pBdr><w:bottom w:val="single"/></w:pBdr>') + paragraph('b');
    assert.equal(await bodyHtml(body), '<p>a</p><hr><p>b</p>');
  });

  it('keeps ruby', async () => {
    const body = paragraph(
      `<w:r><w:ruby><w:rt>${run('kan')}</w:rt><w:rubyBase>${run('漢')}</w:rubyBase></w:ruby></w:r>`,
    );
    assert.equal(await bodyHtml(body), '<p><ruby>漢<rt>kan</rt></ruby></p>');
  });
});

describe('links and fields', () => {
  const field = (instruction: string, result: string): string =>
    '<w:r><w:fldChar w:fldCharType="begin"/></w:r>' +
    `<w:r><w:instrText>${instruction}</w:instrText></w:r>` +
    `<w:r><w:fldChar w:fldCharType="separate"/></w:r>${result}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;

  it('reads links of every kind, and none that are unsafe', async () => {
    const body = paragraph(
      `<w:hyperlink r:id="l1">${run('out')}</w:hyperlink><w:hyperlink w:anchor="here">${run('in')}</w:hyperlink>` +
        `<w:hyperlink r:id="l2">${run('bad')}</w:hyperlink>` +
        field(' HYPERLINK "https://example.com/?a=1&amp;b=2" \\o "tip" ', run('field', '<w:b/>')) +
        `<w:fldSimple w:instr=" HYPERLINK \\l &quot;here&quot; ">${run('simple')}</w:fldSimple>`,
    );
    assert.equal(
      await htmlOf({
        body: `${body}${paragraph(`<w:bookmarkStart w:id="0" w:name="here"/>${run('target')}`)}`,
        relationships: {
          l1: ['hyperlink', 'https://example.org/', 'External'],
          l2: ['hyperlink', 'javascript:alert(1)', 'External'],
        },
      }),
      '<p><a href="https://example.org/">out</a><a href="#here">in</a>bad' +
        '<a href="https://example.com/?a=1&amp;b=2"><strong>field</strong></a><a href="#here">simple</a></p><p id="here">target</p>',
    );
  });

  it('drops page numbers, keeps other results, and never shows an instruction', async () => {
    const body = paragraph(
      run('Page ') +
        field('PAGE', run('3')) +
        field(' REF x \\h ', run('Figure 1')) +
        field(`IF ${field('MERGEFIELD a', run('hidden'))} = 1`, run(' shown')),
    );
    assert.equal(await bodyHtml(body), '<p>Page Figure 1 shown</p>');
  });

  it('keeps the text after a field that never ends', async () => {
    const body = `${paragraph('<w:r><w:fldChar w:fldCharType="begin"/></w:r>')}${paragraph('text').repeat(40)}`;
    assert.match(await bodyHtml(body), /(?:<p>text<\/p>){15,}$/);
  });

  it('shows what forms hold', async () => {
    const form = (data: string): string =>
      `<w:r><w:fldChar w:fldCharType="begin"><w:ffData>${data}</w:ffData></w:fldChar></w:r><w:r><w:instrText> FORMCHECKBOX </w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`;
    const body = paragraph(
      form('<w:checkBox><w:default w:val="0"/><w:checked/></w:checkBox>') +
        form(
          '<w:ddList><w:result w:val="1"/><w:listEntry w:val="one"/><w:listEntry w:val="two"/></w:ddList>',
        ),
    );
    assert.equal(await bodyHtml(body), '<p>[x]two</p>');
  });

  it('makes a nested list of a table of contents, without its page numbers', async () => {
    const entry = (text: string, style: string): string =>
      paragraph(
        `<w:hyperlink w:anchor="_Toc1">${run(text)}<w:r><w:tab/></w:r>${field(' PAGEREF _Toc1 \\h ', run('7'))}</w:hyperlink>`,
        style,
      );
    const body =
      paragraph(
        `${run('')}<w:r><w:fldChar w:fldCharType="begin"/><w:instrText>TOC \\o</w:instrText><w:fldChar w:fldCharType="separate"/></w:r>`,
      ) +
      entry('One', 'Verzeichnis1') +
      entry('Deeper', 'Verzeichnis2') +
      paragraph(`${run('Old')}<w:r><w:tab/></w:r>${run('12')}`, 'Verzeichnis1') +
      paragraph('<w:r><w:fldChar w:fldCharType="end"/></w:r>');
    assert.equal(
      await htmlOf({ body, styles: HEADINGS }),
      '<ul><li><a href="#_Toc1">One</a><ul><li><a href="#_Toc1">Deeper</a></li></ul></li><li>Old</li></ul>',
    );
  });

  it('makes the same of one without styles', async () => {
    const entry = (text: string, indent: number, more = ''): string =>
      paragraph(
        `${more}<w:hyperlink w:anchor="_h">${run(text)}</w:hyperlink><w:r><w:tab/></w:r>${field('PAGEREF _h \\h', run('3'))}`,
        `<w:ind w:left="${indent}"/>`,
      );
    const open =
      '<w:r><w:fldChar w:fldCharType="begin"/><w:instrText>TOC \\h</w:instrText><w:fldChar w:fldCharType="separate"/></w:r>';
    const body =
      entry('One', 0, open) +
      entry('Deeper', 360) +
      paragraph('<w:r><w:fldChar w:fldCharType="end"/></w:r>') +
      paragraph('Text');
    assert.equal(
      await bodyHtml(body),
      '<ul><li><a href="#_h">One</a><ul><li><a href="#_h">Deeper</a></li></ul></li></ul><p>Text</p>',
    );
  });
});

describe('notes', () => {
  it('are numbered in the order of the text and written at its end', async () => {
    const note = (kind: string, id: number, text: string): string =>
      `<w:${kind} w:id="${id}">${paragraph(`<w:r><w:${kind}Ref/></w:r>${run(` ${text}`)}`)}</w:${kind}>`;
    const body = paragraph(
      `${run('a')}<w:r><w:footnoteReference w:id="5"/></w:r>${run('b')}<w:r><w:endnoteReference w:id="2"/></w:r>` +
        '<w:r><w:footnoteReference w:id="4" w:customMarkFollows="1"/><w:t>*</w:t></w:r><w:r><w:footnoteReference w:id="99"/></w:r>',
    );
    assert.equal(
      await htmlOf({
        body,
        footnotes: `<w:footnote w:id="0" w:type="separator">${paragraph('-')}</w:footnote>${note('footnote', 4, 'four')}${note('footnote', 5, 'five')}`,
        endnotes: note('endnote', 2, 'end'),
      }),
      '<p>a<sup><a href="#fn1" id="fnref1">1</a></sup>b<sup><a href="#fn2" id="fnref2">2</a></sup><sup><a href="#fn3" id="fnref3">3</a></sup></p>' +
        '<ol><li id="fn1">five <a href="#fnref1">↩</a></li><li id="fn2">end <a href="#fnref2">↩</a></li><li id="fn3">four <a href="#fnref3">↩</a></li></ol>',
    );
  });
});

describe('the file', () => {
  const body = paragraph('Text') + table(['a', 'b'], ['c', 'd']);

  it('says what it is', async () => {
    const core =
      '<dc:title> A title </dc:title><dc:creator>Ann</dc:creator><cp:keywords>k</cp:keywords><dc:subject/>' +
      '<dcterms:created xsi:type="dcterms:W3CDTF">2024-02-03T04:05:06Z</dcterms:created><dcterms:modified>yesterday</dcterms:modified>';
    const styles =
      '<w:docDefaults><w:rPrDefault><w:rPr><w:lang w:val="de-AT"/></w:rPr></w:rPrDefault></w:docDefaults>';
    const parts = {
      'docProps/app.xml':
        '<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><Application>Writer</Application><AppVersion>7.4</AppVersion></Properties>',
      'docProps/custom.xml':
        '<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/custom-properties" xmlns:vt="http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes"><property name="Client"><vt:lpwstr>Acme</vt:lpwstr></property></Properties>',
    };
    const { properties } = await readDocx(sourceOf(buildDocx({ body, core, styles, parts })));
    assert.deepEqual(properties, {
      title: 'A title',
      author: 'Ann',
      keywords: 'k',
      createdAt: '2024-02-03T04:05:06Z',
      language: 'de-AT',
      generator: 'Writer 7.4',
      custom: { Client: 'Acme' },
    });
  });

  it('may be strict, with prefixes of its own, and have its main part anywhere', async () => {
    const strict =
      '<x:document xmlns:x="http://purl.oclc.org/ooxml/wordprocessingml/main"><x:body><x:p><x:pPr><x:pStyle x:val="Heading1"/></x:pPr><x:r><x:t>Strict</x:t></x:r></x:p></x:body></x:document>';
    const bytes = buildZip({
      '_rels/.rels': relationshipsXml([['a', 'officeDocument', '/odd/main.xml']]),
      'odd/main.xml': strict,
    });
    assert.equal((await readDocx(sourceOf(bytes))).html, '<h1>Strict</h1>');
  });

  it('may lack everything but its text', async () => {
    const { 'word/document.xml': main } = docxEntries({ body });
    const bytes = buildZip({ 'word/document.xml': main as string });
    assert.match((await readDocx(sourceOf(bytes))).html, /^<p>Text<\/p><table>/);
  });

  it('is read as far as it goes', async () => {
    const entries = docxEntries({ body: paragraph('One') + paragraph('Two') });
    const main = entries['word/document.xml'] as string;
    entries['word/document.xml'] = main.slice(0, main.indexOf('Two') + 2);
    assert.equal((await readDocx(sourceOf(buildZip(entries)))).html, '<p>One</p><p>Tw</p>');
  });

  it('is refused when it is encrypted, empty or something else', async () => {
    const encrypted = Buffer.concat([
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      Buffer.from('EncryptedPackage', 'utf16le'),
    ]);
    const cases: [Uint8Array, string][] = [
      [encrypted, 'SCRAPE_DOCUMENT_ENCRYPTED'],
      [Buffer.from('d0cf11e0a1b11ae100', 'hex'), 'SCRAPE_DOCUMENT_DAMAGED'],
      [Buffer.from('PK nothing'), 'SCRAPE_DOCUMENT_DAMAGED'],
      [new Uint8Array(), 'SCRAPE_DOCUMENT_EMPTY'],
      [buildZip({ 'readme.txt': 'no' }), 'SCRAPE_DOCUMENT_DAMAGED'],
    ];
    for (const [bytes, code] of cases) {
      await assert.rejects(
        readDocx(sourceOf(bytes)),
        (error) => error instanceof DocumentError && error.code === code,
      );
    }
  });

  it('is cut where its time ends, with a word about it', async () => {
    let calls = 0;
    const remainingMs = (): number => (calls++ < 3 ? 10_000 : 0);
    const { html, warnings } = await readDocx(
      sourceOf(buildDocx({ body: paragraph('p').repeat(10) }), { remainingMs }),
    );
    assert.equal(html, '<p>p</p>'.repeat(3));
    assert.match(warnings.join(), /not enough time/);
  });
});
