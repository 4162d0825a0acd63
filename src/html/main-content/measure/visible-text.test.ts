import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseHtml } from '../../parse.ts';
import { removeInvisible } from '../drop/remove-invisible.ts';
import { visibleText } from './visible-text.ts';

const textOf = (html: string): string => visibleText(parseHtml(html));

describe('visibleText', () => {
  it('gives a line per block and nothing for inline elements', () => {
    assert.equal(textOf('<h1>A <b>b</b>c</h1><div>d<p>e</p>f</div>g<br>h'), 'A bc\nd\ne\nf\ng\nh');
  });

  it('collapses white space, but not in pre', () => {
    assert.equal(textOf('<p> a \n b </p><pre>c\n  d</pre>'), 'a b\nc\n  d');
  });

  it('collapses white space across inline elements, and takes a no-break space for a space', () => {
    assert.equal(textOf('<p>a <i> b</i>\u00a0 c&nbsp;d</p>'), 'a b c d');
  });

  it('puts the cells of a row on one line', () => {
    assert.equal(
      textOf('<table><tr><td>a</td><td>b</td></tr><tr><th>c</th><td>d</td></tr></table>'),
      'a b\nc d',
    );
  });

  it('sets pieces of a line apart as Markdown does, but in code', () => {
    assert.equal(
      textOf('<p><span class="brand">Acme</span><span class="name">Trail 3 Boots</span></p>'),
      'Acme Trail 3 Boots',
    );
    assert.equal(textOf('<p><b>Java</b>Script</p>'), 'JavaScript');
    assert.equal(
      textOf('<code><span class="k">new</span><span class="t">Map of Maps</span></code>'),
      'newMap of Maps',
    );
  });

  it('leaves out what shows nothing', () => {
    const html =
      '<head><title>t</title></head>a<script>s</script><style>y</style><template>m</template><svg><text>v</text></svg><!-- c -->b';
    assert.equal(textOf(html), 'ab');
  });

  it('reads a declarative shadow root', () => {
    assert.equal(
      textOf('<x-card><template shadowrootmode="open"><p>inside</p></template></x-card>'),
      'inside',
    );
  });

  it('leaves out removed subtrees', () => {
    const tree = parseHtml('<p>a</p><p>b</p>');
    const removed = new Uint8Array(tree.length);
    removed[
      Array.from({ length: tree.length }, (_, node) => node).findLast((node) => tree.name(node) === 'p')!
    ] = 1;
    assert.equal(visibleText(tree, removed), 'a');
    const texts = parseHtml('<p>a<br>b</p>');
    const withoutLast = new Uint8Array(texts.length);
    withoutLast[texts.length - 1] = 1;
    assert.equal(visibleText(texts, withoutLast), 'a');
  });
});

describe('removeInvisible', () => {
  it('keeps all that a visitor can see: frame, hidden blocks, controls', () => {
    const tree = parseHtml(
      '<nav>menu</nav><p>text</p><div hidden>tab</div><button>go</button><script>s</script>',
    );
    assert.equal(visibleText(tree, removeInvisible(tree)), 'menu\ntext\ntab\ngo');
  });

  it('drops noscript with words beside a page, keeps one with a picture only', () => {
    const tree = parseHtml(
      '<p>some text</p><noscript>turn scripts on</noscript><noscript><img src="a.png"></noscript>',
    );
    const removed = removeInvisible(tree);
    const states = Array.from({ length: tree.length }, (_, node) => node)
      .filter((node) => tree.name(node) === 'noscript')
      .map((node) => removed[node] === 0);
    assert.deepEqual(states, [false, true]);
  });
});
