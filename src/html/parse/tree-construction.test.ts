import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pickSize } from '../../../test/support/pick-size.ts';
import { parse, type DefaultTreeAdapterTypes } from 'parse5';
import { parseHtml } from '../parse.ts';
import { COMMENT, DOCTYPE, TEXT } from '../tags.ts';
import type { Tree } from '../tree.ts';

/*
 * parse5, an implementation of the same standard, is the oracle. Where it strays from the standard (CDATA sections in
 * integration points, table scope across templates, `</tbody>` in a row of another section) the expectation is written out.
 */

const SNIPPETS: Readonly<Record<string, readonly string[]>> = {
  'documents that say little': [
    '',
    ' ',
    'x',
    '<!doctype html>',
    '<html>',
    '<head>',
    '<body>',
    '</body>',
    '</html>x',
    '<!-- a --><!doctype html><!-- b --><html><!-- c --><head><!-- d --></head><!-- e --><body><!-- f --></body><!-- g --></html><!-- h -->',
    '<title>a</title>b',
    '<meta charset=x><p>a',
    '<html lang=a><html lang=b dir=c><body class=d><body class=e id=f>x',
    '</br><p></p></p>',
    '<head></head> <script>a</script>\n<!-- x --><style>b</style><body>c',
    '<p>a</body> <!-- b --> c</html> <!-- d --> e',
    '<frameset><frame src=a></frameset><noframes>b</noframes>',
    '<div></div><frameset>',
    '<p hidden><frameset cols=1><frame></frameset></html><!-- x -->',
  ],
  'implied end tags': [
    '<p>a<p>b<div>c</p>d',
    '<ul><li>a<li>b<ul><li>c</ul><li>d</ul>e',
    '<dl><dt>a<dd>b<dt>c<div><dd>d</dl>',
    '<p>a<h1>b<h2>c</h3>d',
    '<select><option>a<option>b<optgroup><option>c<optgroup><option>d</select>e',
    '<ruby>a<rb>b<rt>c<rtc>d<rt>e<rp>f</ruby>',
    '<button>a<button>b</button>c',
    '<form>a<form>b</form>c</form>d',
    '<form><div></form><p>x</div>',
    '<p>a<table><tr><td>b</table>c',
    '<!doctype html><p>a<table><tr><td>b</table>c',
    '<a>a<p>b<a>c</p>d</a>e',
    '<nobr>a<nobr>b</nobr>c',
    '<pre>\n\na</pre><textarea>\n\nb</textarea><listing>&#10;c</listing>',
    '<li><div><li><span><li>x',
    '<option>a<option>b<p>c',
  ],
  'misnested formatting': [
    '<b>1<i>2</b>3</i>4',
    '<b>1<p>2</b>3</p>4',
    '<a>1<div>2<div>3</a>4</div>5</div>6',
    '<b><i><u><s>x<p>y</b>z</i>w',
    '<p><b><i><u></p> <p>x',
    '<b><b><b><b><b>x</p>y<p>z',
    '<font color=a><font color=a><font color=a><font color=a><font color=b><p>x</font></font>y',
    '<em><p>1<table><tr><td><b>2</em>3</td></tr></table>4</b>5',
    '<a href=a>x<table><a href=b>y<tr><td><a href=c>z</table>w',
    '<b><em><foo><foo><foo><aside></b></em>',
    '<div><b><div></b></b></div>x',
    '<p>1<s><big>2<p>3</s>4</big>5',
    '<a><b><big><em><strong><div>X</a>',
    '<object><b>x</object>y<p>z',
    '<b>a<marquee>b</b>c</marquee>d',
    '<i>A<b>B<p></i>C</b>D',
    '</b>x</a>y<b></i></b>z',
    '<code>a<div>b<code>c</div>d</code>e',
  ],
  tables: [
    '<table>a<tr>b<td>c</td>d</tr>e</table>f',
    '<table><b>a<tr><td>b</b>c</table>d',
    '<table><caption>a<tr><td>b</table>',
    '<table><caption><p>a</caption>b<col>c<colgroup><col>d</colgroup>e',
    '<table><td>a<th>b<tr><td>c<tbody><td>d<tfoot>e<thead><tr>',
    '<table><tr><td><table><tr><td>a</table>b</table>c',
    '<table><table>a</table>b</table>c',
    '<table><form><input type=hidden><input type=text><tr><td></form>x',
    '<table><script>a</script><style>b</style><div>c</div><tr>',
    '<table> <tr> <td> a </td> </tr> </table>',
    '<table><select><option>a<tr><td>b</table>',
    '<table><tr><td><select><option>a<td>b</select>c',
    '<table><tr></table><td>x</td>',
    '<table><colgroup> a<col></table>',
    '<div><table><p>a</div><tr><td>b</table>c',
    '<table>&#32;<tr>&#32;x&nbsp;<td>',
    '<b><table><td></b><i></table>x',
    '<table><!-- a -->b<!-- c --><tr><!-- d -->e',
    '<td>a</td><tr>b<caption>c<tbody>d',
  ],
  'raw text and templates': [
    '<script><!-- <script> </script> --></script>a',
    '<script><!--</script>a',
    '<script><!-- <script> --> </script>a',
    '<script>a</scripty></SCRIPT x="">b',
    '<style>a</b></style ><title>&amp;<b></title><textarea>&lt;</textarea >',
    '<xmp><b></xmp><iframe><b></iframe><noembed><b></noembed><noframes><b></noframes>',
    '<plaintext>a</plaintext><b>&amp;',
    '<noscript><img src=a><p>b</noscript>c',
    '<head><noscript><link><style>a</style></noscript><meta>',
    '<head><noscript><p>a</noscript>b',
    '<template><tr><td>a</template>b',
    '<template><col><b>x</b></template>',
    '<template>a<template>b</template><td>c</template>d',
    '<table><template><p>a</template><tr><template>b',
    '<select><template><div>a</template><script>b</script><div>c',
    '<head><template>a',
    '<title>a',
    '<textarea>a',
    '<script>a',
  ],
  'foreign content': [
    '<svg viewbox="0 0 1 1"><lineargradient gradienttransform=a /><foreignobject><p>a</foreignobject><p>b',
    '<svg><title><b>a</b></title><desc>b<p>c</desc><g>d</svg>e',
    '<math><mi>a<mglyph><b>c</mi><annotation-xml encoding="text/html"><div>d</div></annotation-xml></math>',
    '<math definitionurl=a><annotation-xml><svg><p>x',
    '<svg><![CDATA[a<b>&amp;]]>c</svg><![CDATA[d]]>',
    '<svg><font>a<font color=b>c',
    '<svg><g></P>a</g>b',
    '<svg xlink:href=a xml:lang=b xmlns:xlink=c><use xlink:href=#x />',
    '<svg><script>a<b></script></svg>',
    '<table><svg><tr><td>a</table>',
    '<p><svg><g></svg></p><math><mrow/></math>',
    '<svg></br><g></g></svg>',
    '<svg><a><p>x</a>y',
  ],
  'references and attributes': [
    'a&amp;b&ampc&notit;&notin;&NotEqualTilde;&#65&#x41;&#x80;&#0;&#xD800;&#x110000;&;&#;&#x;&unknown;',
    '<a href="?a=1&copy=2&copy;&lt&lt;&amp=3&notit;">',
    '<a a=1 A=2 b c= d=\'e\' f=g"h i="j"k /l=m/ n=/ "o =p>x',
    '<a =b>x</a =c><br/ ><br / >',
    '<p title="\r\na\rb">\r\nc\rd&#13;e',
    'a<b',
    'a<b c="',
    'a</b',
    'a</ b>c</>d</!e>f<?g>h<!i>j<!>k<',
    '<!-->a<!--->b<!---->c<!-- -- -->d<!-- --!>e<!--- -->f<!-- <!-- -->g<!--',
    '<!-- a -',
    '<!-- a --',
    '<!-- a --!',
    '<x-É Ö=Ä>a</x-É>b</X-É>c',
    '\0a<p\0b c\0d="e\0f">g\0h<title>i\0j</title><svg>k\0l</svg><!-- m\0n -->',
    '\uFEFFa',
    '<DIV CLASS=A>x</DIV>',
    '<image src=a><isindex><keygen><wbr></wbr>',
  ],
};

