import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertLinear } from '../../test/support/assert-linear.ts';
import { pickSize } from '../../test/support/pick-size.ts';
import { parse } from '../contract/endpoints/parse.ts';
import { parseHtml } from '../html/parse.ts';
import { TABLE, TD, TH, TR } from '../html/tags.ts';
import { ServiceError } from '../lib/service-error.ts';
import { DOCUMENT_FILES, type DocumentKind } from './document-files.ts';
import { isDocumentKind, READERS, readerFor, type ContentKind } from './index.ts';
import type { ReadResult } from './reader.ts';

function read(
  kind: Exclude<ContentKind, DocumentKind>,
  text: string,
  path = '/file',
  contentType?: string,
): ReadResult {
  return readerFor(kind).read({ text, contentType, url: new URL(path, 'https://example.com') });
}

/** The text that a browser would show. */
function visibleText(html: string): string {
  const tree = parseHtml(html);
  return Array.from({ length: tree.length }, (_, node) => tree.text(node)).join('');
}

function cellsOf(html: string): string[][] {
  const tree = parseHtml(html);
  const rows: string[][] = [];
  for (let node = 0; node < tree.length; node++) {
    if (tree.tag[node] === TR) rows.push([]);
    if (tree.tag[node] === TD || tree.tag[node] === TH) {
      const { end } = tree;
      const text = Array.from({ length: end[node]! - node }, (_, i) => tree.text(node + i)).join('');
      rows.at(-1)!.push(text);
    }
  }
  return rows;
}

describe('READERS', () => {
  it('names each media type and each extension once', () => {
    const kinds = Object.values(READERS);
    for (const names of [
      kinds.flatMap(({ mediaTypes }) => mediaTypes),
      kinds.flatMap(({ extensions }) => extensions),
    ]) {
      assert.deepEqual(names, [...new Set(names)]);
      assert.deepEqual(
        names,
        names.map((name) => name.toLowerCase()),
      );
    }
  });

  it('has no document that POST /v2/parse does not name', () => {
    const named = parse.description.toLowerCase();
    for (const kind of Object.keys(DOCUMENT_FILES)) assert.match(named, new RegExp(`\\b${kind}s?\\b`), kind);
  });

  it('refuses kinds without a reader with their own error', () => {
    for (const kind of Object.keys(READERS) as ContentKind[]) {
      if ('read' in READERS[kind] || isDocumentKind(kind)) continue;
      assert.throws(
        () => readerFor(kind),
        (error) => {
          assert.ok(error instanceof ServiceError);
          assert.equal(error.code, 'SCRAPE_UNSUPPORTED_FILE_ERROR');
          assert.ok(error.message.includes(READERS[kind].label));
          assert.deepEqual(error.details, { kind });
          return true;
        },
      );
    }
  });
});

describe('readers of text', () => {
  const hostile = '</code></pre><script>alert(1)</script> &lt; &amp;amp; <!-- <b>`</b>';

  it('give HTML as it is', () => assert.deepEqual(read('html', '<p>x'), { html: '<p>x' }));

  it('give JSON as an indented code block, and what is no JSON as it is', () => {
    assert.deepEqual(read('json', '{"a":"<b>"}\n'), {
      html: '<pre><code class="language-json">{\n  "a": "&lt;b&gt;"\n}</code></pre>',
    });
    assert.equal(visibleText(read('json', '{"a":1}\r\n{"a":2}\r\n').html), '{"a":1}\n{"a":2}');
  });

  it('give XML as a code block', () => {
    assert.equal(read('xml', '<a/>\n').html, '<pre><code class="language-xml">&lt;a/&gt;</code></pre>');
  });

  it('give plain text as it was written', () => {
    const text = '\n  indented\r\n\r\n*not* <b>Markdown</b> & [x](y)\r\rend\n\n';
    const { html, markdown } = read('text', text);
    assert.equal(markdown, '\n  indented\n\n*not* <b>Markdown</b> & [x](y)\n\nend');
    assert.equal(visibleText(html), markdown);
  });

  it('give Markdown as it was written, with its first heading as title', () => {
    const { html, markdown } = read('markdown', '---\nx: y\n---\n\n# The <b> title ##\n\ntext\n');
    assert.equal(markdown, '---\nx: y\n---\n\n# The <b> title ##\n\ntext');
    assert.ok(html.startsWith('<title>The &lt;b&gt; title</title>'));
    assert.equal(read('markdown', 'no heading').html, '<pre>\nno heading</pre>');
  });

  it('give source with its language by media type or name', () => {
    const languageOf = (path: string, contentType?: string): string | undefined =>
      /language-(\w+)/.exec(read('code', 'x', path, contentType).html)?.[1];
    assert.equal(languageOf('/a.py'), 'python');
    assert.equal(languageOf('/a.min.JS'), 'javascript');
    assert.equal(languageOf('/a', 'text/css; charset=utf-8'), 'css');
    assert.equal(languageOf('/a.constructor', 'text/__proto__'), 'text');
    assert.equal(languageOf('/a.tostring'), 'text');
  });

  it('escape what would end their own markup', () => {
    for (const kind of ['json', 'xml', 'text', 'markdown', 'code'] as const) {
      assert.equal(visibleText(read(kind, hostile).html), hostile, kind);
    }
    assert.deepEqual(cellsOf(read('csv', `a,b\n1,${hostile}`).html)[1], ['1', hostile]);
  });

  it('take what is large in linear time', async () => {
    // Half of it is more than the cells of a table, which is another way to read CSV.
    const characters = pickSize(100_000, 500_000);
    for (const kind of ['json', 'xml', 'text', 'markdown', 'csv', 'code'] as const) {
      for (const part of ['<', '&', '"', '\r', '# ', ' ', ',', '"",', 'a\n', '# #']) {
        const prepare = (size: number): (() => unknown) => {
          const text = part.repeat(size);
          return () => assert.ok(read(kind, text).html.length < 80 * size, `${kind} ${part}`);
        };
        await assertLinear(characters, prepare, `${kind} ${part}`);
      }
    }
  });
});

