import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseSrcset } from './srcset.ts';

describe('parseSrcset', () => {
  const cases: Array<[text: string, candidates: ReturnType<typeof parseSrcset>]> = [
    ['', []],
    [' , ,\n', []],
    ['a.png', [{ url: 'a.png' }]],
    ['a.png, b.png 2x', [{ url: 'a.png' }, { url: 'b.png', density: 2 }]],
    [
      'a.png 100w,b.png 200w',
      [
        { url: 'a.png', width: 100 },
        { url: 'b.png', width: 200 },
      ],
    ],
    ['a.png,b.png 2x', [{ url: 'a.png,b.png', density: 2 }]],
    ['a.png,, b.png 2x', [{ url: 'a.png' }, { url: 'b.png', density: 2 }]],
    ['/w_1,h_2/a.png 1.5x', [{ url: '/w_1,h_2/a.png', density: 1.5 }]],
    [
      'data:image/gif;base64,R0lG 1x, b.png .5x',
      [
        { url: 'data:image/gif;base64,R0lG', density: 1 },
        { url: 'b.png', density: 0.5 },
      ],
    ],
    ['a.png 100w 50h', [{ url: 'a.png', width: 100 }]],
    [
      'a.png 50h 100w, b.png 2x',
      [
        { url: 'a.png', width: 100 },
        { url: 'b.png', density: 2 },
      ],
    ],
    ['a.png 1e3x', [{ url: 'a.png', density: 1000 }]],
    ['a.png 0x', [{ url: 'a.png', density: 0 }]],
    ['a.png 0w, b.png -1x, c.png 1.5w, d.png +2x, e.png 10, f.png x', []],
    ['a.png 1x 2x, b.png 1w 2w, c.png 1x 1w, d.png 1h, e.png 1h 2x, f.png 1w 1h 1h', []],
    ['a.png foo(1, 2) , b.png 2x', [{ url: 'b.png', density: 2 }]],
    ['a.png (unclosed, b.png 2x', []],
  ];
  for (const [text, candidates] of cases) {
    it(JSON.stringify(text), () => assert.deepEqual(parseSrcset(text), candidates));
  }
});