const NAMES =
  'a b i em nobr font p div span ul ol li dl dd dt table tbody thead tfoot tr td th caption col colgroup select option ' +
  'optgroup form button input textarea h1 h2 pre svg math mi mtext annotation-xml foreignObject desc title script style ' +
  'noscript template iframe br hr img image ruby rb rt rtc rp object marquee body html head frameset frame noframes ' +
  'plaintext x-y address section center small code strong u s g path mglyph malignmark keygen param meta link base ' +
  'listing xmp noembed';
const ATTRIBUTES = [
  '',
  ' class=a',
  ' id="x&amp;y"',
  ' type=hidden',
  ' color=red',
  ' A=1 a=2',
  '/',
  ' x=1 y= z',
];
const TEXTS =
  'x| |\n|a b|&amp;|&lt|&notit;|&nbsp;|&#65;|&#x80;|<|</|<!-- c -->|<!x>|<?pi?>|&|\r\n|\t|&#32;|&#10;|</>|<!doctype html>|é|>|&#0;'.split(
    '|',
  );

/** Mulberry32: the same numbers in [0, 1) for the same seed. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A short page of tags that rarely fit; a few names only, so that they meet. */
function tagSoup(seed: number): string {
  const random = randomNumbers(seed);
  const pick = (list: readonly string[]): string => list[Math.floor(random() * list.length)]!;
  const names = NAMES.split(' ').filter(() => random() < 0.2);
  if (names.length === 0) names.push('a');
  const parts = [random() < 0.5 ? '<!doctype html>' : ''];
  for (let count = 1 + Math.floor(random() * 24); count > 0; count--) {
    const kind = random();
    if (kind < 0.45) parts.push(`<${pick(names)}${random() < 0.3 ? pick(ATTRIBUTES) : ''}>`);
    else if (kind < 0.7) parts.push(`</${pick(names)}>`);
    else parts.push(pick(TEXTS));
  }
  return parts.join('');
}

