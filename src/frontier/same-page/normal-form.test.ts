import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { pickSize } from '../../../test/support/pick-size.ts';
import { normalForm, type NormalFormOptions } from './normal-form.ts';

const STRICT = { ignoreQueryParameters: false, deduplicateSimilarURLs: false };
const SIMILAR = { ...STRICT, deduplicateSimilarURLs: true };
const WITHOUT_QUERY = { ...STRICT, ignoreQueryParameters: true };
const ALL_OPTIONS = [STRICT, SIMILAR, WITHOUT_QUERY, { ...SIMILAR, ignoreQueryParameters: true }];

const normalText = (url: string, options: NormalFormOptions): string => normalForm(new URL(url), options).url;

describe('normalForm: what the standard calls equal', () => {
  const cases: Array<[rule: string, url: string, expected: string]> = [
    ['scheme and host in lower case', 'HTTPS://EXAMPLE.com/A', 'https://example.com/A'],
    ['IDNA', 'https://bücher.example/', 'https://xn--bcher-kva.example/'],
    ['default port', 'http://example.com:80/a', 'http://example.com/a'],
    ['a port of its own stays', 'http://example.com:8080/a', 'http://example.com:8080/a'],
    ['dot of the root', 'https://example.com./a', 'https://example.com/a'],
    ['empty path', 'https://example.com', 'https://example.com/'],
    ['dot segments', 'https://example.com/a/./b/../c/%2e%2E/d', 'https://example.com/a/d'],
    ['hex digits', 'https://example.com/%c3%a9%2f?q=%c3', 'https://example.com/%C3%A9%2F?q=%C3'],
    ['unreserved characters', 'https://example.com/%7Euser%2dx?a=%41', 'https://example.com/~user-x?a=A'],
    [
      'a percent sign that escapes nothing',
      'https://example.com/100%?q=5%zz',
      'https://example.com/100%25?q=5%25zz',
    ],
    ['no escape out of decoded ones', 'https://example.com/%%34%31', 'https://example.com/%2541'],
    ['unescaped brackets', 'https://example.com/[a]?b[]=1|2', 'https://example.com/%5Ba%5D?b%5B%5D=1%7C2'],
    ['spaces and letters', 'https://example.com/é b', 'https://example.com/%C3%A9%20b'],
    ['fragment', 'https://example.com/a#part', 'https://example.com/a'],
    ['route in the fragment', 'https://example.com/a#/users/%7E', 'https://example.com/a#/users/~'],
    ['old route in the fragment', 'https://example.com/#!about', 'https://example.com/#!about'],
    ['fragments that lead nowhere', 'https://example.com/a#!', 'https://example.com/a'],
    ['empty query', 'https://example.com/a?', 'https://example.com/a'],
    ['user name and password', 'https://user:secret@example.com/a', 'https://example.com/a'],
    ['IPv6', 'http://[0:0::1]:80/', 'http://[::1]/'],
    ['another scheme', 'mailto:Someone@Example.com', 'mailto:Someone@Example.com'],
  ];
  for (const [rule, url, expected] of cases) {
    it(`${rule}: ${url}`, () => assert.equal(normalText(url, STRICT), expected));
  }

  const different: Array<[url: string, other: string]> = [
    ['https://example.com/a', 'http://example.com/a'],
    ['https://example.com/a', 'https://www.example.com/a'],
    ['https://example.com/a', 'https://example.com/a/'],
    ['https://example.com/a', 'https://example.com/A'],
    ['https://example.com/', 'https://example.com/index.html'],
    ['https://example.com/?a=1&b=2', 'https://example.com/?b=2&a=1'],
    ['https://example.com/?a=1', 'https://example.com/?a=1&utm_source=x'],
    ['https://example.com/a%2Fb', 'https://example.com/a/b'],
  ];
  for (const [url, other] of different) {
    it(`${url} is not ${other}`, () => {
      assert.notEqual(normalText(url, STRICT), normalText(other, STRICT));
    });
  }
});

