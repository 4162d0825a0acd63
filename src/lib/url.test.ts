import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MAX_URL_LENGTH, parseTargetUrl, resolveHttpUrl, withoutCredentials } from './url.ts';
import { ServiceError } from './service-error.ts';

const BASE = new URL('https://www.example.com/docs/guide/page.html?q=1#top');

describe('parseTargetUrl', () => {
  const accepted: Array<[input: string, href: string]> = [
    ['https://example.com', 'https://example.com/'],
    ['  http://example.com/a b \n', 'http://example.com/a%20b'],
    ['example.com', 'http://example.com/'],
    ['example.com:8080/path', 'http://example.com:8080/path'],
    ['example.com:8080', 'http://example.com:8080/'],
    ['//example.com/x', 'http://example.com/x'],
    ['HTTPS://EXAMPLE.COM/', 'https://example.com/'],
    ['münchen.de/bier', 'http://xn--mnchen-3ya.de/bier'],
    ['192.168.1.1/admin', 'http://192.168.1.1/admin'],
    ['http://2130706433/', 'http://127.0.0.1/'],
    ['http://[2001:db8::1]:81/', 'http://[2001:db8::1]:81/'],
    ['https://user:secret@example.com/', 'https://user:secret@example.com/'],
    ['http://example.com./', 'http://example.com./'],
  ];
  for (const [input, href] of accepted) {
    it(`accepts ${JSON.stringify(input)}`, () => assert.equal(parseTargetUrl(input).href, href));
  }

  const refused: Array<[input: string, message: RegExp]> = [
    ['', /empty/],
    ['   ', /empty/],
    ['ftp://example.com/', /http:\/\/ or https:\/\/, not ftp:/],
    ['file:///etc/passwd', /not file:/],
    ['javascript:alert(1)', /not javascript:/],
    ['mailto:a@example.com', /not mailto:/],
    ['data:text/html,x', /not data:/],
    ['http://localhost:3000/', /name with a dot/],
    ['localhost:3000', /name with a dot/],
    ['localhost.', /name with a dot/],
    ['intranet', /name with a dot/],
    ['http://', /not valid/],
    ['http://exa mple.com/', /not valid/],
    ['http://1.2.3.999/', /not valid/],
    ['not a url', /not valid/],
    [`example.com/${'a'.repeat(MAX_URL_LENGTH)}`, /longer than 8192/],
  ];
  for (const [input, message] of refused) {
    it(`refuses ${JSON.stringify(input.slice(0, 40))}`, () => {
      assert.throws(
        () => parseTargetUrl(input),
        (error) => {
          assert.ok(error instanceof ServiceError);
          assert.equal(error.code, 'BAD_REQUEST');
          assert.match(error.message, message);
          return true;
        },
      );
    });
  }

  it('takes a host without a dot when the operator allowed it', () => {
    const isHostAllowed = (hostname: string): boolean => hostname === 'localhost';
    assert.equal(parseTargetUrl('localhost:3000/x', { isHostAllowed }).href, 'http://localhost:3000/x');
    assert.throws(() => parseTargetUrl('http://intranet/', { isHostAllowed }), /name with a dot/);
  });
});

describe('withoutCredentials', () => {
  it('takes out user name and password and leaves the given URL alone', () => {
    const url = new URL('https://user:secret@example.com/a?b#c');
    assert.equal(withoutCredentials(url).href, 'https://example.com/a?b#c');
    assert.equal(url.password, 'secret');
  });
});

