import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shownError, shownTarget } from './shown-target.ts';

test('a target is its host and path, without what may be a secret', () => {
  assert.equal(shownTarget('https://me:pw@docs.example.com:8443/a/b?token=t#f'), 'docs.example.com:8443/a/b');
  assert.equal(shownTarget('example.com'), 'example.com');
  assert.equal(shownTarget('http://'), '');
  assert.equal(shownTarget(`https://example.com/${'a'.repeat(500)}`).length, 120);
});

test('a message loses the secrets of the URLs in it, and stays one line', () => {
  assert.equal(
    shownError('GET "https://me:pw@a.example/x?token=t" and wss://b.example/y#f failed:\n no'),
    'GET "https://a.example/x?…" and wss://b.example/y?… failed: no',
  );
  assert.equal(shownError('a'.repeat(999)).length, 200);
});
