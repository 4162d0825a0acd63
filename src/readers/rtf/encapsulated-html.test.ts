import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentMarkup } from './encapsulated-html.ts';

test('known elements, links and spans stay; what is active, styled or attached goes', () => {
  assert.equal(
    documentMarkup(
      '<html><head><title>t</title></head><body onload="x"><style>p{}</style><table><tr><td colspan=2 style="x"><b>a</b></td></tr></table><a href="javascript:x">b</a><img src="cid:1" alt="c&quot;"><p>d',
    ),
    '<table><tr><td colspan="2"><strong>a</strong></td></tr></table>b<img alt="c&quot;"><p>d</p>',
  );
});

test('what nests too deep is not read as a mail', () => {
  assert.equal(documentMarkup('<div>'.repeat(100_000)), undefined);
});
