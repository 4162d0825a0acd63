import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collectContentImages } from './content-images.ts';
import { parseHtml } from './parse.ts';

const BASE = new URL('http://site.test/a/');

function imagesOf(html: string): ReturnType<typeof collectContentImages> {
  const tree = parseHtml(html);
  const removed = new Uint8Array(tree.length);
  for (const node of tree.elementsWith('data-gone')) removed[node] = 1;
  return collectContentImages(tree, BASE, removed);
}

test('pictures of the content come with words and sizes', () => {
  assert.deepEqual(
    imagesOf(`
      <img src="kettle.jpg" alt="A red kettle" width="640" height="480px">
      <img src="/p/pot-800x600.png" alt="An old pot">
      <img srcset="s.jpg 300w, l.jpg 1200w" alt="A large pan">
      <figure><div><img src="fig.jpg" alt="Lid"></div><figcaption>The lid of <b>the</b> pan</figcaption></figure>
      <img src="東.jpg" alt="東京都の天気">`),
    [
      { url: 'http://site.test/a/kettle.jpg', alt: 'A red kettle', width: 640, height: 480 },
      { url: 'http://site.test/p/pot-800x600.png', alt: 'An old pot', width: 800, height: 600 },
      { url: 'http://site.test/a/l.jpg', alt: 'A large pan', width: 1200 },
      { url: 'http://site.test/a/fig.jpg', alt: 'Lid – The lid of the pan' },
      { url: 'http://site.test/a/%E6%9D%B1.jpg', alt: '東京都の天気' },
    ],
  );
});

test('signs, small pictures, those without words and those beside the content are none', () => {
  assert.deepEqual(
    imagesOf(`
      <img src="logo.png" alt="The site's sign"><img src="a.svg" alt="Two words">
      <img src="small.png" alt="Two words" width="100"><img src="pixel.gif" alt="Two words" width="1">
      <img src="b.jpg" alt="One"><img src="data:image/png;base64,AAAA" alt="Two words"><img alt="Two words">
      <aside data-gone><img src="c.jpg" alt="Two words"></aside><template><img src="d.jpg" alt="Two words"></template>`),
    [],
  );
});

test('a page has at most ten, each once', () => {
  const html = Array.from({ length: 40 }, (_, n) => `<img src="${n >> 1}.jpg" alt="Picture ${n >> 1}">`).join(
    '',
  );
  assert.equal(new Set(imagesOf(html).map(({ url }) => url)).size, 10);
});
