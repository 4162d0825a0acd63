import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildDocx, type DocxParts, paragraph, run } from '../../../../test/support/documents/build-docx.ts';
import { sourceOf } from '../../../../test/support/documents/document-source.ts';
import { LEFT_OUT_OBJECTS, LEFT_OUT_PICTURES } from '../../office/left-out.ts';
import { readDocx } from '../read-docx.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const DATA_URI = `data:image/png;base64,${PNG.toString('base64')}`;

async function html(parts: DocxParts, hasImages = true): Promise<string> {
  return (await readDocx(sourceOf(buildDocx(parts), { hasImages }))).html;
}

const drawing = (content: string, properties = ''): string =>
  `<w:r><w:drawing><wp:inline><wp:docPr id="1" name="Picture 1" ${properties}/><a:graphic><a:graphicData>${content}</a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;
const picture = (id: string, properties = ''): string =>
  drawing(`<pic:pic><pic:blipFill><a:blip r:embed="${id}"/></pic:blipFill></pic:pic>`, properties);
const boxContent = (text: string): string => `<w:txbxContent>${paragraph(text)}</w:txbxContent>`;

describe('drawings', () => {
  const relationships = {
    i1: ['image', 'media/a.png'],
    i2: ['image', 'media/b.emf'],
    i3: ['image', 'https://example.org/far.png', 'External'],
  } as const;
  const parts = { 'word/media/a.png': PNG, 'word/media/b.emf': Buffer.from([1, 0, 0, 0]) };

  it('of embedded objects are all that is read of them', async () => {
    const body = paragraph(
      '<w:r><w:object><v:shape alt="Sums"><v:imagedata r:id="i1"/></v:shape><o:OLEObject ProgID="Excel.Sheet.12"/></w:object></w:r>',
    );
    const content = await readDocx(sourceOf(buildDocx({ body, relationships, parts })));
    assert.deepEqual([content.html, content.warnings], ['<p><img alt="Sums"></p>', [LEFT_OUT_OBJECTS]]);
  });

  it('that no page can show are named in a warning', async () => {
    const body = paragraph(picture('i2') + run('x'));
    const read = async (hasImages: boolean): Promise<readonly string[]> =>
      (await readDocx(sourceOf(buildDocx({ body, relationships, parts }), { hasImages }))).warnings;
    assert.deepEqual(await read(true), [LEFT_OUT_PICTURES]);
    assert.deepEqual(await read(false), []);
  });

  it('stay in paragraphs in a style for code', async () => {
    const style = '<w:pPr><w:pStyle w:val="PreformattedText"/></w:pPr>';
    const styles =
      '<w:style w:type="paragraph" w:styleId="PreformattedText"><w:name w:val="Preformatted Text"/></w:style>';
    assert.equal(
      await html({ body: paragraph(style + picture('i1')), relationships, parts, styles }),
      `<p><img src="${DATA_URI}" alt=""></p>`,
    );
    assert.equal(await html({ body: paragraph(style + run('a')), styles }), '<pre><code>a</code></pre>');
  });

  it('are pictures with their description', async () => {
    const body = paragraph(
      run('See ') + picture('i1', 'descr="A &quot;dot&quot;&#10;Description automatically generated"'),
    );
    assert.equal(
      await html({ body, relationships, parts }),
      `<p>See <img src="${DATA_URI}" alt="A &quot;dot&quot;"></p>`,
    );
    assert.equal(
      await html({ body, relationships, parts }, false),
      '<p>See <img alt="A &quot;dot&quot;"></p>',
    );
  });

  it('are left out when no page can show them and nothing describes them', async () => {
    const body =
      paragraph(picture('i2')) +
      paragraph(picture('i2', 'descr="Plan"')) +
      paragraph(picture('none')) +
      paragraph(picture('i1', 'hidden="1"'));
    assert.equal(await html({ body, relationships, parts }), '<p><img alt="Plan"></p>');
  });

  it('may be old, elsewhere, or linked', async () => {
    const old = '<w:r><w:pict><v:shape alt="Old"><v:imagedata r:id="i1"/></v:shape></w:pict></w:r>';
    const linked = `<w:hyperlink r:id="l1">${picture('i3')}</w:hyperlink>`;
    assert.equal(
      await html({
        body: paragraph(old + linked),
        relationships: { ...relationships, l1: ['hyperlink', 'https://example.org/', 'External'] },
        parts,
      }),
      `<p><img src="${DATA_URI}" alt="Old"><a href="https://example.org/"><img src="https://example.org/far.png" alt=""></a></p>`,
    );
  });

  it('hold text boxes, which are read once and after their paragraph', async () => {
    const shape = `<wps:wsp><wps:txbx>${boxContent('new')}</wps:txbx></wps:wsp>`;
    const both = (requires: string): string =>
      `<w:r><mc:AlternateContent><mc:Choice Requires="${requires}"><w:drawing><wp:anchor><a:graphic><a:graphicData>${shape}</a:graphicData></a:graphic></wp:anchor></w:drawing></mc:Choice>` +
      `<mc:Fallback><w:pict><v:shape><v:textbox>${boxContent('old')}</v:textbox></v:shape></w:pict></mc:Fallback></mc:AlternateContent></w:r>`;
    assert.equal(await html({ body: paragraph(both('wps') + run('text')) }), '<p>text</p><p>new</p>');
    assert.equal(await html({ body: paragraph(both('later')) }), '<p>old</p>');
  });

  it('are charts, as their title and the values they were drawn from', async () => {
    const points = (kind: string, ...values: string[]): string =>
      `<c:${kind}><c:numRef><c:numCache>${values.map((value, index) => `<c:pt idx="${index}"><c:v>${value}</c:v></c:pt>`).join('')}</c:numCache></c:numRef></c:${kind}>`;
    const chart =
      '<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><c:chart>' +
      '<c:title><c:tx><c:rich><a:p><a:r><a:t>Sales</a:t></a:r></a:p></c:rich></c:tx></c:title>' +
      `<c:plotArea><c:barChart><c:ser>${points('tx', 'North')}${points('cat', '2023', '2024')}${points('val', '4', '5')}</c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>`;
    assert.equal(
      await html({
        body: paragraph(drawing('<c:chart r:id="c1"/>')),
        relationships: { c1: ['chart', 'charts/chart1.xml'] },
        parts: { 'word/charts/chart1.xml': chart },
      }),
      '<p>Sales</p><table><thead><tr><th></th><th>North</th></tr></thead><tbody><tr><td>2023</td><td>4</td></tr><tr><td>2024</td><td>5</td></tr></tbody></table>',
    );
  });

  it('are diagrams, as lists, even when their points run in a circle', async () => {
    const point = (id: string, text: string): string =>
      `<dgm:pt modelId="${id}"><dgm:t><a:p><a:r><a:t>${text}</a:t></a:r></a:p></dgm:t></dgm:pt>`;
    const below = (from: string, to: string, order: number): string =>
      `<dgm:cxn srcId="${from}" destId="${to}" srcOrd="${order}"/>`;
    const data =
      '<dgm:dataModel xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><dgm:ptLst>' +
      `<dgm:pt modelId="0" type="doc"/>${point('1', 'One')}${point('2', 'Two')}${point('3', 'Three')}<dgm:pt modelId="4" type="pres"/></dgm:ptLst>` +
      `<dgm:cxnLst>${below('0', '2', 1)}${below('0', '1', 0)}${below('2', '3', 0)}${below('3', '2', 0)}</dgm:cxnLst></dgm:dataModel>`;
    assert.equal(
      await html({
        body: paragraph(drawing('<dgm:relIds r:dm="d1"/>')),
        relationships: { d1: ['diagramData', 'diagrams/data1.xml'] },
        parts: { 'word/diagrams/data1.xml': data },
      }),
      '<ul><li>One</li><li>Two<ul><li>Three</li></ul></li></ul>',
    );
  });

  it('say when a formula cannot be read', async () => {
    const body = paragraph('<w:r><w:object><o:OLEObject ProgID="Equation.3"/></w:object></w:r>');
    const { warnings } = await readDocx(sourceOf(buildDocx({ body })));
    assert.match(warnings.join(), /equation editor/);
  });
});