describe('normalForm: similar URLs', () => {
  const same: Array<[url: string, other: string]> = [
    ['https://example.com/a', 'http://www.example.com/a/'],
    ['https://example.com/', 'https://example.com/index.html'],
    ['https://example.com/docs', 'https://example.com/docs/Default.aspx'],
    ['https://example.com/a?b=1', 'https://example.com/a/index.php?b=1'],
    ['https://example.com/?a=1&b=2', 'https://example.com/?b=2&a=1'],
    ['https://example.com/?a=1', 'https://example.com/?&a=1&'],
    ['https://example.com/', 'https://example.com/?utm_source=x&UTM_Medium=y&gclid=1&fbclid=2&msclkid=3'],
    ['https://example.com/a', 'https://example.com/a?PHPSESSID=1&ASPSESSIONIDAB=2&jsessionid=3'],
    ['https://example.com/a', 'https://example.com/a?sid=0123456789abcdef0123456789abcdef'],
    ['https://example.com/a/b?c=1', 'https://example.com/a;jsessionid=AB12/b;jsessionid=1?c=1'],
    ['https://example.com/a/b', 'https://example.com/(S(lit3py55t21z5v55vlm25s55))/a/b'],
    ['https://example.com/a_(b)', 'https://example.com/a_%28b%29'],
    ['https://example.com/?q=a+b', 'https://example.com/?q=a%20b'],
  ];
  for (const [url, other] of same) {
    it(`${url} is ${other}`, () => {
      assert.equal(normalText(other, SIMILAR), normalText(url, SIMILAR));
    });
  }

  const different: Array<[url: string, other: string]> = [
    ['https://example.com/a', 'https://example.com/A'],
    ['https://example.com/', 'https://blog.example.com/'],
    ['https://com/', 'https://www.com/'],
    ['https://example.com:8443/', 'http://example.com:8443/'],
    ['https://example.com/?a=1&a=2', 'https://example.com/?a=2&a=1'],
    ['https://example.com/', 'https://example.com/?sid=17'],
    ['https://example.com/', 'https://example.com/?s=a-search-for-2024-things'],
    ['https://example.com/a', 'https://example.com/a;v=2'],
    ['https://example.com/', 'https://example.com/index.html.bak'],
    ['https://example.com/b', 'https://example.com/a/..;jsessionid=1/b'],
  ];
  for (const [url, other] of different) {
    it(`${url} is not ${other}`, () => {
      assert.notEqual(normalText(url, SIMILAR), normalText(other, SIMILAR));
    });
  }
});

describe('normalForm', () => {
  it('drops the query when it is to be ignored', () => {
    assert.equal(normalText('https://example.com/a?b=1#/c', WITHOUT_QUERY), 'https://example.com/a#/c');
  });

  it('has a key of 16 bytes that equal pages share', () => {
    const keyOf = (url: string): string => normalForm(new URL(url), SIMILAR).key.toString('hex');
    assert.match(keyOf('https://example.com/a'), /^[\da-f]{32}$/);
    assert.equal(keyOf('http://www.example.com/a/?utm_source=x'), keyOf('https://example.com/a'));
    assert.notEqual(keyOf('https://example.com/b'), keyOf('https://example.com/a'));
    // The first half of `printf https://example.com/a | sha256sum`: keys outlive a version of this code.
    assert.equal(keyOf('https://example.com/a'), '2dce0a4c50441bfccfa9caf4b58c3cba');
  });

  it('is its own normal form, for random URLs', () => {
    const random = createRandom(20_261_120);
    for (let round = 0; round < pickSize(1_000, 5_000); round += 1) assertStable(randomUrl(random));
  });

  const data = process.env['DECANT_TEST_DATA'];
  const file = data === undefined ? undefined : path.join(data, 'wpt-urltestdata.json');
  const hasFile = file !== undefined && existsSync(file);
  it(
    'is its own normal form, for the URLs of web-platform-tests',
    { skip: hasFile ? false : 'DECANT_TEST_DATA has no wpt-urltestdata.json' },
    () => {
      const cases = JSON.parse(readFileSync(file ?? '', 'utf8')) as Array<
        string | { input: string; base?: string | null }
      >;
      const urls = cases.flatMap((one) =>
        typeof one === 'string' ? [] : (URL.parse(one.input, one.base ?? undefined) ?? []),
      );
      assert.ok(urls.length > 500);
      for (const url of urls) assertStable(url);
    },
  );
});

function assertStable(url: URL): void {
  for (const options of ALL_OPTIONS) {
    const once = normalForm(url, options).url;
    const again = URL.parse(once);
    assert.ok(again, `${url.href} became ${once}, which is no URL`);
    assert.equal(normalForm(again, options).url, once, url.href);
  }
}

const HOSTS = [
  'www.example.com',
  'www.www.com',
  '1..',
  'a.',
  'EXAMPLE.com.',
  '[::1]:80',
  'x:443',
  'www.www.a.b',
];
const PIECES = (
  '/ // . .. %2e %2E %41 % %% %34%31 %7e www. a index.html /index.php default.aspx ;jsessionid=1 ;sid=2 (S(abc)) ' +
  "%28S%28abc%29%29 ? & = # #! #/ sid=0123456789abcdef utm_source=1 PHPSESSID=2 + %20 é [ ] | ^ ` { } \\ ' %27 ! * :"
).split(' ');

function randomUrl(random: (below: number) => number): URL {
  const pick = (from: readonly string[]): string => from[random(from.length)] ?? '';
  const pieces = Array.from({ length: random(12) }, () => pick(PIECES));
  return new URL(`${pick(['http', 'https'])}://${pick(HOSTS)}/${pieces.join('')}`);
}

/** A linear congruential generator, so that a failure comes again. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 8) % below;
  };
}
