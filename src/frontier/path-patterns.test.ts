import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ServiceError } from '../lib/service-error.ts';
import { compilePathPatterns, MAX_PATTERN_LENGTH, MAX_PATTERNS } from './path-patterns.ts';

const find = (pattern: string, url: string, regexOnFullURL = false): string | undefined =>
  compilePathPatterns([pattern], { field: 'includePaths', regexOnFullURL }).find(new URL(url));

describe('compilePathPatterns', () => {
  const found: Array<[pattern: string, url: string]> = [
    ['blog', 'https://example.com/my-blog/1'],
    ['^/blog', 'https://example.com/blog'],
    ['^/blog/.+$', 'https://example.com/blog/a?b=c'],
    ['/$', 'https://example.com'],
    ['\\/blog\\/\\d{4}\\/', 'https://example.com/blog/2026/x'],
    ['(?i)^/BLOG', 'https://example.com/blog'],
    ['\\bfoo\\b', 'https://example.com/a-foo-b'],
    ['(?<year>\\d+)', 'https://example.com/2026'],
    ['/café', 'https://example.com/caf%C3%A9'],
    ['/caf\\u00e9', 'https://example.com/caf%C3%A9'],
    ['/caf%C3%A9', 'https://example.com/caf%C3%A9'],
    ['', 'https://example.com/'],
  ];
  for (const [pattern, url] of found)
    it(`${pattern} is in ${url}`, () => assert.equal(find(pattern, url), pattern));

  const absent: Array<[pattern: string, url: string]> = [
    ['^blog', 'https://example.com/blog'],
    ['b=c', 'https://example.com/blog?b=c'],
    ['example', 'https://example.com/blog'],
    ['/Blog', 'https://example.com/blog'],
  ];
  for (const [pattern, url] of absent)
    it(`${pattern} is not in ${url}`, () => assert.equal(find(pattern, url), undefined));

  it('searches the full URL with its query, without fragment and password', () => {
    const url = 'https://me:pw@example.com/a?b=c#d';
    for (const pattern of ['^https://example\\.com/a\\?b=c$', 'b=c'])
      assert.equal(find(pattern, url, true), pattern);
    assert.equal(find('#d|pw', url, true), undefined);
  });

  it('tells the first of several patterns that are found', () => {
    const patterns = compilePathPatterns(['x', 'é', 'b', '^/a'], {
      field: 'excludePaths',
      regexOnFullURL: false,
    });
    assert.equal(patterns.count, 4);
    assert.equal(patterns.find(new URL('https://example.com/ab')), 'b');
    assert.equal(patterns.find(new URL('https://example.com/abé')), 'é');
    assert.equal(patterns.find(new URL('https://example.com/')), undefined);
  });

  it('finds nothing without patterns', () => {
    const none = compilePathPatterns([], { field: 'excludePaths', regexOnFullURL: false });
    assert.equal(none.find(new URL('https://example.com/')), undefined);
  });

  it('survives a path that is no valid UTF-8', () => {
    assert.equal(find('é', 'https://example.com/%ff'), undefined);
  });

  const refused: Array<[patterns: string[], path: Array<string | number>, reason: RegExp]> = [
    [
      ['a', 'b', '(', '['],
      ['includePaths', 2],
      /includePaths\[2\] is not a valid regular expression: missing closing \)/,
    ],
    [['(?=a)'], ['includePaths', 0], /unsupported Perl syntax/],
    [['(a)\\1'], ['includePaths', 0], /invalid escape sequence/],
    [['*'], ['includePaths', 0], /missing argument to repetition operator/],
    [['a{1001}'], ['includePaths', 0], /invalid repeat count/],
    [Array.from({ length: MAX_PATTERNS + 1 }, () => 'a'), ['includePaths'], /at most 1000 entries/],
    [['a', 'a'.repeat(MAX_PATTERN_LENGTH + 1)], ['includePaths', 1], /at most 2000 characters/],
    [
      Array.from({ length: 51 }, () => 'a'.repeat(1_990)),
      ['includePaths'],
      /at most 100000 characters together/,
    ],
    [['.{1000}'.repeat(15), 'b', '.{1000}'.repeat(15)], ['includePaths', 2], /repeats too much/],
  ];
  for (const [patterns, path, reason] of refused) {
    it(`refuses ${JSON.stringify(patterns).slice(0, 60)}`, () => {
      const compile = (): unknown =>
        compilePathPatterns(patterns, { field: 'includePaths', regexOnFullURL: false });
      assert.throws(compile, (error) => {
        assert.ok(error instanceof ServiceError);
        assert.equal(error.code, 'BAD_REQUEST');
        assert.match(error.message, reason);
        assert.deepEqual(error.details, [{ path, code: 'custom', message: error.message }]);
        return true;
      });
    });
  }

  it('takes as many patterns as are allowed', () => {
    const full = Array.from({ length: MAX_PATTERNS }, (_, index) => `^/section-${index}/[^/]+/\\d{1,4}$`);
    const patterns = compilePathPatterns(full, { field: 'includePaths', regexOnFullURL: false });
    assert.equal(patterns.find(new URL('https://example.com/section-999/a/17')), full[999]);
    assert.equal(patterns.find(new URL('https://example.com/section-999/a/b')), undefined);
  });

  it('takes linear time where backtracking takes for ever', () => {
    const startedAt = performance.now();
    assert.equal(find('^/(a+)+$', `https://example.com/${'a'.repeat(5_000)}!`), undefined);
    assert.ok(performance.now() - startedAt < 2_000);
  });
});
