import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PdfBuilder, textAt } from '../../../../test/support/documents/build-pdf.ts';
import { sourceOf } from '../../../../test/support/documents/document-source.ts';
import type { DocumentPage } from '../../document.ts';
import { readPdf } from '../read-pdf.ts';

/** A tag: its type, further entries, and its children, where a text is marked content on the page. */
type Tag = [type: string, entries: string, ...children: (Tag | string)[]];

/** A page whose texts stand one below the other, each in marked content of its own, under these tags. */
function taggedPdf(tags: readonly Tag[], extra = '', roles = ''): Buffer {
  const builder = new PdfBuilder();
  const texts: string[] = [];
  const owners: string[] = [];
  const root = builder.object('');
  const page = builder.object('');
  const write = ([type, entries, ...children]: Tag, parent: string): string => {
    const reference = builder.object('');
    const kids = children.map((child) => {
      if (typeof child !== 'string') return write(child, reference);
      owners.push(reference);
      return texts.push(child) - 1;
    });
    const body = `/Type /StructElem /S /${type} /P ${parent} /Pg ${page} ${entries} /K [${kids.join(' ')}]`;
    builder.set(reference, `<< ${body} >>`);
    return reference;
  };
  const tops = tags.map((tag) => write(tag, root));
  const marked = (text: string, mcid: number): string =>
    `/X << /MCID ${mcid} >> BDC ${textAt(72, 760 - 20 * mcid, text)} EMC`;
  builder.page({ content: `${texts.map(marked).join('\n')}\n${extra}`, entries: '/StructParents 0' }, page);
  builder.set(
    root,
    `<< /Type /StructTreeRoot /K [${tops.join(' ')}] /ParentTree << /Nums [0 [${owners.join(' ')}]] >> /RoleMap << ${roles} >> >>`,
  );
  builder.catalog = `/MarkInfo << /Marked true >> /StructTreeRoot ${root} /Lang (en-GB)`;
  return builder.build();
}

async function read(bytes: Buffer): Promise<DocumentPage> {
  const { pages } = await readPdf(
    sourceOf(bytes, {
      pdf: { type: 'pdf', mode: 'auto', pages: true, blocks: true, pageMarkers: false },
    }),
  );
  assert.ok(pages?.[0] !== undefined);
  return pages[0];
}

test('headings, paragraphs, lists, quotes and notes come from the tags, through the role map', async () => {
  const { html, blocks } = await read(
    taggedPdf(
      [
        [
          'Document',
          '',
          ['Head', '', 'Title of it'],
          ['P', '', 'Some text.'],
          ['H2', '', 'Below'],
          [
            'L',
            '',
            ['LI', '', ['Lbl', '', '1.'], ['LBody', '', 'First']],
            [
              'LI',
              '',
              ['Lbl', '', '2.'],
              ['LBody', '', 'Second', ['L', '', ['LI', '', ['LBody', '', 'Inner']]]],
            ],
          ],
          ['BlockQuote', '', ['P', '', 'Quoted words.'], ['P', '', 'More of them.']],
        ],
      ],
      '',
      '/Head /H1',
    ),
  );
  assert.equal(
    html,
    [
      '<h1>Title of it</h1>',
      '<p>Some text.</p>',
      '<h2>Below</h2>',
      '<ol><li>First</li><li>Second<ul><li>Inner</li></ul></li></ol>',
      '<blockquote><p>Quoted words.</p>',
      '<p>More of them.</p></blockquote>',
    ].join('\n'),
  );
  assert.deepEqual([...new Set(blocks.map(({ source }) => source))], ['tags']);
  assert.equal(blocks[0]?.label, 'Heading 1');
});

