import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertLinear } from '../../test/support/assert-linear.ts';
import { pickSize } from '../../test/support/pick-size.ts';
import { parseHtml } from './parse.ts';
import { serializeHtml } from './serialize.ts';
import type { Tree } from './tree.ts';
import { withFrameDocuments } from './with-frame-documents.ts';

function bodyOf(html: string): string {
  const tree = withFrameDocuments(parseHtml(html));
  assertSound(tree);
  return /<body>([^]*)<\/body>/.exec(serializeHtml(tree))![1]!;
}

/** Each subtree lies within that of its parent, right behind what stands before it. */
function assertSound(tree: Tree): void {
  for (let node = 1; node < tree.length; node++) {
    const parent = tree.parent[node]!;
    assert.ok(parent < node && tree.end[node]! > node && tree.end[node]! <= tree.end[parent]!);
  }
  assert.equal(tree.end[0], tree.length);
}

function escapeQuotes(html: string): string {
  return html.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}

const FRAME = '<div data-decant-frame="about:srcdoc"';

test('the document of a frame stands in its place, without its head, and the page around it as it was', () => {
  assert.equal(
    bodyOf(
      '<p>a <iframe class="x" src="/y" srcdoc="<title>T</title><h2 id=h>H</h2><x-y>one & two</x-y></div>">none</iframe> b</p><x-z>c</x-z>',
    ),
    `<p>a ${FRAME} class="x"><h2 id="h">H</h2><x-y>one &amp; two</x-y></div> b</p><x-z>c</x-z>`,
  );
});

test('frames within frames are read three deep', () => {
  let html = '<p>4</p>';
  for (const depth of [3, 2, 1, 0])
    html = `<p>${depth}</p><iframe srcdoc="${escapeQuotes(html)}"></iframe><p>${depth}</p>`;
  const body = bodyOf(html);
  assert.match(body, /^<p>0<\/p><div [^>]*><p>1<\/p><div [^>]*><p>2<\/p><div [^>]*><p>3<\/p><iframe /);
  assert.match(body, /<\/iframe><p>3<\/p><\/div><p>2<\/p><\/div><p>1<\/p><\/div><p>0<\/p>$/);
});

test('beacons stay out, and pictures to click at for an address', () => {
  for (const kept of [
    '<iframe width="1" height="1" srcdoc="<p>x</p>"></iframe>',
    '<iframe src="/film" srcdoc="<style>a{}</style><img src=a><b>▶</b>"></iframe>',
  ])
    assert.equal(
      bodyOf(kept).replaceAll(/&[lg]t;/g, (sign) => (sign === '&lt;' ? '<' : '>')),
      kept,
    );
  assert.equal(
    bodyOf('<iframe width="20%" srcdoc="<b>▶</b>"></iframe>'),
    `${FRAME} width="20%"><b>▶</b></div>`,
  );
});

test('attributes are found by name in all documents', () => {
  const tree = withFrameDocuments(
    parseHtml('<p id=a><iframe id=b srcdoc="<p id=c>x</p>">y</iframe><p id=d><p>'),
  );
  const ids = (...names: string[]): unknown =>
    tree.elementsWith(...names).map((node) => tree.attribute(node, 'id'));
  assert.deepEqual([ids('id'), ids('data-decant-frame'), ids('srcdoc')], [['a', 'b', 'c', 'd'], ['b'], []]);
});

for (const part of ['<iframe srcdoc="<p>x">a</iframe>', '<p>x', '<iframe srcdoc="<i', 'srcdoc=']) {
  const inner = escapeQuotes(part);
  test(`frames take linear time: ${part}`, () =>
    assertLinear(pickSize(20_000, 100_000), (size) => {
      const html = `<iframe srcdoc="${inner.repeat(size)}"></iframe>${part.repeat(size)}`;
      return () => withFrameDocuments(parseHtml(html));
    }));
}