describe('csvReader', () => {
  const cases: Array<[what: string, text: string, rows: string[][]]> = [
    [
      'plain',
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'quoted',
      '"a,1","b ""x""","c\r\nd"\n1,2,3',
      [
        ['a,1', 'b "x"', 'c\nd'],
        ['1', '2', '3'],
      ],
    ],
    [
      'semicolons',
      'a;b\n1,5;2',
      [
        ['a', 'b'],
        ['1,5', '2'],
      ],
    ],
    [
      'tabs',
      'a\tb\n1\t',
      [
        ['a', 'b'],
        ['1', ''],
      ],
    ],
    [
      'delimiter inside quotes',
      '"a;b;c;d",e\n1,2',
      [
        ['a;b;c;d', 'e'],
        ['1', '2'],
      ],
    ],
    [
      'rows of different length',
      'a,b,c\n1\n\n1,2,3,4',
      [
        ['a', 'b', 'c', ''],
        ['1', '', '', ''],
        ['1', '2', '3', '4'],
      ],
    ],
    ['text after a quote', '"a"x,b', [['ax', 'b']]],
    ['quote inside a field', 'a"b,c', [['a"b', 'c']]],
    ['unclosed quote', 'a,"b\nc,d', [['a', 'b\nc,d']]],
    ['one column', 'a\nb', [['a'], ['b']]],
    ['empty quotes', '"",""\n', [['', '']]],
    ['nothing', '', []],
    ['blank lines', '\n\n', []],
    ...['sep=;\n', 'sep=;\r\n', '"sep=;"\n', '\ufeffSEP=;\n'].map((first): (typeof cases)[number] => [
      `delimiter named for Excel: ${JSON.stringify(first)}`,
      `${first}a,x,y;b\n1,5,0;2\n`,
      [
        ['a,x,y', 'b'],
        ['1,5,0', '2'],
      ],
    ]),
    ['a named delimiter that is never guessed', 'sep=^\na^b,c\n', [['a', 'b,c']]],
    ['a named delimiter alone', 'sep=;\n', []],
    ['a quote is no delimiter', 'sep=""\n', [['sep=""']]],
    ['a second line that names a delimiter', 'a\nsep=;', [['a'], ['sep=;']]],
  ];
  for (const [what, text, rows] of cases)
    it(what, () => assert.deepEqual(cellsOf(read('csv', text).html), rows));

  it('leaves a file too large for a table as it was sent', () => {
    const isTable = (text: string): boolean => parseHtml(read('csv', text).html).tag.includes(TABLE);
    assert.equal(isTable('a,b\n'.repeat(20_000)), true);
    assert.equal(isTable('a,b\n'.repeat(20_001)), false);
    assert.equal(isTable(`${'a,'.repeat(5000)}\n${'a\n'.repeat(5000)}`), false);
    assert.equal(visibleText(read('csv', 'a,b\n'.repeat(20_001)).html), 'a,b\n'.repeat(20_001).trimEnd());
  });
});
