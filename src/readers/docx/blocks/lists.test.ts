import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildDocx, paragraph } from '../../../../test/support/documents/build-docx.ts';
import { sourceOf } from '../../../../test/support/documents/document-source.ts';
import { readDocx } from '../read-docx.ts';

const level = (index: number, format: string, text: string, more = ''): string =>
  `<w:lvl w:ilvl="${index}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${text}"/><w:pPr><w:ind w:left="${720 * (index + 1)}"/></w:pPr></w:lvl>`;
const abstract = (id: number, ...levels: string[]): string =>
  `<w:abstractNum w:abstractNumId="${id}">${levels.join('')}</w:abstractNum>`;
const instance = (id: number, of: number, overrides = ''): string =>
  `<w:num w:numId="${id}"><w:abstractNumId w:val="${of}"/>${overrides}</w:num>`;
const item = (text: string, list: number, depth = 0): string =>
  paragraph(text, `<w:numPr><w:ilvl w:val="${depth}"/><w:numId w:val="${list}"/></w:numPr>`);

const NUMBERING = [
  abstract(0, level(0, 'decimal', '%1.'), level(1, 'lowerLetter', '%2)'), level(2, 'decimal', '%1.%2.%3')),
  abstract(1, level(0, 'bullet', '\uf0b7'), level(1, 'bullet', 'o')),
  abstract(2, level(0, 'upperRoman', 'Article %1'), level(1, 'decimal', '%1.%2', '<w:isLgl/>')),
  abstract(3, level(0, 'none', '')),
  abstract(4, level(0, 'bullet', '☐')),
  instance(1, 0),
  instance(2, 1),
  instance(3, 2),
  instance(4, 0, '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride>'),
  instance(5, 3),
  instance(6, 4),
  instance(7, 0, '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride>'),
].join('');

async function listHtml(body: string, styles?: string): Promise<string> {
  const parts = { body, numbering: NUMBERING };
  return (await readDocx(sourceOf(buildDocx(styles === undefined ? parts : { ...parts, styles })))).html;
}

describe('lists', () => {
  it('part label and text where the label ends with a blank', async () => {
    const joined = (text: string): string =>
      abstract(0, level(0, 'decimal', text, '<w:suff w:val="nothing"/>')) + instance(1, 0);
    const heading = paragraph('a', '<w:outlineLvl w:val="0"/><w:numPr><w:numId w:val="1"/></w:numPr>');
    const read = async (numbering: string): Promise<string> =>
      (await readDocx(sourceOf(buildDocx({ body: heading, numbering })))).html;
    assert.equal(await read(joined('%1 ')), '<h1>1 a</h1>');
    assert.equal(await read(joined('§%1')), '<h1>§1a</h1>');
  });

  it('nest by level', async () => {
    assert.equal(
      await listHtml(item('a', 1) + item('b', 1, 1) + item('c', 1, 1) + item('d', 1)),
      '<ol><li>a<ol type="a"><li>b</li><li>c</li></ol></li><li>d</li></ol>',
    );
  });

  it('nest in another list by indentation', async () => {
    assert.equal(
      await listHtml(item('a', 1) + item('b', 2, 1) + item('c', 1) + item('d', 2)),
      '<ol><li>a<ul><li>b</li></ul></li><li>c</li></ol><ul><li>d</li></ul>',
    );
  });

  it('go on after other text with their next number, and restart where they say so', async () => {
    assert.equal(
      await listHtml(
        item('a', 1) + paragraph('text') + item('b', 1) + item('c', 4) + paragraph('text') + item('d', 7),
      ),
      '<ol><li>a</li></ol><p>text</p><ol start="2"><li>b</li></ol><ol><li>c</li></ol><p>text</p><ol start="5"><li>d</li></ol>',
    );
  });

  it('count items without text', async () => {
    assert.equal(
      await listHtml(item('a', 1) + item('<w:r/>', 1) + item('c', 1)),
      '<ol><li>a</li><li value="3">c</li></ol>',
    );
  });

  it('keep numbers that HTML cannot count', async () => {
    assert.equal(
      await listHtml(item('Scope', 3) + item('Rules', 3) + item('first', 3, 1) + item('deep', 1, 2)),
      '<ul><li>Article I Scope</li><li>Article II Rules<ul><li>2.1 first<ul><li>1.a.1 deep</li></ul></li></ul></li></ul>',
    );
  });

  it('put numbers into headings', async () => {
    const heading = (text: string, style: string): string => paragraph(text, style);
    const styles =
      '<w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/><w:pPr><w:numPr><w:numId w:val="9"/></w:numPr></w:pPr></w:style>' +
      '<w:style w:type="paragraph" w:styleId="H2"><w:name w:val="heading 2"/><w:pPr><w:numPr><w:numId w:val="9"/></w:numPr></w:pPr></w:style>';
    const numbering =
      abstract(
        9,
        level(0, 'decimal', '%1', '<w:pStyle w:val="H1"/>'),
        level(1, 'decimal', '%1.%2', '<w:pStyle w:val="H2"/>'),
      ) + instance(9, 9);
    const body =
      heading('One', 'H1') +
      heading('A', 'H2') +
      heading('B', 'H2') +
      heading('Two', 'H1') +
      heading('C', 'H2') +
      paragraph('None', '<w:pStyle w:val="H1"/><w:numPr><w:numId w:val="0"/></w:numPr>');
    const { html } = await readDocx(sourceOf(buildDocx({ body, styles, numbering })));
    assert.equal(html, '<h1>1 One</h1><h2>1.1 A</h2><h2>1.2 B</h2><h1>2 Two</h1><h2>2.1 C</h2><h1>None</h1>');
  });

  it('hold paragraphs that are indented like their text', async () => {
    const below = paragraph('more', '<w:ind w:left="720"/>');
    assert.equal(
      await listHtml(item('a', 2) + below + item('b', 2) + paragraph('out')),
      '<ul><li>a<p>more</p></li><li>b</li></ul><p>out</p>',
    );
  });

  it('are none without a label, and tasks with a box', async () => {
    assert.equal(
      await listHtml(item('plain', 5) + item('task', 6)),
      '<p>plain</p><ul><li><input type="checkbox" disabled> task</li></ul>',
    );
  });

  it('are found through numbering styles, whatever loops there are', async () => {
    const styles =
      '<w:style w:type="numbering" w:styleId="L"><w:name w:val="L"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>' +
      '<w:style w:type="numbering" w:styleId="Loop"><w:name w:val="Loop"/><w:pPr><w:numPr><w:numId w:val="3"/></w:numPr></w:pPr></w:style>';
    const numbering =
      abstract(0, level(0, 'decimal', '%1.')) +
      '<w:abstractNum w:abstractNumId="1"><w:numStyleLink w:val="L"/></w:abstractNum>' +
      '<w:abstractNum w:abstractNumId="2"><w:numStyleLink w:val="Loop"/></w:abstractNum>' +
      instance(1, 0) +
      instance(2, 1) +
      instance(3, 2);
    const { html } = await readDocx(
      sourceOf(buildDocx({ body: item('a', 2) + item('b', 3), styles, numbering })),
    );
    assert.equal(html, '<ol><li>a</li></ol><p>b</p>');
  });
});
