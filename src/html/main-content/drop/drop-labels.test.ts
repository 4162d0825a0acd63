import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseHtml } from '../../parse.ts';
import { findMainContent } from '../find-main-content.ts';
import { visibleText } from '../measure/visible-text.ts';

const prose = (number: number): string =>
  `<p>Paragraph ${number} of the text that a reader came for, long enough to be taken for prose by anyone who reads it.</p>`;

function textWith(html: string): string {
  const tree = parseHtml(
    `<main><h1>Title</h1>${prose(1)}${prose(2)}<div class=x>${html}</div>${prose(3)}${prose(4)}</main>`,
  );
  return visibleText(tree, findMainContent(tree).removed);
}

test('a block that only holds the label of a control goes', () => {
  for (const label of [
    'Share',
    'Loading...',
    '<a href="#top">Back to top</a>',
    'Close ×',
    '<b>Skip to content</b>',
  ])
    assert.doesNotMatch(textWith(`<p>${label}</p>`), /share|loading|top|close|skip/i, label);
});

test('a block that only holds a value for machines goes', () => {
  for (const value of [
    '2026-02-05T21:07:56+00:00',
    'https://x.test/a.jpg?w=3',
    '{"painterId":"Grid","asins":["B0"]}',
    '[vc_row css="x"]',
    '{{banner}}',
  ])
    assert.doesNotMatch(textWith(`<div>${value}</div>`), /2026|jpg|painter|vc_row|banner/, value);
});

test('the same words stay in text, headings, lists, tables and code', () => {
  for (const html of [
    '<p>Share this page with others.</p>',
    '<h2>Share</h2><p>Some text about shares.</p>',
    '<ul><li>Close</li><li>Copy</li></ul>',
    '<table><tr><td>Video</td><td>2026-02-05T21:07:56Z</td></tr></table>',
    '<pre>{"a": 1}</pre>',
    '<pre><div>copy</div><div>close</div></pre>',
    '<p>On 2026-02-05 [note] it was {"a": 1}.</p>',
  ]) {
    const visible = visibleText(parseHtml(html));
    assert.ok(textWith(html).includes(visible.trim()), html);
  }
});

test('the name of a language over its code goes; another word stays', () => {
  const code =
    '<div class="example"><div class="head"><span>js</span></div><pre class="brush: js notranslate"><code>await boat();</code></pre></div>';
  assert.doesNotMatch(textWith(code), /js/);
  assert.doesNotMatch(textWith('<p>Bash</p><pre><code class="language-bash">row</code></pre>'), /Bash/);
  assert.match(textWith('<p>Example</p><pre class="language-js">await boat();</pre>'), /Example/);
  assert.match(textWith('<p>js</p><p>It is written as js.</p>'), /^js$/m);
});

test('a page that says nothing else keeps its label', () => {
  const tree = parseHtml('<div id="app"><p>Loading…</p></div>');
  assert.equal(visibleText(tree, findMainContent(tree).removed), 'Loading…');
});

test('what a wiki shows to its writers goes', () => {
  const edit = `<span class="mw-editsection"><span>[</span><a href="/w/index.php?title=X&amp;action=edit&amp;section=1">edit</a><span>]</span></span>`;
  const text = textWith(
    `<h2>History ${edit}</h2><p>It began early.<sup class="noprint Inline-Template">[<i><a href="/wiki/C">citation needed</a></i>]</sup> <a href="/w/index.php?title=Y&amp;action=edit&amp;redlink=1">A missing page</a></p>
     <a href="#nav">Jump to navigation</a><p>You can <a href="#end">jump to the end</a> of it.</p>`,
  );
  assert.doesNotMatch(text, /edit|citation|navigation|\[/);
  assert.match(text, /History/);
  assert.match(text, /A missing page/);
  assert.match(text, /jump to the end/);
});