describe('tree construction', () => {
  for (const [topic, snippets] of Object.entries(SNIPPETS)) {
    it(`agrees with the oracle on ${topic}`, () => {
      for (const source of snippets) assert.equal(outline(parseHtml(source)), oracleOutline(source), source);
    });
  }

  it('agrees with the oracle on pages of tag soup', () => {
    for (let seed = 0; seed < pickSize(1_000, 4_000); seed++) {
      const source = tagSoup(seed);
      if (isKnownDeviation(source)) continue;
      assert.equal(
        outline(parseHtml(source)),
        oracleOutline(source),
        `seed ${seed}: ${JSON.stringify(source)}`,
      );
    }
  });

  it('reads CDATA sections in integration points, which are foreign elements', () => {
    const tree = parseHtml('<svg><desc><![CDATA[a<b>]]>c</desc>');
    assert.match(outline(tree), /<svg desc>\n {5}"a<b>c"$/);
  });

  it('ignores the end tag of a section that is not open while a row is', () => {
    const tree = parseHtml('<table><tbody><tr><td>a</td></thead><td>b');
    assert.equal(countOf(tree, 'tr'), 1);
    assert.equal(countOf(tree, 'td'), 2);
  });

  it('does not see a table through a template', () => {
    const tree = parseHtml('<table><tbody><tr><td><template><tfoot></tbody><!-- c -->');
    assert.match(outline(tree), /<tfoot>\n {9}<!-- {2}c {2}-->$/);
  });

  it('tells quirks mode as the oracle does', () => {
    const doctypes = [
      '',
      '<!doctype html>',
      '<!DOCTYPE HTML>',
      '<!doctype>',
      '<!doctype html SYSTEM "about:legacy-compat">',
      '<!doctype html PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">',
      '<!doctype html PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN" "http://www.w3.org/TR/html4/loose.dtd">',
      '<!doctype html PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd">',
      '<!doctype html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">',
      '<!doctype html PUBLIC "-//W3C//DTD HTML 3.2 Final//EN">',
      "<!doctype html PUBLIC '-//W3O//DTD W3 HTML Strict 3.0//EN//'>",
      '<!doctype html SYSTEM "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd">',
      '<!doctype html PUBLIC>',
      '<!doctype html PUBLIC "a>',
      '<!doctype html bogus>',
      '<!doctype svg>',
      '<!doctype html',
    ];
    for (const doctype of doctypes) {
      const expected = parse(`${doctype}${doctype.endsWith('>') ? '<p>' : ''}`).mode === 'quirks';
      const source = `${doctype}${doctype.endsWith('>') ? '<p>' : ''}`;
      assert.equal(parseHtml(source).isQuirks, expected, doctype);
    }
  });
});

