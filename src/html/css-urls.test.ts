import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findCssUrls } from './css-urls.ts';

describe('findCssUrls', () => {
  const cases: Array<[css: string, urls: string[]]> = [
    ['color: red', []],
    ['background: url(a.png)', ['a.png']],
    [`background: url( "a b.png" ), URL('c(1).png')`, ['a b.png', 'c(1).png']],
    ['background-image: image-set(url(a.png) 1x, url(b.png) 2x)', ['a.png', 'b.png']],
    ['background: url(a\\ b\\).png)', ['a b).png']],
    ['filter: url(#blur); mask: url("#m")', []],
    ['background: url()', []],
    ['background: url("unclosed.png)', []],
    ['background: linear-gradient(red, blue)', []],
  ];
  for (const [css, urls] of cases) {
    it(css, () => assert.deepEqual(findCssUrls(css), urls));
  }
});
