import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { ServiceError } from '../../lib/service-error.ts';
import { longestTurn } from '../../../test/support/longest-turn.ts';
import { MAX_PATTERN_LENGTH, MAX_PATTERNS } from './compile-patterns.ts';
import {
  createPathPatterns,
  PatternsTooSlow,
  type PathPatternOptions,
  type PathPatterns,
} from './path-patterns.ts';
import { openPatternThread } from './pattern-thread.ts';

const thread = openPatternThread();
after(() => thread[Symbol.asyncDispose]());

const create = (patterns: readonly string[], options: Partial<PathPatternOptions> = {}): PathPatterns =>
  createPathPatterns(patterns, {
    field: 'includePaths',
    regexOnFullURL: false,
    teamId: 'one',
    thread,
    ...options,
  });

const findIn = async (patterns: PathPatterns, url: string): Promise<string | undefined> =>
  (await patterns.find([new URL(url)]))[0];

const find = (pattern: string, url: string, regexOnFullURL = false): Promise<string | undefined> =>
  findIn(create([pattern], { regexOnFullURL }), url);

describe('path patterns', () => {
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
    it(`${pattern} is in ${url}`, async () => assert.equal(await find(pattern, url), pattern));

  const absent: Array<[pattern: string, url: string]> = [
    ['^blog', 'https://example.com/blog'],
    ['b=c', 'https://example.com/blog?b=c'],
    ['example', 'https://example.com/blog'],
    ['/Blog', 'https://example.com/blog'],
  ];
  for (const [pattern, url] of absent)
    it(`${pattern} is not in ${url}`, async () => assert.equal(await find(pattern, url), undefined));

  it('searches the full URL with its query, without fragment and password', async () => {
    const url = 'https://me:pw@example.com/a?b=c#d';
    for (const pattern of ['^https://example\\.com/a\\?b=c$', 'b=c'])
      assert.equal(await find(pattern, url, true), pattern);
    assert.equal(await find('#d|pw', url, true), undefined);
  });

  it('tells the first of several patterns that are found', async () => {
    const patterns = create(['x', 'é', 'b', '^/a']);
    assert.equal(patterns.count, 4);
    assert.equal(await findIn(patterns, 'https://example.com/ab'), 'b');
    assert.equal(await findIn(patterns, 'https://example.com/abé'), 'é');
    assert.equal(await findIn(patterns, 'https://example.com/'), undefined);
  });

  it('finds nothing without patterns', async () => {
    const none = create([]);
    assert.equal(await findIn(none, 'https://example.com/'), undefined);
  });

  it('survives a path that is no valid UTF-8', async () => {
    assert.equal(await find('é', 'https://example.com/%ff'), undefined);
  });

  type Refused = [patterns: string[], path: Array<string | number>, reason: RegExp];
  const refused: Refused[] = [
    [
      ['a', 'b', '(', '['],
      ['includePaths', 2],
      /includePaths\[2\] is not a valid regular expression: missing closing \)/,
    ],
    ...['(?=a)', '(?!a)', 'x(?<=a)', '/(?<!a)b'].map((pattern): Refused => [
      [pattern],
      ['includePaths', 0],
      /: look-around \(\(\?<?[=!]…\)\) is not supported, the syntax is RE2's; .* excludePaths/,
    ]),
    [['(a)\\1'], ['includePaths', 0], /: back-references \(\\1\) are not supported, .*\(\?:a-a\|b-b\)$/],
    [['(?<n'], ['includePaths', 0], /invalid named capture/],
    [['(?>a)'], ['includePaths', 0], /unsupported Perl syntax/],
    [['*'], ['includePaths', 0], /missing argument to repetition operator/],
    [['a{1001}'], ['includePaths', 0], /invalid repeat count/],
    [Array.from({ length: MAX_PATTERNS + 1 }, () => 'a'), ['includePaths'], /at most 1000 entries/],
    [['a', 'a'.repeat(MAX_PATTERN_LENGTH + 1)], ['includePaths', 1], /at most 2000 characters/],
    [
      Array.from({ length: 51 }, () => 'a'.repeat(1_990)),
      ['includePaths'],
      /at most 100000 characters together/,
    ],
    [['b', '.{1000}'.repeat(3)], ['includePaths', 1], /repeats too much/],
    [
      Array.from({ length: 22 }, () => '.{1000}'),
      ['includePaths', 20],
      /includePaths\[20\] repeats too much/,
    ],
  ];
  for (const [patterns, path, reason] of refused) {
    it(`refuses ${JSON.stringify(patterns).slice(0, 60)}`, async () => {
      await assert.rejects(create(patterns).check(), (error) => {
        assert.ok(error instanceof ServiceError);
        assert.equal(error.code, 'BAD_REQUEST');
        assert.match(error.message, reason);
        assert.deepEqual(error.details, [{ path, code: 'custom', message: error.message }]);
        return true;
      });
    });
  }

  it('takes as many patterns as are allowed', async () => {
    const full = Array.from({ length: MAX_PATTERNS }, (_, index) => `^/section-${index}/[^/]+/\\d{1,4}$`);
    const patterns = create(full);
    await patterns.check();
    assert.equal(await findIn(patterns, 'https://example.com/section-999/a/17'), full[999]);
    assert.equal(await findIn(patterns, 'https://example.com/section-999/a/b'), undefined);
  });

  it('takes linear time where backtracking takes for ever', async () => {
    assert.equal(await find('^/(a+)+$', `https://example.com/${'a'.repeat(5_000)}!`), undefined);
  });

  it('finds the same on the spot and in the thread', async () => {
    const patterns = ['^/s/1', 'é', '/(?:x|y){2}$', '[0-9]{4}/[0-9]{2}', '\\d{1,10}$', '^/[^/]{1,100}/?$'];
    const small = create(patterns);
    const padding = Array.from({ length: 40 }, (_, index) => `^/never-${index}$`);
    const large = create([...patterns, ...padding]);
    const urls = ['s/17', 'caf%C3%A9', 'a/xy', '2026/11/a', 'a/b/9', 'plain', 'a/b/c', 'y'.repeat(8_000)].map(
      (path) => new URL(`https://example.com/${path}`),
    );
    const foundHere = await small.find(urls);
    assert.deepEqual(foundHere, [...patterns, undefined, undefined]);
    assert.deepEqual(await large.find(urls), foundHere);
  });
});