/** parse5 8.1 leaves the row at the end tag of any section and looks for table sections beyond a template. */
function isKnownDeviation(source: string): boolean {
  return /<\/(tbody|thead|tfoot)>/.test(source) && /<(tr|td|th|template)/.test(source);
}

function countOf(tree: Tree, name: string): number {
  return Array.from({ length: tree.length }, (_, node) => tree.name(node)).filter((other) => other === name)
    .length;
}

/** One line for each node and attribute, indented by depth, as the html5lib tests write trees. */
function outline(tree: Tree): string {
  const depth = new Int32Array(tree.length);
  const lines: string[] = [];
  for (let node = 1; node < tree.length; node++) {
    depth[node] = depth[tree.parent[node]!]! + 1;
    const indent = ' '.repeat(depth[node]!);
    const tag = tree.tag[node];
    if (tag === TEXT) lines.push(`${indent}"${tree.text(node)}"`);
    else if (tag === COMMENT) lines.push(`${indent}<!-- ${tree.text(node)} -->`);
    else if (tag === DOCTYPE) lines.push(`${indent}<!DOCTYPE ${tree.doctypeName}>`);
    else
      pushElement(
        lines,
        indent,
        ['', 'svg ', 'math '][tree.namespace[node]!]! + tree.name(node),
        tree.attributes(node),
      );
  }
  return lines.join('\n');
}

function oracleOutline(source: string): string {
  const lines: string[] = [];
  const open: Array<{ node: DefaultTreeAdapterTypes.Node; indent: string }> = [
    { node: parse(source, { scriptingEnabled: false }), indent: '' },
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, indent } = next;
    if (indent !== '') pushOracleNode(lines, indent, node);
    const children =
      'content' in node ? node.content.childNodes : 'childNodes' in node ? node.childNodes : [];
    for (const child of children.toReversed()) open.push({ node: child, indent: `${indent} ` });
  }
  return lines.join('\n');
}

function pushOracleNode(lines: string[], indent: string, node: DefaultTreeAdapterTypes.Node): void {
  if ('value' in node) lines.push(`${indent}"${node.value}"`);
  else if ('data' in node) lines.push(`${indent}<!-- ${node.data} -->`);
  else if ('name' in node) lines.push(`${indent}<!DOCTYPE ${node.name}>`);
  else if ('tagName' in node) {
    const namespace = node.namespaceURI.endsWith('svg')
      ? 'svg '
      : node.namespaceURI.endsWith('MathML')
        ? 'math '
        : '';
    const attributes = node.attrs.map(
      ({ prefix, name, value }) => [prefix ? `${prefix}:${name}` : name, value] as const,
    );
    pushElement(lines, indent, namespace + node.tagName, attributes);
  }
}

function pushElement(
  lines: string[],
  indent: string,
  name: string,
  attributes: ReadonlyArray<readonly [name: string, value: string]>,
): void {
  lines.push(`${indent}<${name}>`);
  for (const [key, value] of attributes) lines.push(`${indent} ${key}="${value}"`);
}