test('tables keep their spans and head', async () => {
  const { html } = await read(
    taggedPdf([
      [
        'Table',
        '',
        ['Caption', '', 'Numbers'],
        ['THead', '', ['TR', '', ['TH', '', 'Name'], ['TH', '/A << /O /Table /ColSpan 2 >>', 'Values']]],
        [
          'TBody',
          '',
          ['TR', '', ['TD', '/A << /O /Table /RowSpan 2 >>', 'a'], ['TD', '', '1'], ['TD', '', '2']],
          ['TR', '', ['TD', '', '3'], ['TD', '', '4']],
        ],
      ],
    ]),
  );
  assert.equal(
    html,
    '<p>Numbers</p>\n<table><thead><tr><th>Name</th><th colspan="2">Values</th></tr></thead><tbody><tr><td rowspan="2">a</td><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></tbody></table>',
  );
});

test('a table of one column is what stands in it', async () => {
  const { html } = await read(
    taggedPdf([
      [
        'Table',
        '',
        ['TR', '', ['TD', '', ['P', '', 'Box one.']]],
        ['TR', '', ['TD', '', ['P', '', 'Box two.']]],
      ],
    ]),
  );
  assert.equal(html, '<p>Box one.</p>\n<p>Box two.</p>');
});

test('figures have their alternative text, replaced text is read as its replacement', async () => {
  const { html } = await read(
    taggedPdf([
      ['Figure', '/Alt (A "red" square)', ''],
      ['P', '', 'Water is ', ['Span', '/ActualText (H2O)', 'xyz'], ' mostly.'],
      ['Formula', '/Alt (\\\\frac{1}{2})', 'onehalf'],
    ]),
  );
  assert.equal(
    html,
    '<p><img alt="A &quot;red&quot; square"></p>\n<p>Water is H2O mostly.</p>\n<p><math display="block" alttext="\\frac{1}{2}"></math></p>',
  );
});

test('footnotes are linked from their marks', async () => {
  const { html } = await read(
    taggedPdf([['P', '', 'A claim.', ['Note', '', ['Lbl', '', '7'], 'Its source.'], 'Goes on.']]),
  );
  assert.match(html, /^<p>A claim\. Goes on\.<\/p>\n<ol><li id="fn1-7">Its source\.<\/li><\/ol>$/);
});

test('decoration is dropped, and so is what stands outside of everything tagged', async () => {
  const extra = `/Artifact BMC ${textAt(72, 790, 'Running head')} EMC ${textAt(72, 20, 'Page 1 of 1')}`;
  const { html, blocks } = await read(
    taggedPdf(
      [
        ['P', '', 'Body text.'],
        ['P', '', 'More body text.'],
      ],
      extra,
    ),
  );
  assert.equal(html, '<p>Body text.</p>\n<p>More body text.</p>');
  assert.deepEqual(
    blocks.map(({ type, html: own }) => [type, own !== '']),
    [
      ['header', false],
      ['paragraph', true],
      ['paragraph', true],
      ['footer', false],
    ],
  );
});

test('a page with one tagged word keeps all its other words', async () => {
  const title = await read(
    taggedPdf(
      [['P', '', 'Agenda']],
      textAt(72, 600, 'Costs rose by nine percent') + textAt(72, 560, 'We hire'),
    ),
  );
  assert.match(title.html, /Agenda.*Costs rose by nine percent.*We hire/s);
});

test('untagged text above and below everything tagged stays where it stands, unless it is a running line', async () => {
  const body = Array.from({ length: 9 }, (_, index): Tag => [
    'P',
    '',
    `Tagged paragraph ${index} with some more words.`,
  ]);
  const extra = [
    textAt(72, 790, 'A sentence above that nothing tags.'),
    textAt(72, 560, 'A remark below that nothing tags,'),
    textAt(72, 546, 'over two lines.'),
    textAt(72, 20, 'Page 1 of 1'),
  ].join('');
  const { html } = await read(taggedPdf(body, extra));
  assert.match(html, /^<p>A sentence above that nothing tags\.<\/p>\n<p>Tagged paragraph 0/);
  assert.match(html, /words\.<\/p>\n<p>A remark below that nothing tags, over two lines\.<\/p>$/);
});

