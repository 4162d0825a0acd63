import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  buildPptx,
  paragraph,
  relationship,
  shape,
  transform,
  type SlideParts,
} from '../../../test/support/documents/build-pptx.ts';
import { buildZip } from '../../../test/support/documents/build-zip.ts';
import { sourceOf } from '../../../test/support/documents/document-source.ts';
import type { DocumentContent } from '../document.ts';
import { LEFT_OUT_OBJECTS, LEFT_OUT_PICTURES } from '../office/left-out.ts';
import { LEFT_OUT_GROUPS } from '../slides/slide-html.ts';
import { readPptx } from './read-pptx.ts';

const PIXEL = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

async function read(bytes: Uint8Array, hasImages = false): Promise<DocumentContent> {
  return readPptx(sourceOf(bytes, { hasImages }));
}

async function htmlOf(
  slides: readonly SlideParts[],
  others: Record<string, string | Uint8Array> = {},
): Promise<string> {
  return (await read(buildPptx(slides, others))).html.replaceAll('\n', '');
}

const title = (text: string): string => shape([text], { placeholder: 'type="title"' });
const frame = (
  graphic: string,
  box: [number, number, number, number] = [0, 300, 100, 100],
  descr = '',
): string =>
  `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="4" name="f" descr="${descr}"/><p:nvPr/></p:nvGraphicFramePr>${transform(box, 'p:xfrm')}<a:graphic><a:graphicData>${graphic}</a:graphicData></a:graphic></p:graphicFrame>`;

test('slides in the order of the presentation, hidden ones left out', async () => {
  const html = await htmlOf([
    { shapes: shape(['one']) + title('First &amp; only') },
    { shapes: title('Hidden'), isHidden: true },
    { shapes: shape(['three']) },
  ]);
  assert.equal(html, '<h2>First &amp; only</h2><p>one</p><hr><p>three</p>');
});

test('bullets come from the master, the layout, the shape or the paragraph', async () => {
  const body =
    paragraph('a') +
    paragraph('b', '<a:pPr lvl="1"/>') +
    paragraph('c') +
    paragraph('plain', '<a:pPr><a:buNone/></a:pPr>') +
    paragraph('1st', '<a:pPr><a:buAutoNum type="arabicPeriod" startAt="3"/></a:pPr>') +
    paragraph('2nd', '<a:pPr><a:buAutoNum type="arabicPeriod"/></a:pPr>');
  const html = await htmlOf([
    {
      shapes:
        shape(body, { placeholder: 'idx="1"' }) +
        shape(['sub'], { placeholder: 'type="subTitle" idx="3"' }) +
        shape(['box']),
    },
  ]);
  assert.equal(
    html,
    '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul><p>plain</p><ol start="3"><li>1st</li><li>2nd</li></ol><p>sub</p><p>box</p>',
  );
});

test('reading order: rows from the top, columns from the left, places of the layout', async () => {
  const html = await htmlOf([
    {
      shapes:
        shape(['bottom'], { box: [0, 700, 900, 50] }) +
        shape(['right'], { placeholder: 'idx="2"', lists: '<a:lvl1pPr><a:buNone/></a:lvl1pPr>' }) +
        shape(['left 2'], { box: [10, 420, 300, 100] }) +
        shape(['left 1'], { box: [0, 210, 300, 100] }) +
        title('T'),
    },
  ]);
  assert.equal(html, '<h2>T</h2><p>left 1</p><p>left 2</p><p>right</p><p>bottom</p>');
});

test('running placeholders are dropped, groups are read', async () => {
  const html = await htmlOf([
    {
      shapes:
        shape(['12'], { placeholder: 'type="sldNum" idx="10"' }) +
        shape(['Company'], { placeholder: 'type="ftr" idx="11"' }) +
        `<p:grpSp><p:nvGrpSpPr/><p:grpSpPr>${transform([0, 0, 10, 10])}</p:grpSpPr>${shape(['low'], { box: [0, 50, 10, 10] })}<p:grpSp>${shape(['high'], { box: [0, 0, 10, 10] })}</p:grpSp></p:grpSp>` +
        '<p:sp><p:nvSpPr><p:cNvPr id="3" name="h" hidden="1"/></p:nvSpPr><p:txBody><a:p><a:r><a:t>unseen</a:t></a:r></a:p></p:txBody></p:sp>',
    },
  ]);
  assert.equal(html, '<p>low</p><p>high</p>');
});

