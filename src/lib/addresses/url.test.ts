import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertLinear } from '../../../test/support/assert-linear.ts';
import { MAX_URL_LENGTH, resolveHttpUrl, toTarget, withoutCredentials } from './url.ts';
import { ServiceError } from '../service-error.ts';

const BASE = new URL('https://www.example.com/docs/guide/page.html?q=1#top');

describe('toTarget', () => {
  const accepted = [
    'https://example.com/',
    'http://example.com./',
    'http://192.168.1.1/admin',
    'http://2130706433/',
    'http://[2001:db8::1]:81/',
    'https://user:secret@example.com/',
  ];
  for (const url of accepted) it(`accepts ${url}`, () => assert.equal(toTarget(url).href, new URL(url).href));

  for (const url of ['http://localhost:3000/', 'http://localhost./', 'http://intranet']) {
    it(`refuses ${url}`, () => {
      assert.throws(
        () => toTarget(url),
        (error) => {
          assert.ok(error instanceof ServiceError);
          assert.equal(error.code, 'BAD_REQUEST');
          assert.match(error.message, /^url must have .*name with a dot/);
          return true;
        },
      );
    });
  }

  it('takes a host without a dot when the operator allowed it', () => {
    const isHostAllowed = (hostname: string): boolean => hostname === 'localhost';
    assert.equal(toTarget('http://localhost:3000/x', { isHostAllowed }).href, 'http://localhost:3000/x');
    assert.throws(() => toTarget('http://intranet/', { isHostAllowed }), /name with a dot/);
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
      '../',
      '../../',
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

  it('takes linear time for text that never matches', async () => {
    const texts: Array<(size: number) => string> = [
      (size) => 'https://' + 'a.'.repeat(size),
      (size) => '/' + 'a?'.repeat(size) + ' ',
      (size) => `https://a.b/${'?#'.repeat(size)}`,
    ];
    for (const textOf of texts) {
      const prepare = (size: number): (() => unknown) => {
        const raw = textOf(size);
        return () => {
          for (let i = 0; i < 100; i++) resolveHttpUrl(raw, BASE);
        };
      };
      await assertLinear(4_000, prepare, textOf(1));
    }
  });
});
