import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCookieJar } from './cookie-jar.ts';

/** Gives the cookies that a jar sends to `to` after `from` has set `cookies`. */
function sent(from: string, cookies: string | string[] | undefined, to: string): string {
  const jar = createCookieJar();
  jar.store(new URL(from), cookies);
  return jar.headerFor(new URL(to));
}

const CASES: Array<
  [what: string, from: string, cookies: string | string[] | undefined, to: string, header: string]
> = [
  ['nothing set', 'http://a.test/', undefined, 'http://a.test/', ''],
  ['same host', 'http://a.test/', 'k=v', 'http://a.test/x', 'k=v'],
  ['several', 'http://a.test/', ['k=v', 'l=w; Path=/'], 'http://a.test/', 'k=v; l=w'],
  ['host only', 'http://a.test/', 'k=v', 'http://b.a.test/', ''],
  ['domain', 'http://www.one.test/', 'k=v; Domain=one.test', 'http://b.one.test/', 'k=v'],
  ['another site', 'http://a.test/', 'k=v; Domain=b.test', 'http://b.test/', ''],
  ['a public suffix', 'http://a.co.uk/', 'k=v; Domain=co.uk', 'http://b.co.uk/', ''],
  ['a top level', 'http://a.com/', 'k=v; Domain=com', 'http://b.com/', ''],
  ['an address', 'http://10.0.0.1/', 'k=v', 'http://10.0.0.1/', 'k=v'],
  ['localhost', 'http://localhost:81/', 'k=v', 'http://localhost:82/', 'k=v'],
  ['secure to plain', 'https://a.test/', 'k=v; Secure', 'http://a.test/', ''],
  ['secure to secure', 'https://a.test/', 'k=v; Secure', 'https://a.test/', 'k=v'],
  ['HttpOnly', 'http://a.test/', 'k=v; HttpOnly', 'http://a.test/', 'k=v'],
  ['path', 'http://a.test/x/y', 'k=v; Path=/x', 'http://a.test/z', ''],
  ['expired', 'http://a.test/', 'k=v; Max-Age=0', 'http://a.test/', ''],
  ['__Host- without Secure', 'http://a.test/', '__Host-k=v; Path=/', 'http://a.test/', ''],
  ['rubbish', 'http://a.test/', ['', ';', '=', 'k=v; Domain=', '\u0000'], 'http://b.test/', ''],
];

for (const [what, from, cookies, to, header] of CASES) {
  test(`cookies: ${what}`, () => assert.equal(sent(from, cookies, to), header));
}

test('a later cookie of the same name replaces the earlier one', () => {
  const jar = createCookieJar();
  const url = new URL('http://a.test/');
  jar.store(url, 'k=1');
  jar.store(url, 'k=2');
  assert.equal(jar.headerFor(url), 'k=2');
});
