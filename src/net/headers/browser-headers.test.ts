import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acceptLanguage, brandList, browserHeaders } from './browser-headers.ts';

const secure = { isMobile: false, languages: ['en-US'], url: new URL('https://a.test/') };

function names(options: typeof secure): string[] {
  return browserHeaders(options).map(([name]) => name);
}

test('Chrome’s headers in Chrome’s order', () => {
  assert.deepEqual(names(secure), [
    'sec-ch-ua',
    'sec-ch-ua-mobile',
    'sec-ch-ua-platform',
    'Upgrade-Insecure-Requests',
    'User-Agent',
    'Accept',
    'Sec-Fetch-Site',
    'Sec-Fetch-Mode',
    'Sec-Fetch-User',
    'Sec-Fetch-Dest',
    'Accept-Encoding',
    'Accept-Language',
  ]);
});

test('on plain http Chrome says less', () => {
  const headers = browserHeaders({ ...secure, url: new URL('http://a.test/') });
  assert.deepEqual(
    headers.map(([name]) => name),
    ['Upgrade-Insecure-Requests', 'User-Agent', 'Accept', 'Accept-Encoding', 'Accept-Language'],
  );
  assert.equal(Object.fromEntries(headers)['Accept-Encoding'], 'gzip, deflate');
  assert.equal(Object.fromEntries(browserHeaders(secure))['Accept-Encoding'], 'gzip, deflate, br, zstd');
});

test('every part of an identity tells the same story', () => {
  for (const isMobile of [false, true]) {
    const headers = Object.fromEntries(browserHeaders({ ...secure, isMobile }));
    const major = /Chrome\/(\d+)\.0\.0\.0/.exec(headers['User-Agent'] ?? '')?.[1];
    assert.match(headers['sec-ch-ua'] ?? '', new RegExp(`"Google Chrome";v="${major}"`));
    assert.equal(headers['sec-ch-ua-mobile'], isMobile ? '?1' : '?0');
    assert.equal(headers['sec-ch-ua-platform'], isMobile ? '"Android"' : '"Linux"');
    assert.equal(headers['User-Agent']?.includes(isMobile ? 'Android 10; K' : 'X11; Linux x86_64'), true);
    assert.equal(headers['User-Agent']?.includes(' Mobile '), isMobile);
  }
});

test('brands are those of the real releases', () => {
  assert.equal(brandList(120), '"Not_A Brand";v="8", "Chromium";v="120", "Google Chrome";v="120"');
  assert.equal(brandList(124), '"Chromium";v="124", "Google Chrome";v="124", "Not-A.Brand";v="99"');
  assert.equal(brandList(131), '"Google Chrome";v="131", "Chromium";v="131", "Not_A Brand";v="24"');
});

const LANGUAGES: Array<[languages: string[], header: string]> = [
  [[], 'en-US,en;q=0.9'],
  [['en-US'], 'en-US,en;q=0.9'],
  [['de'], 'de'],
  [['de-AT', 'de', 'en-US', 'en'], 'de-AT,de;q=0.9,en-US;q=0.8,en;q=0.7'],
  [['de-AT', 'de-CH', 'fr'], 'de-AT,de-CH;q=0.9,de;q=0.8,fr;q=0.7'],
  [['zh-Hant-TW'], 'zh-Hant-TW,zh;q=0.9'],
  [['en-US\r\nX-Evil: 1', 'fr'], 'fr'],
  [['*'], 'en-US,en;q=0.9'],
];

for (const [languages, header] of LANGUAGES) {
  test(`Accept-Language for ${JSON.stringify(languages)}`, () =>
    assert.equal(acceptLanguage(languages), header));
}

test('the weight never falls below a tenth', () => {
  const many = Array.from('abcdefghijklmn', (letter) => `x${letter}`);
  assert.match(acceptLanguage(many), /xi;q=0\.2,xj;q=0\.1,xk;q=0\.1,/);
});
