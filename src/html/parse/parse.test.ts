import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseHtml } from '../parse.ts';
import * as tags from '../tags.ts';
import type { Tree } from '../tree.ts';

/** Pages whose nodes are created in document order, and pages where some move. */
const PAGES = [
  '',
  '<p>a<p>b<ul><li>c</ul>',
  '<b>a<p>b</b>c</p>d',
  '<table>a<tr><td>b</table>c<table><b>d<tr>e',
  '<div></div><frameset><frame></frameset>',
  '<head></head> <script>a</script><body>b</body><!-- c -->d',
];

describe('parseHtml', () => {
  it('gives document order in arrays that agree with each other', () => {
    for (const page of PAGES) {
      const tree = parseHtml(page);
      assert.equal(tree.parent[0], -1);
      assert.equal(tree.end[0], tree.length);
      for (const column of [tree.tag, tree.parent, tree.end, tree.namespace])
        assert.equal(column.length, tree.length);
      for (let node = 1; node < tree.length; node++) {
        const parent = tree.parent[node]!;
        assert.ok(parent >= 0 && parent < node, page);
        assert.ok(tree.end[node]! > node && tree.end[node]! <= tree.end[parent]!, page);
      }
    }
  });

  it('finds the elements with an attribute, in document order', () => {
    const tree = parseHtml(
      '<table rel><tr><td>a<i id=2 rel=b></i></table><b REL=""></b><u xel></u><p a=rel>',
    );
    assert.deepEqual(
      tree.elementsWith('rel', 'id').map((node) => tree.name(node)),
      ['table', 'i', 'b'],
    );
    const merged = parseHtml('<body><p><body itemprop=c>');
    assert.deepEqual(
      merged.elementsWith('itemprop').map((node) => merged.name(node)),
      ['body'],
    );
  });

  it('links children as the first and next of their parent', () => {
    const tree = parseHtml('<body><i>1</i><b>2<u>3</u></b>4');
    const body = find(tree, 'body');
    const names: string[] = [];
    for (let child = body + 1; child < tree.end[body]!; child = tree.end[child]!)
      names.push(tree.name(child));
    assert.deepEqual(names, ['i', 'b', '#text']);
  });

  it('names nodes of every kind', () => {
    const tree = parseHtml('<!doctype html><!-- a --><X-Y>b<svg><lineargradient></svg></X-Y>');
    const names = Array.from({ length: tree.length }, (_, node) => tree.name(node));
    assert.deepEqual(names, [
      '#document',
      '#doctype',
      '#comment',
      'html',
      'head',
      'body',
      'x-y',
      '#text',
      'svg',
      'linearGradient',
    ]);
    assert.equal(tree.doctypeName, 'html');
    assert.equal(tree.isQuirks, false);
    assert.equal(tree.tag[6], tags.FIRST_UNKNOWN_TAG);
    assert.equal(tree.namespace[8], 1);
  });

  it('decodes text and joins what belongs together', () => {
    const tree = parseHtml('<p>a&amp;b</x>c\r\nd<!-- &amp; -->');
    assert.equal(tree.text(find(tree, '#text')), 'a&bc\nd');
    assert.equal(tree.text(find(tree, '#comment')), ' &amp; ');
    assert.equal(tree.text(find(tree, 'p')), '');
  });

  it('reads attributes by name in any case, the first of each', () => {
    const tree = parseHtml('<p A=1 a=2 B="x&amp;y" c d=&copy=1>');
    const paragraph = find(tree, 'p');
    assert.equal(tree.attribute(paragraph, 'a'), '1');
    assert.equal(tree.attribute(paragraph, 'b'), 'x&y');
    assert.equal(tree.attribute(paragraph, 'c'), '');
    assert.equal(tree.attribute(paragraph, 'd'), '&copy=1');
    assert.equal(tree.attribute(paragraph, 'e'), undefined);
    assert.equal(tree.attribute(find(tree, 'body'), 'a'), undefined);
    assert.equal(tree.attribute(0, 'a'), undefined);
    assert.deepEqual(tree.attributes(paragraph), [
      ['a', '1'],
      ['b', 'x&y'],
      ['c', ''],
      ['d', '&copy=1'],
    ]);
  });

  it('adds the attributes of later html and body tags', () => {
    const tree = parseHtml('<html lang=a><table>x<body class=b><body class=c id=d><html lang=e dir=f>');
    assert.deepEqual(tree.attributes(find(tree, 'html')), [
      ['lang', 'a'],
      ['dir', 'f'],
    ]);
    assert.equal(tree.attribute(find(tree, 'body'), 'class'), 'b');
    assert.equal(tree.attribute(find(tree, 'body'), 'id'), 'd');
  });

  it('gives the attributes of SVG and MathML their capitals and finds them without', () => {
    const tree = parseHtml('<svg viewbox=a><math definitionurl=b>');
    assert.deepEqual(tree.attributes(find(tree, 'svg')), [['viewBox', 'a']]);
    assert.equal(tree.attribute(find(tree, 'svg'), 'viewbox'), 'a');
  });

  it('keeps the content of noscript and of templates as elements', () => {
    const tree = parseHtml('<body><noscript><img src=a></noscript><template><p>b</template>');
    assert.equal(tree.name(tree.parent[find(tree, 'img')]!), 'noscript');
    assert.equal(tree.name(tree.parent[find(tree, 'p')]!), 'template');
  });

  it('takes more names than the tag column has numbers for', () => {
    const count = 66_000;
    const tree = parseHtml(Array.from({ length: count }, (_, index) => `<n${index}></n${index}>`).join(''));
    assert.equal(tree.length, count + 4);
    assert.equal(tree.name(4), 'n0');
    assert.equal(tree.name(tree.length - 1), 'n65999');
  });

  it('reads lone surrogates and characters outside the basic plane', () => {
    assert.equal(parseHtml('<p>\uD83D\uDE00\uD800').text(5), '\uD83D\uDE00\uD800');
  });
});

/** The first node of a name. */
function find(tree: Tree, name: string): number {
  for (let node = 0; node < tree.length; node++) if (tree.name(node) === name) return node;
  assert.fail(`No ${name}`);
}
