import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseHtml } from '../../parse.ts';
import { IMG } from '../../tags.ts';
import { largestCandidate } from './srcset-candidates.ts';

describe('largestCandidate', () => {
  const cases: Array<[srcset: string, url: string | undefined]> = [
    ['', undefined],
    ['a.png', 'a.png'],
    ['a.png 1x, c.png 3x, b.png 2x', 'c.png'],
    ['a.png 300w, b.png 1200w, c.png 600w', 'b.png'],
    ['a.png, b.png .5x', 'a.png'],
    ['a.png 9x, b.png 10w', 'b.png'],
    ['a.png 2x, b.png 2x', 'a.png'],
    ['data:image/gif;base64,R0lGOD 4000w, b.png 10w', 'b.png'],
    ['data:image/gif;base64,R0lGOD 1w', undefined],
  ];
  for (const [srcset, url] of cases) {
    it(`${JSON.stringify(srcset)} gives ${url}`, () => {
      const tree = parseHtml(`<img srcset="${srcset}">`);
      assert.equal(largestCandidate(tree, tree.tag.indexOf(IMG))?.url, url);
    });
  }
});
