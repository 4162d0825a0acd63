import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseProxyList } from './proxy-list.ts';

const told = (text: string) =>
  parseProxyList(text).map(({ url, country }) => [url.href, country].filter((part) => part !== undefined));

test('reads proxies of all kinds, with credentials, for countries', () => {
  assert.deepEqual(
    told(
      'DE=http://user:pa%2Css@Proxy.Test:3128, socks5://u:p=x@host2:1080 ,https://p.test,gb = http://[FD00::1]:8080/,',
    ),
    [
      ['http://user:pa%2Css@proxy.test:3128/', 'DE'],
      ['socks5://u:p%3Dx@host2:1080'],
      ['https://p.test/'],
      ['http://[fd00::1]:8080/', 'GB'],
    ],
  );
  assert.deepEqual(parseProxyList(''), []);
  assert.deepEqual(parseProxyList(' , '), []);
});

test('the host of a socks5 proxy is written like that of any other', () => {
  for (const [given, expected] of [
    ['socks5://HOST.test:1080', 'host.test'],
    ['socks5://0x7f.1:1080', '127.0.0.1'],
    ['socks5://[::FFFF:10.0.0.1]', '[::ffff:a00:1]'],
    ['socks5://m\u00fcnchen.test', 'xn--mnchen-3ya.test'],
  ] as const)
    assert.equal(parseProxyList(given)[0]?.url.hostname, expected, given);
});

test('an error names the place of the bad entry and nothing of what it holds', () => {
  const good = 'http://good.test:3128';
  for (const bad of [
    'sesame',
    'open.sesame:3128',
    'user:sesame@open.test:3128',
    'ftp://user:sesame@open.test',
    'socks4://user:sesame@open.test',
    'socks5h://user:sesame@open.test',
    'socks5:sesame',
    'socks5://sesame:x@',
    'http://user:sesame',
    'http://user:sesame@',
    'http://user:sesame@:3128',
    'http://user:12/sesame@open.test:1',
    'http://user:12?sesame@open.test:1',
    'http://user:12#sesame@open.test:1',
    'http://user:sesame@open.test:70000',
    'http://user:sesame@open.test:0',
    'http://user:sesame@open.test/path',
    'socks5://user:sesame@open.test/path',
    'socks5://user:sesame@open test:1',
    'socks5://user:sesame@1.2.3.4.5:1',
    'XX=http://user:sesame@open.test',
    'sesame=http://open.test',
    'UK=http://user:sesame@open.test',
    '=http://user:sesame@open.test',
    `socks5://user:sesame${'x'.repeat(250)}@open.test`,
  ])
    assert.throws(
      () => parseProxyList(`${good}, ,${bad}`),
      (error: Error) =>
        error.message.startsWith('has a bad proxy as entry 3 of 3: ') &&
        error.cause === undefined &&
        !/sesame|open|user:[^p]/i.test(error.message),
      bad,
    );
  // A comma inside a password ends the entry.
  assert.throws(() => parseProxyList('http://user:pa,ss@host:1'), { message: /entry 1 of 2: .*%2C/ });
  assert.throws(() => parseProxyList('UK=http://a.test'), { message: /did you mean GB/ });
});

test('credentials are measured in bytes', () => {
  const fits = `socks5://${'%C3%A4'.repeat(127)}:${'x'.repeat(255)}@a.test`;
  assert.equal(parseProxyList(fits).length, 1);
  assert.throws(() => parseProxyList(fits.replace('@', 'x@')), { message: /255 bytes/ });
});