test('runs: marks, links, line breaks, neighbours joined', async () => {
  const run = (text: string, properties: string, inner = ''): string =>
    `<a:r><a:rPr ${properties}>${inner}</a:rPr><a:t>${text}</a:t></a:r>`;
  const text = `<a:p>${run('Bo', 'b="1"')}${run('ld ', 'b="1"')}${run('it', 'i="1"')}<a:br/>${run('site', '', '<a:hlinkClick r:id="l1"/>')}${run(' x', '')}${run('2', 'baseline="30000"')}${run('bad', '', '<a:hlinkClick r:id="l2"/>')}<a:fld type="slidenum"><a:t>7</a:t></a:fld></a:p>`;
  const html = await htmlOf([
    {
      shapes: shape(text),
      links:
        relationship('l1', 'hyperlink', 'https://e.org/?a&amp;b', true) +
        relationship('l2', 'hyperlink', 'javascript:x', true),
    },
  ]);
  assert.equal(
    html,
    '<p><strong>Bold</strong> <em>it</em><br><a href="https://e.org/?a&amp;b">site</a> x<sup>2</sup>bad</p>',
  );
});

test('tables with spans', async () => {
  const cell = (text: string, attributes = ''): string =>
    `<a:tc ${attributes}><a:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></a:txBody></a:tc>`;
  const table = `<a:tbl><a:tblPr firstRow="1"/><a:tr>${cell('H', 'gridSpan="2"')}${cell('', 'hMerge="1"')}</a:tr><a:tr>${cell('v', 'rowSpan="2"')}${cell('1')}</a:tr><a:tr>${cell('', 'vMerge="1"')}${cell('2')}</a:tr></a:tbl>`;
  const html = await htmlOf([{ shapes: frame(table) }]);
  assert.equal(
    html,
    '<table><thead><tr><th colspan="2">H</th></tr></thead><tbody><tr><td rowspan="2">v</td><td>1</td></tr><tr><td>2</td></tr></tbody></table>',
  );
});

