/** Pages made to be slow: each repeats one thing until the page has about `size` characters. */
export const HOSTILE_PAGES: Readonly<Record<string, (size: number) => string>> = {
  'nested div': nest('<div>', '</div>'),
  'nested span': nest('<span>', '</span>'),
  'nested blockquote': nest('<blockquote>a', '</blockquote>'),
  'nested list': nest('<ul><li>a', '</li></ul>'),
  'nested ordered list with wide numbers': nest('<ol start="999999990"><li>a', '</li></ol>'),
  'nested tables': nest('<table><tr><td>a</td><td>', '</td></tr></table>'),
  'nested tables with headers': nest('<table><tr><th>a</th><th>', '</th></tr></table>'),
  'nested emphasis': nest('<b>a<i>', '</i></b>'),
  'nested strikethrough and emphasis': nest('<s>a<em>b', '</em></s>'),
  'nested rows of tabs': nest('<div role=tablist>a<i role=tab>', '</i></div>'),
  'nested rows of tabs with panels': nest('<div><p role=tablist>a</p><div role=tabpanel>b', '</div></div>'),
  'many rows of tabs': repeat('<b role=tablist></b><i role=tabpanel>a</i>'),
  'nested pre': nest('<pre>a', '</pre>'),
  'nested code': nest('<code>a', '</code>'),
  'nested panels of tabs': nest('<div role=tabpanel aria-labelledby=a><i role=tab id=a>x</i>', '</div>'),
  'nested boxes of notes': nest('<div class="admonition note"><p class="title">a</p>', '</div>'),
  'boxes of notes without titles': nest('<div class="alert alert-info"><i></i>', '</div>'),
  'nested lines of code': (size) => `<pre>${nest('<span class="code-line">a', '</span>')(size)}</pre>`,
  'nested line numbers': (size) => `<pre>${nest('<span class="line-numbers">', 'a</span>')(size)}</pre>`,
  'nested labels of code': (size) => `<pre>${nest('<b class="label">', '</b>')(size)}<code>a</code></pre>`,
  'labels after code': (size) => `<pre><code>a</code>${'<b>bash</b><b>x</b>'.repeat(size / 19)}</pre>`,
  'nested formulas': nest('<math><mfrac><mi>a</mi>', '</mfrac></math>'),
  'nested formula': (size) => `<math>${nest('<msup><mi>a</mi>', '</msup>')(size)}</math>`,
  'nested aria-hidden': nest('<i aria-hidden="true">', '</i>'),
  'nested definition lists': nest('<dl><dt>a</dt><dd>', '</dd></dl>'),
  'nested details': nest('<details><summary>a</summary>', '</details>'),
  'pieces of a line that touch': repeat('<span class=a>1a</span><span class=a>B b</span><a href=x>C:</a>'),
  'pieces of a line, nested': nest('<span class=a><a href=x>Aa</a><a href=y>Bb</a>', '</span>'),
  'notes in the margin': repeat('a<span class=sidenote>b</span>'),
  'nested notes in the margin': nest('a<small class=marginnote>b', '</small>'),
  'labels of notes in the margin': repeat('<label for=a>b</label><input type=checkbox class=toggle id=a>'),
  'notes in definition lists': (size) =>
    `<a class=footnote-reference href=#n>1</a><dl class=footnote>${'<dt id=n>a<!-- --> <dd>b'.repeat(size / 24)}</dl>`,
  'panels by the links to them': repeat('<i class=tabs><a href=#a>b</a></i><p class=tab-pane id=a>c</p>'),
  'images for looks': repeat('<img class=hidden src=a-dark.svg alt=b><img src=a.svg alt=b>'),
  'unclosed links and paragraphs': repeat('<a href="/x"><p>a'),
  'unclosed bold': repeat('<b>a '),
  'misnested emphasis': repeat('<b>a<i>b</b>c</i>'),
  'misnested links and emphasis': repeat('<b>x<a href="/y">a</b>b</a>'),
  'one link around many paragraphs': (size) =>
    `<a href="/${'u'.repeat(size / 2)}">${'<p>a</p>'.repeat(size / 16)}</a>`,
  'many links': repeat('<a href="/a(b">[a]</a> '),
  'many images': repeat('<img src="/a" alt="*">'),
  'many brackets': repeat('[]('),
  'many stars': repeat('*a '),
  'many underscores': repeat('_a'),
  'many backticks in text': repeat('`a``b'),
  'growing backtick runs in code': (size) => `<code>${growing('`', size)}</code>`,
  'growing fences in code': (size) => `<pre>${growing('`', size)}</pre>`,
  'many backslashes': repeat('\\'),
  'many angle brackets': repeat('&lt;a'),
  'many references': repeat('&amp;amp;'),
  'many line breaks': repeat('a<br>'),
  'only line breaks': repeat('<br>'),
  'many rules': repeat('<hr>'),
  'punctuation between emphasis': repeat('x<b>"!?".,;:</b>'),
  'one emphasis full of punctuation': (size) => `x<b>${'!'.repeat(size)}</b>x`,
  'emphasis over many codes': (size) => `x<b>${'<code>a</code>!'.repeat(size / 15)}</b>x`,
  'table of many rows': (size) =>
    `<table><tr><th>a<th>b</tr>${'<tr><td>1<td>2</tr>'.repeat(size / 19)}</table>`,
  'row of many cells': (size) => `<table><tr><th>h</th>${'<td>a</td>'.repeat(size / 10)}</tr></table>`,
  'wide row above short rows': (size) =>
    `<table><tr><th>h${'<td>a'.repeat(size / 10)}</tr>${'<tr><td>b'.repeat(size / 18)}</table>`,
  'cells that span 1000 by 1000': (size) =>
    `<table><tr><th>h</tr>${'<tr><td colspan=1000 rowspan=1000>a'.repeat(size / 35)}</table>`,
  'row of cells that reach down': (size) =>
    `<table><tr><th>h</tr><tr>${'<td rowspan=65534>a'.repeat(size / 38)}</tr>${'<tr><td>b'.repeat(size / 18)}</table>`,
  'tables side by side in a cell': (size) =>
    `<table><tr><th>h<th>i</tr><tr><td>${'<table><tr><td>a</table>'.repeat(size / 24)}</table>`,
  'nested glyphs of formulas': nest(
    '<mjx-container><mjx-math><mjx-munderover><mjx-munder><mjx-base>',
    '</mjx-base></mjx-munder></mjx-munderover></mjx-math></mjx-container>',
  ),
  'nested glyphs of one formula': (size) =>
    `<mjx-container><mjx-math>${nest('<mjx-munder><mjx-base><mjx-mi>a</mjx-mi></mjx-base><mjx-under>', '</mjx-under></mjx-munder>')(size)}`,
  'nested elements with TeX in an attribute': nest('<span class="katex"><i data-tex="">', '</i></span>'),
  'delimiters of TeX that nothing closes': repeat('\\( $a \\[ '),
  'delimiters of TeX that one closes': (size) => `${'\\(a$b \\[c '.repeat(size / 11)}\\) \\] d$`,
  'many dollar signs': repeat('$'),
  'formulas in text': repeat('\\(a_1\\) $x^2$ $$y_1$$ '),
  'environments of TeX': repeat('\\begin{align}a_1\\end{align} \\begin{gather} '),
  'pictures of formulas': repeat('<img class="tex" alt="\\alpha">'),
  'nested hidden formulas': nest('<span style="display:none">', '</span>'),
  'many scripts with formulas': (size) => `<p>${'<script type="math/tex">x</script>'.repeat(size / 37)}`,
  'many footnotes': (size) =>
    Array.from(
      { length: size / 80 },
      (_, n) => `<sup><a href="#fn${n}">1</a></sup><li id="fn${n}">a</li>`,
    ).join(''),
  'wide srcset': (size) => `<img alt="a" srcset="${'/a.jpg 1w, '.repeat(size / 11)}">`,
  'picture of many sources': (size) =>
    `<picture>${'<source srcset="/a.jpg 1w">'.repeat(size / 27)}<img src="/a"></picture>`,
  'pictures of many sources and images': (size) =>
    `<picture>${'<source srcset="/a 1w"><img src="/a">'.repeat(size / 37)}</picture>`,
  'noscript of many images': (size) =>
    `<p>${'a <b>c</b>'.repeat(size / 10)}</p><noscript>${'<img src=/a>'.repeat(size / 40)}</noscript>`,
  'many noscripts': repeat('<noscript><img src="/a"></noscript>'),
  'white space': (size) => `<p>a${' '.repeat(size)}b</p>`,
  'white space in code': (size) => `<pre>a${' '.repeat(size)}b</pre>`,
  'line feeds in code': (size) => `<pre>a${'\n'.repeat(size)}b</pre>`,
  'code in deep quotes': (size) => `${'<blockquote>'.repeat(200)}<pre>${'a\n'.repeat(size / 2)}</pre>`,
  'heading of hashes': (size) => `<h1>a ${'# '.repeat(size / 2)}x</h1>`,
  'definition-like brackets': repeat('<p>[a'),
  'one opening bracket': (size) => `<p>[${'a'.repeat(size)}</p>`,
  'base64 image': (size) => `<img src="data:image/png;base64,${'A'.repeat(size)}">`,
};

function repeat(unit: string): (size: number) => string {
  return (size) => unit.repeat(size / unit.length);
}

function nest(open: string, close: string): (size: number) => string {
  return (size) => {
    const depth = Math.floor(size / (open.length + close.length));
    return open.repeat(depth) + close.repeat(depth);
  };
}

/** Runs of 1, 2, 3, ... characters, parted by spaces. */
function growing(character: string, size: number): string {
  return Array.from({ length: Math.sqrt(size * 2) }, (_, length) => character.repeat(length + 1)).join(' ');
}