test('text that the tree forgot stands where it stands on the page', async () => {
  const body = Array.from({ length: 20 }, (_, index): Tag => [
    'P',
    '',
    `Tagged paragraph ${index} with some more words.`,
  ]);
  const { html, blocks } = await read(taggedPdf(body, textAt(72, 750, 'Forgotten words.')));
  assert.deepEqual([...new Set(blocks.map(({ source }) => source))], ['tags']);
  assert.match(html, /paragraph 0 [^<]*<\/p>\n<p>Forgotten words\.<\/p>\n<p>Tagged paragraph 1 /);
});

test('a replacement that would swallow a text is not taken', async () => {
  const { html } = await read(
    taggedPdf([
      ['H1', '/ActualText (-)', 'A whole sentence stands on this page.'],
      ['P', '', 'And another one, which is longer than the first and says no more than it.'],
      ['P', '', 'The third one has as much to say as the second, and takes as many words to do so.'],
    ]),
  );
  assert.match(html, /A whole sentence stands on this page/);
});

test('tags that say nothing, or miss much, are not trusted', async () => {
  const senseless = await read(
    taggedPdf([
      ['Div', '', 'Words in a group.'],
      ['Div', '', 'And another.'],
    ]),
  );
  assert.deepEqual([...new Set(senseless.blocks.map(({ source }) => source))], ['layout']);
  assert.match(senseless.html, /Words in a group/);

  const extra = textAt(300, 750, 'A long text that has no tag at all but is a part of the page');
  const partial = await read(
    taggedPdf(
      [
        ['P', '', 'Tagged.'],
        ['P', '', 'Too.'],
      ],
      extra,
    ),
  );
  assert.deepEqual([...new Set(partial.blocks.map(({ source }) => source))], ['layout']);
  assert.match(partial.html, /A long text that has no tag/);
});

test('headings of a file that tags none are told by their looks, and its lists stay', async () => {
  const styled = (text: string, mcid: number, y: number, style: { size?: number; font?: string }): string =>
    `/P << /MCID ${mcid} >> BDC ${textAt(72, y, text, style)} EMC`;
  const body = Array.from(
    { length: 6 },
    (_, index) => `Line ${index} of a paragraph that is long enough to be one.`,
  );
  const build = (heading: string): Buffer => {
    const builder = new PdfBuilder();
    const root = builder.object('');
    const page = builder.object('');
    const tag = (type: string, kids: string, parent = root): string =>
      builder.object(`<< /Type /StructElem /S /${type} /P ${parent} /Pg ${page} /K [${kids}] >>`);
    const list = builder.object('');
    const item = tag('LI', '3', list);
    builder.set(list, `<< /Type /StructElem /S /L /P ${root} /Pg ${page} /K [${item}] >>`);
    const tops = [tag(heading, '0'), tag('P', '1'), tag('P', '2'), list, tag('P', '4')];
    const owners = [tops[0], tops[1], tops[2], item, tops[4]];
    const content = [
      styled('The large title', 0, 740, { size: 22 }),
      ...body.map((line, index) => styled(line, 1, 700 - index * 14, {})),
      styled('A bold heading', 2, 590, { font: 'F2', size: 15 }),
      styled('- An item', 3, 560, {}),
      ...body.map((line, index) => styled(line, 4, 530 - index * 14, {})),
    ].join('\n');
    builder.page({ content, entries: '/StructParents 0' }, page);
    builder.set(
      root,
      `<< /Type /StructTreeRoot /K [${tops.join(' ')}] /ParentTree << /Nums [0 [${owners.join(' ')}]] >> >>`,
    );
    builder.catalog = `/MarkInfo << /Marked true >> /StructTreeRoot ${root}`;
    return builder.build();
  };
  const { html } = await read(build('P'));
  assert.match(html, /^<h1>The large title<\/h1>\n<p>Line 0/);
  assert.match(html, /<h2>A bold heading<\/h2>\n<ul><li>An item<\/li><\/ul>\n<p>Line 0/);
  // Where one is tagged, the others are not meant to be.
  assert.match((await read(build('H1'))).html, /^<h1>[^]*<p>(?:<[a-z]+>)*A bold heading/);
});
