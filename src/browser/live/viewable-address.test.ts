import assert from 'node:assert/strict';
import { test } from 'node:test';
import { viewableAddress } from './viewable-address.ts';

test('an address is completed as in any browser', () => {
  const meant: Record<string, string> = {
    'https://example.com/a?b#c': 'https://example.com/a?b#c',
    ' example.com ': 'https://example.com/',
    'example.com:8443/path': 'https://example.com:8443/path',
    'bücher.example/ä': 'https://xn--bcher-kva.example/%C3%A4',
    'localhost:3000': 'http://localhost:3000/',
    '127.0.0.1:3002/x': 'http://127.0.0.1:3002/x',
    '[::1]:80/': 'http://[::1]/',
    'HTTP://EXAMPLE.COM': 'http://example.com/',
  };
  for (const [written, url] of Object.entries(meant)) assert.equal(viewableAddress(written), url, written);
});

test('no other scheme opens, however it is written', () => {
  const refused = [
    '',
    'two words',
    'word',
    'file:///etc/passwd',
    'FILE:/etc/passwd',
    'java\nscript:alert(1)',
    'javascript:alert(1)',
    'javascript://example.com/%0aalert(1)',
    'data:text/html,x',
    'blob:https://example.com/1',
    'view-source:https://example.com',
    'chrome://version',
    'about:blank',
    'ftp://example.com',
    'https://',
  ];
  for (const written of refused) assert.equal(viewableAddress(written), undefined, written);
});
