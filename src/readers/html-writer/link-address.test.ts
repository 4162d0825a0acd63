import assert from 'node:assert/strict';
import { it } from 'node:test';
import { linkAddress } from './link-address.ts';

it('passes on safe addresses only', () => {
  for (const address of ['https://example.org/a', 'mailto:a@example.org', 'tel:+431', 'ftp://a', '#place']) {
    assert.equal(linkAddress(` ${address}\n`), address);
  }
  assert.equal(linkAddress('www.example.org'), 'http://www.example.org');
  for (const address of [
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    'file:///etc',
    'data:text/html,x',
    'a.docx',
    '#',
    '',
  ]) {
    assert.equal(linkAddress(address), undefined);
  }
});
