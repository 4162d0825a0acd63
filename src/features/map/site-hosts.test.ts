import assert from 'node:assert/strict';
import { test } from 'node:test';
import { siteHosts } from './site-hosts.ts';

test('the host, its twin with or without www, and what subdomains end in', () => {
  const cases: Array<[string, string[], string]> = [
    ['https://example.com/', ['example.com', 'www.example.com'], 'example.com'],
    ['https://www.example.co.uk/a', ['www.example.co.uk', 'example.co.uk'], 'example.co.uk'],
    ['http://shop.example.com:8080/', ['shop.example.com:8080'], 'example.com:8080'],
    ['https://alice.github.io/', ['alice.github.io', 'www.alice.github.io'], 'alice.github.io'],
    ['http://127.0.0.1:3000/', ['127.0.0.1:3000'], '127.0.0.1:3000'],
    ['http://[::1]/', ['[::1]'], '[::1]'],
    ['http://localhost/', ['localhost'], 'localhost'],
  ];
  for (const [url, own, mainDomain] of cases)
    assert.deepEqual(siteHosts(new URL(url)), { own, mainDomain }, url);
});
