import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reportableUrl } from './reportable-url.ts';

test('a URL is reported as it was given, without user name and password', () => {
  assert.equal(reportableUrl('HTTP://Site.test'), 'HTTP://Site.test');
  assert.equal(reportableUrl('http://user:secret@site.test/a?b#c'), 'http://site.test/a?b#c');
  assert.equal(reportableUrl('http://user@site.test'), 'http://site.test/');
});
