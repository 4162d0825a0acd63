import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertLinear } from '../../test/support/assert-linear.ts';
import { collectImages } from './images.ts';
import { parseHtml } from './parse.ts';
import { DIV, HEAD } from './tags.ts';

const BASE = new URL('https://example.com/dir/');

function imagesOf(html: string): string[] {
  return collectImages(parseHtml(html), BASE).map((url) => url.replace('https://example.com/dir/', ''));
}

describe('collectImages', () => {
  const cases: Array<[what: string, html: string, images: string[]]> = [
    ['img', '<img src="a.png"><img src=" b.png "><img src="a.png"><img>', ['a.png', 'b.png']],
    ['srcset', '<img src="a.png" srcset="b.png 1x, c.png 2x">', ['c.png']],
    ['picture', '<picture><source srcset="a.avif 100w, b.avif 200w"><img src="c.png"></picture>', ['b.avif']],
    ['picture without img', '<picture><source srcset="a.avif"></picture>', ['a.avif']],
    [
      'picture of one size',
      '<picture><source srcset="a.avif"><source srcset="a.webp"><img src="a.png"></picture>',
      ['a.png'],
    ],
    [
      'sources of video and audio',
      '<video><source src="a.mp4"></video><audio><source src="b.mp3"></audio>',
      [],
    ],
    ['video poster', '<video poster="p.jpg" src="v.mp4"></video>', ['p.jpg']],
    ['lazy image', '<img src="data:image/gif;base64,AA" data-src="a.png" data-srcset="b.png 2x">', ['b.png']],
    [
      'what keeps the place of a lazy image',
      '<img src="/img/placeholder.svg" data-src="a.png"><img src="lazy.gif" srcset="b.png 1x"><img src="/blank.gif">',
      ['a.png', 'b.png'],
    ],
    ['noscript', '<noscript><img src="a.png"></noscript>', ['a.png']],
    ['image button', '<input type=IMAGE src="a.png"><input type=text src="b.png">', ['a.png']],
    ['SVG image', '<svg><image href="a.png"/><image xlink:href="b.png"/></svg>', ['a.png', 'b.png']],
    [
      'inline CSS',
      `<div style="background: url('a.png'), url(&quot;b.png&quot;)"></div>`,
      ['a.png', 'b.png'],
    ],
    [
      'lazy background',
      '<div data-bg="a.png"></div><div data-bg="url(b.png)"></div><div data-bg="dark"></div>',
      ['a.png', 'b.png'],
    ],
    [
      'preview images',
      '<meta property="og:image" content="a.png"><meta name="Twitter:Image" content="b.png">',
      ['a.png', 'b.png'],
    ],
    [
      'no address',
      '<img src=""><img src=" "><img src="data:image/png;base64,AA"><img src="blob:x"><img src="javascript:x">',
      [],
    ],
    ['template', '<template><img src="{{src}}"></template>', []],
  ];
  for (const [what, html, images] of cases) {
    it(what, () => assert.deepEqual(imagesOf(html), images));
  }

  it('leaves out removed subtrees but for preview images', () => {
    const tree = parseHtml(
      '<head><meta property="og:image" content="/og.png"></head><div><img src="/a.png"></div><img src="/b.png">',
    );
    const removed = new Uint8Array(tree.length);
    removed[tree.tag.indexOf(DIV)] = 1;
    removed[tree.tag.indexOf(HEAD)] = 1;
    assert.deepEqual(collectImages(tree, BASE, { removed }), [
      'https://example.com/og.png',
      'https://example.com/b.png',
    ]);
  });

  it('takes linear time for 100,000 attributes and megabytes of data URLs', async () => {
    await assertLinear(100_000, (size) => {
      const attributes = Array.from({ length: size }, (_, i) => `a${i}=1`).join(' ');
      const tree = parseHtml(
        `<img ${attributes}><img src="data:image/png;base64,${'A'.repeat(50 * size)}"><img src=x.png>`,
      );
      return () => assert.deepEqual(collectImages(tree, BASE), ['https://example.com/dir/x.png']);
    });
  });
});
