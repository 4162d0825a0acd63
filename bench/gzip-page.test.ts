import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { createGzipPage } from './gzip-page.ts';

test('one gzip stream of the opening and the rest', () => {
  const rest = `<p>${'Zürich – '.repeat(20_000)}</p>`;
  const compress = createGzipPage(rest);
  for (const opening of ['', '<!doctype html>é', 'x'.repeat(65_535)]) {
    assert.equal(gunzipSync(compress(opening)).toString(), opening + rest);
  }
});

test('an opening that does not fit a stored block is refused', () => {
  assert.throws(() => createGzipPage('rest')('x'.repeat(65_536)), RangeError);
});