describe('resolveHttpUrl', () => {
  const cases: Array<[raw: string, href: string | undefined]> = [
    ['https://example.com/a?b=c#d', 'https://example.com/a?b=c#d'],
    ['HTTPS://Example.com', 'https://example.com/'],
    ['//cdn.example.com/x.png', 'https://cdn.example.com/x.png'],
    ['/a/b', 'https://www.example.com/a/b'],
    ['c.html', 'https://www.example.com/docs/guide/c.html'],
    ['../d', 'https://www.example.com/docs/d'],
    ['?page=2', 'https://www.example.com/docs/guide/page.html?page=2'],
    ['#part', 'https://www.example.com/docs/guide/page.html?q=1#part'],
    ['', 'https://www.example.com/docs/guide/page.html?q=1'],
    [' \n/x\t ', 'https://www.example.com/x'],
    ['java\nscript:alert(1)', undefined],
    [' JavaScript:alert(1)', undefined],
    ['\u0001javascript:alert(1)', undefined],
    ['mailto:a@example.com', undefined],
    ['tel:+1', undefined],
    ['data:image/png;base64,AAAA', undefined],
    ['blob:https://example.com/1', undefined],
    ['http://exa mple.com/', undefined],
    ['http://[broken', undefined],
    [`/${'a'.repeat(MAX_URL_LENGTH)}`, undefined],
  ];
  for (const [raw, href] of cases) {
    it(`${JSON.stringify(raw.slice(0, 40))} gives ${href}`, () =>
      assert.equal(resolveHttpUrl(raw, BASE), href));
  }

  it('gives nothing for relative URLs of a base that is not http(s)', () => {
    assert.equal(resolveHttpUrl('/a', new URL('about:blank')), undefined);
    assert.equal(resolveHttpUrl('/a', new URL('file:///tmp/x')), undefined);
    assert.equal(resolveHttpUrl('https://example.com/', new URL('about:blank')), 'https://example.com/');
  });

  it('says the same as the URL parser for every combination of awkward parts', () => {
    const starts = [
      'http://a.example/',
      'https://www.a-b.example/',
      'https://a.example',
      'https://A.example/',
      'https://a.1/',
      'https://a.0x1/',
      'https://xn--a.example/',
      'https://a..example/',
      'https://.example/',
      'https://1.2.3/',
      'https://a_b.example/',
      'https://a.example:443/',
      'https://a.example:81/',
      'https://u@a.example/',
      'https://localhost/',
      'https:/a.example/',
      'https:a.example/',
      'http:\\\\a.example\\',
      '/',
      '//',
      '///',
      '/\\',
      '',
      'x/',
      'x:/',
      '.',
      './',
      '../',
      '%2e/',
    ];
    const middles = [
      '',
      'a',
      'a/b',
      '.',
      '..',
      './a',
      '../a',
      'a/.',
      'a/..',
      'a/../b',
      '.hidden',
      '%2e%2e/a',
      '%2E/',
      'a%2e',
      'a%',
      'a%zz',
      'a b',
      'ä',
      "a'b",
      'a"b',
      'a<b',
      'a|b',
      'a^b',
      'a`b',
      'a{b}',
      'a[b]',
      'a\\b',
      'a\tb',
      'a~b',
      'a//b',
      'a;b=c,d',
      'a@b:c',
      '$&()*+!',
      '\u0000',
      '\u007f',
      '\ud800',
    ];
    const ends = [
      '',
      '?',
      '#',
      '?q',
      '?a=b&c=d',
      "?a'b",
      '?a"b',
      '?a b',
      '?ä',
      '?a/../b',
      '?a#b',
      '#a?b',
      '#a b',
      '#a`b',
      '#a/../b',
      '?[x]',
      '#ä',
      '#',
      '?a|b^c',
    ];
    for (const base of [BASE, new URL('http://a.example/x/y?z'), new URL('https://u:p@a.example:81/x/')]) {
      for (const start of starts)
        for (const middle of middles)
          for (const end of ends) {
            const raw = start + middle + end;
            const url = URL.parse(raw, base.href);
            const expected = url?.protocol === 'http:' || url?.protocol === 'https:' ? url.href : undefined;
            assert.equal(resolveHttpUrl(raw, base), expected, JSON.stringify({ raw, base: base.href }));
          }
    }
  });

  it('takes linear time for text that never matches', () => {
    const before = process.cpuUsage();
    const hostile = [
      'https://' + 'a.'.repeat(4000),
      '/' + 'a?'.repeat(4000) + ' ',
      `https://a.b/${'?#'.repeat(4000)}`,
    ];
    for (let i = 0; i < 100; i++) hostile.forEach((raw) => resolveHttpUrl(raw, BASE));
    assert.ok(process.cpuUsage(before).user < 2_000_000);
  });
});