test('notes, charts, diagrams, formulas, pictures', async () => {
  const names =
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram"';
  const slides: SlideParts[] = [
    {
      shapes:
        title('Mixed') +
        frame('<c:chart r:id="c1"/>', [0, 100, 10, 10]) +
        frame('<dgm:relIds r:dm="d1"/>', [0, 200, 10, 10]) +
        shape(
          '<a:p><mc:AlternateContent><mc:Choice Requires="a14"><a14:m><m:oMath><m:r><m:t>x</m:t></m:r></m:oMath></a14:m></mc:Choice><mc:Fallback><a:r><a:t>?</a:t></a:r></mc:Fallback></mc:AlternateContent></a:p>',
          { box: [0, 300, 10, 10] },
        ) +
        `<p:pic><p:nvPicPr><p:cNvPr id="9" name="p" descr="A &quot;cat&quot;"/></p:nvPicPr><p:blipFill><a:blip r:embed="i1"/></p:blipFill><p:spPr>${transform([0, 400, 10, 10])}</p:spPr></p:pic>`,
      notes:
        shape(['Slide image'], { placeholder: 'type="sldImg"' }) +
        shape(['Say hello'], { placeholder: 'type="body" idx="1"' }),
      links:
        relationship('c1', 'chart', '../charts/chart1.xml') +
        relationship('d1', 'diagramData', '../diagrams/data1.xml') +
        relationship('i1', 'image', '../media/image1.png'),
    },
  ];
  const others = {
    'ppt/charts/chart1.xml': `<c:chartSpace ${names}><c:chart><c:plotArea><c:barChart><c:ser><c:tx><c:v>Sales</c:v></c:tx><c:cat><c:strLit><c:pt idx="0"><c:v>Q1</c:v></c:pt></c:strLit></c:cat><c:val><c:numLit><c:pt idx="0"><c:v>5</c:v></c:pt></c:numLit></c:val></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>`,
    'ppt/diagrams/data1.xml': `<dgm:dataModel ${names}><dgm:ptLst><dgm:pt modelId="1"><dgm:t><a:p><a:r><a:t>Step</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:ptLst></dgm:dataModel>`,
    'ppt/media/image1.png': PIXEL,
  };
  const html = await htmlOf(slides, others);
  assert.match(
    html,
    /^<h2>Mixed<\/h2><table>.*Sales.*Q1.*5.*<\/table><ul><li>Step<\/li><\/ul><p><math>.*x.*<\/math><\/p>/,
  );
  assert.ok(
    html.endsWith(
      '<p><img alt="A &quot;cat&quot;"></p><blockquote><p>Notes:</p><p>Say hello</p></blockquote>',
    ),
    html,
  );
  const shown = await read(buildPptx(slides, others), true);
  assert.match(shown.html, /<img src="data:image\/png;base64,iVBOR/);
});

test('broken slides are named, files that are none are refused, blank ones are read', async () => {
  const bytes = buildPptx([{ shapes: title('Good') }, { shapes: title('Bad') }], {
    'ppt/slides/slide1.xml': '<a>'.repeat(1100),
  });
  const { html, warnings } = await read(bytes);
  assert.equal(html, '<h2>Good</h2>');
  assert.match(warnings[0] ?? '', /^Slide 2 could not be read: /);
  const blank = await read(buildPptx([{ shapes: '' }]));
  assert.deepEqual([blank.html, blank.warnings], ['', []]);
  for (const other of [Buffer.from('PK nonsense'), buildZip({ 'readme.txt': 'Not a presentation' })])
    await assert.rejects(read(other), { code: 'SCRAPE_DOCUMENT_DAMAGED' });
});

test('slides are found by their names when the presentation does not list them', async () => {
  const slide = (text: string): string =>
    `<p:sld xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><p:cSld><p:spTree>${shape([text])}</p:spTree></p:cSld></p:sld>`;
  const { html, warnings } = await read(
    buildZip({ 'ppt/slides/slide10.xml': slide('ten'), 'ppt/slides/slide2.xml': slide('two') }),
  );
  assert.equal(html.replaceAll('\n', ''), '<p>two</p><hr><p>ten</p>');
  assert.equal(warnings.length, 1);
});

test('pictures that no page can show, and embedded objects, are named in warnings', async () => {
  const picture =
    '<p:pic><p:nvPicPr><p:cNvPr id="9" name="p" descr="A plan&#10;&#10;Description automatically generated"/></p:nvPicPr><p:blipFill><a:blip r:embed="i1"/></p:blipFill><p:spPr/></p:pic>';
  const slides = [
    {
      shapes:
        title('Objects') + frame(`<p:oleObj progId="Excel.Sheet.12">${picture}</p:oleObj>`, [0, 100, 10, 10]),
      links: relationship('i1', 'image', '../media/image1.emf'),
    },
  ];
  const bytes = buildPptx(slides, { 'ppt/media/image1.emf': Buffer.from([1, 0, 0, 0]) });
  const shown = await read(bytes, true);
  assert.equal(shown.html.replaceAll('\n', ''), '<h2>Objects</h2><p><img alt="A plan"></p>');
  assert.deepEqual(shown.warnings, [LEFT_OUT_OBJECTS, LEFT_OUT_PICTURES]);
  assert.deepEqual((await read(bytes)).warnings, [LEFT_OUT_OBJECTS]);
});

test('groups too deep to be read are named in a warning', async () => {
  const nested = (depth: number): string =>
    `${'<p:grpSp>'.repeat(depth)}${title('Deep')}${'</p:grpSp>'.repeat(depth)}`;
  assert.match((await read(buildPptx([{ shapes: nested(50) }]))).html, /Deep/);
  const { html, warnings } = await read(buildPptx([{ shapes: title('T') + nested(51) }]));
  assert.equal(html, '<h2>T</h2>');
  assert.deepEqual(warnings, [LEFT_OUT_GROUPS]);
});