/** Each character of such a URL is a state of its own. */
const SLOW_URLS = Array.from(
  { length: 40 },
  (_, index) => new URL(`https://site.test/${index}${'ab'.repeat(3_900)}`),
);
const COUNTED = Array.from({ length: 60 }, (_, index) => `[ab]*a[ab]{300}x${index}`);
const WRITTEN_OUT = Array.from({ length: 50 }, (_, index) => `a${'[ab]'.repeat(490)}x${index}`);
const CLASSES = Array.from({ length: 50 }, () => `(?i)${'\\pL'.repeat(640)}`);
/** The thread works meanwhile, until its time is over; its beginning costs the main thread a little. */
const SEARCH_MS = 100;
const MAX_TURN_MS = 150;

describe('patterns that are made to be slow', () => {
  for (const [what, patterns] of Object.entries({ counted: COUNTED, 'written out': WRITTEN_OUT })) {
    it(`are given up, and one is named: ${what}`, async () => {
      const slow = create(patterns, { field: 'excludePaths', searchMs: SEARCH_MS });
      const turnMs = await longestTurn(async () => {
        await slow.check();
        await assert.rejects(slow.find(SLOW_URLS), (error) => {
          assert.ok(error instanceof PatternsTooSlow);
          assert.equal(error.code, 'BAD_REQUEST');
          assert.match(error.message, /^excludePaths\[\d+\] is too slow /);
          return true;
        });
      });
      assert.ok(turnMs < MAX_TURN_MS, `the main thread had no turn for ${turnMs.toFixed(0)} ms`);
    });
  }

  it('even a single one keeps nobody waiting', async () => {
    const [pattern = ''] = COUNTED;
    const one = create([pattern], { searchMs: SEARCH_MS });
    const turnMs = await longestTurn(() => one.find(SLOW_URLS).catch(() => undefined));
    assert.ok(turnMs < MAX_TURN_MS, `the main thread had no turn for ${turnMs.toFixed(0)} ms`);
  });

  it('are refused when they take too long to compile', async () => {
    const slow = create(CLASSES, { checkMs: SEARCH_MS });
    const turnMs = await longestTurn(() =>
      assert.rejects(slow.check(), {
        code: 'BAD_REQUEST',
        message: /^includePaths takes too long to compile/,
      }),
    );
    assert.ok(turnMs < MAX_TURN_MS, `the main thread had no turn for ${turnMs.toFixed(0)} ms`);
  });

  it('are no more waited for when the signal aborts, and the thread is free again', async () => {
    const abort = new AbortController();
    const slow = create(WRITTEN_OUT);
    await slow.check();
    const finding = slow.find(SLOW_URLS, abort.signal);
    const waiting = create(COUNTED).find(SLOW_URLS, abort.signal);
    setImmediate(() => abort.abort(new Error('cancelled')));
    await assert.rejects(finding, { message: 'cancelled' });
    await assert.rejects(waiting, { message: 'cancelled' });
    const other = create([...COUNTED, '^/a$'], { teamId: 'two' });
    assert.equal(await findIn(other, 'https://example.com/a'), '^/a$');
    await assert.rejects(slow.find(SLOW_URLS, abort.signal), { message: 'cancelled' });
  });

  it('of one team do not keep the others from their turns', async () => {
    const order: string[] = [];
    const ask = async (teamId: string, patterns: PathPatterns, urls: readonly URL[]): Promise<void> => {
      await patterns.find(urls).catch(() => undefined);
      order.push(teamId);
    };
    const slow = create(COUNTED, { teamId: 'slow', searchMs: SEARCH_MS });
    const quick = create([...COUNTED, '^/a$'], { teamId: 'quick' });
    await Promise.all([
      ...Array.from({ length: 2 }, () => ask('slow', slow, SLOW_URLS)),
      ask('quick', quick, [new URL('https://example.com/a')]),
    ]);
    assert.ok(order.indexOf('quick') <= 1, order.join(', '));
  });
});
