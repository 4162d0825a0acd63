import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseRobots } from './robots.ts';

const ORIGIN = 'https://example.com';

function isAllowed(robots: string | Uint8Array, path: string, agent = 'FooBot'): boolean {
  return parseRobots(robots).isAllowed(new URL(path, ORIGIN), agent);
}

/** Rules for FooBot, and which of the paths they allow. */
function allowedOf(rules: readonly string[], paths: readonly string[]): string[] {
  const robots = parseRobots(['User-agent: FooBot', ...rules].join('\n'));
  return paths.filter((path) => robots.isAllowed(new URL(path, ORIGIN), 'FooBot'));
}

describe('parseRobots: lines', () => {
  it('allows everything when there is nothing to read', () => {
    for (const body of ['', '\n\n', '# nothing', '<!doctype html><title>App</title>', 'Allow', ':', ': /']) {
      assert.equal(isAllowed(body, '/x'), true, body);
    }
  });

  it('reads line ends of every kind', () => {
    for (const end of ['\n', '\r\n', '\r'])
      assert.equal(isAllowed(`User-agent: FooBot${end}${end}Disallow: /x${end}`, '/x'), false);
  });

  it('reads keys in any case, with space around the colon, without it, and with common slips', () => {
    for (const line of [
      'DISALLOW:/x',
      ' \tdisallow \t: /x \t',
      'Disallow /x',
      'Dissallow: /x',
      'disalow: /x # why',
    ])
      assert.equal(isAllowed(`useragent: FooBot\n${line}`, '/x'), false, line);
    assert.equal(isAllowed('User-agent: FooBot\nDisallow the path /x', '/x'), true);
  });

  it('ignores comments, and rules before the first group', () => {
    assert.equal(isAllowed('Disallow: /\nUser-agent: FooBot\n#Disallow: /\nDisallow: /y#z', '/x'), true);
    assert.equal(isAllowed('User-agent: FooBot # me\nDisallow: /y#z', '/y'), false);
  });

  it('skips a byte order mark, also half of one, and reads UTF-16', () => {
    const text = 'User-agent: FooBot\nDisallow: /ä';
    for (const mark of [[], [0xef], [0xef, 0xbb], [0xef, 0xbb, 0xbf]])
      assert.equal(isAllowed(Buffer.concat([Buffer.from(mark), Buffer.from(text)]), '/ä'), false);
    assert.equal(isAllowed(Buffer.from(`\uFEFF${text}`, 'utf16le'), '/ä'), false);
    assert.equal(isAllowed(Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(), '/ä'), false);
    assert.equal(isAllowed(`\uFEFF${text}`, '/ä'), false);
  });

  it('reads bytes that are not valid UTF-8', () => {
    const body = Buffer.concat([Buffer.from('User-agent: FooBot\nDisallow: /'), Buffer.from([0xe4, 0xa0])]);
    assert.equal(isAllowed(body, '/%E4%A0x'), false);
    assert.equal(isAllowed(body, '/%E4'), true);
  });

  it('reads the first 500 KiB and no half line', () => {
    const head = 'User-agent: FooBot\nDisallow: /first\n';
    const filler = `#${'x'.repeat(98)}\n`.repeat(6000).slice(0, 500 * 1024 - head.length - 10);
    const robots = parseRobots(`${head}${filler.slice(0, -1)}\nDisallow: /private\nDisallow: /later\n`);
    assert.equal(robots.isPathAllowed('/first', 'FooBot'), false);
    assert.equal(robots.isPathAllowed('/second', 'FooBot'), true, 'not cut to "Disallow:" or "Disallow: /"');
    assert.equal(robots.isPathAllowed('/private', 'FooBot'), true);
    assert.equal(robots.isPathAllowed('/later', 'FooBot'), true);
  });
});

describe('parseRobots: groups (RFC 9309 section 2.2.1)', () => {
  it('takes the group that names the crawler, else that of everybody, else allows', () => {
    const body = 'User-agent: *\nDisallow: /all\nUser-agent: FooBot\nDisallow: /foo';
    assert.deepEqual([isAllowed(body, '/all'), isAllowed(body, '/foo')], [true, false]);
    assert.deepEqual([isAllowed(body, '/all', 'BarBot'), isAllowed(body, '/foo', 'BarBot')], [false, true]);
    assert.equal(isAllowed('User-agent: BarBot\nDisallow: /', '/x'), true);
  });

  it('takes a group without rules before that of everybody', () => {
    assert.equal(isAllowed('User-agent: *\nDisallow: /\n\nUser-agent: FooBot\nDisallow:\n', '/x'), true);
  });

  it('merges the groups of one crawler, and those of everybody', () => {
    const body =
      'User-agent: foobot\nDisallow: /a\nUser-agent: x\nDisallow: /x\nUser-agent: FOOBOT\nDisallow: /b';
    assert.deepEqual(
      [isAllowed(body, '/a'), isAllowed(body, '/b'), isAllowed(body, '/x')],
      [false, false, true],
    );
    const everybody =
      'User-agent: *\nDisallow: /a\nUser-agent: x\nDisallow: /x\nUser-agent: * all\nDisallow: /b';
    assert.deepEqual([isAllowed(everybody, '/a'), isAllowed(everybody, '/b')], [false, false]);
  });

  it('gives rules to every agent named above them, across blank and unknown lines', () => {
    const body =
      'User-agent: FooBot\n\nSitemap: /s\nCrawl-delay: 1\nHost: x\n\nUser-agent: BarBot\nDisallow: /';
    for (const agent of ['FooBot', 'BarBot']) assert.equal(isAllowed(body, '/x', agent), false);
  });

  it('compares the whole token, not its beginning', () => {
    const body = 'User-agent: FooBot\nDisallow: /\nUser-agent: FooBot-News\nAllow: /';
    assert.equal(isAllowed(body, '/x', 'FooBot-News'), true);
    assert.equal(isAllowed(body, '/x', 'Foo'), true);
    assert.equal(isAllowed(body, '/x', 'FooBot'), false);
  });

  it('knows names with digits, versions behind names, and whole User-Agent headers', () => {
    assert.equal(isAllowed('User-agent: MJ12bot/v1.4\nDisallow: /', '/x', 'MJ12bot'), false);
    for (const agent of [
      'FooBot/2.1',
      'FooBot/2.1 (+https://x.example)',
      'Mozilla/5.0 (compatible; FooBot/2.1)',
    ])
      assert.equal(isAllowed('User-agent: FooBot\nDisallow: /', '/x', agent), false, agent);
  });
});

describe('parseRobots: rules (RFC 9309 sections 2.2.2 and 2.2.3)', () => {
  it('lets the longest match decide, and allow among equals', () => {
    const rules = ['Allow: /example/page/', 'Disallow: /example/page/disallowed.gif', 'Disallow: /example/'];
    const paths = ['/example/page/x', '/example/page/disallowed.gif', '/example/x', '/'];
    assert.deepEqual(allowedOf(rules, paths), ['/example/page/x', '/']);
    assert.deepEqual(allowedOf(['Disallow: /a', 'Allow: /a'], ['/a']), ['/a']);
  });

  it('compares paths with case, and with the query', () => {
    const paths = ['/A', '/a', '/x?a=1', '/x?b=1&a=1'];
    assert.deepEqual(allowedOf(['Disallow: /a', 'Disallow: /*?a='], paths), ['/A', '/x?b=1&a=1']);
  });

  it('knows * and $, and $ inside as itself', () => {
    const paths = ['/a.php', '/a.php?x', '/b/a.gif', '/b/c', '/x$y', '/xy'];
    const rules = ['Disallow: *.php$', 'Disallow: /b/*.gif', 'Disallow: /x$y'];
    assert.deepEqual(allowedOf(rules, paths), ['/a.php?x', '/b/c', '/xy']);
    assert.deepEqual(allowedOf(['Disallow: /a*b*b$'], ['/ab', '/abb', '/aXbYb', '/abbc']), ['/ab', '/abbc']);
    assert.deepEqual(allowedOf(['Disallow: /aa*aa$'], ['/aaa', '/aaaa']), ['/aaa'], 'pieces do not overlap');
    assert.deepEqual(allowedOf(['Disallow: /$'], ['/', '/x']), ['/x']);
    assert.deepEqual(allowedOf(['Disallow: /**x*$'], ['/a', '/ax', '/x/y']), ['/a']);
  });

  it('takes an escaped * or $ as the character itself', () => {
    const rules = ['Disallow: /file-%2A.html', 'Disallow: /foo-%24'];
    const paths = ['/file-*.html', '/file-%2A.html', '/file-a.html', '/foo-$x', '/foo-'];
    assert.deepEqual(allowedOf(rules, paths), ['/file-a.html', '/foo-']);
  });

  // The table of section 2.2.2.
  for (const [rule, url] of [
    ['/foo/bar?baz=quz', '/foo/bar?baz=quz'],
    ['/foo/bar?baz=https://foo.bar', '/foo/bar?baz=https://foo.bar'],
    ['/foo/bar/\u{30C4}', '/foo/bar/%E3%83%84'],
    ['/foo/bar/%E3%83%84', '/foo/bar/%E3%83%84'],
    ['/foo/bar/%e3%83%84', '/foo/bar/\u{30C4}'],
    ['/foo/bar/%62%61%7A', '/foo/bar/baz'],
    ['/~joe/', '/%7Ejoe/'],
    ['/%7ejoe/', '/~joe/'],
    ['/a b"c', '/a%20b%22c'],
  ] as const) {
    it(`disallows ${url} by ${rule}`, () => assert.deepEqual(allowedOf([`Disallow: ${rule}`], [url]), []));
  }

  it('does not take a reserved character and its escape for the same', () => {
    assert.deepEqual(allowedOf(['Disallow: /a%2Fb'], ['/a/b', '/a%2fb']), ['/a/b']);
  });

  it('reads a rule with needless escapes so that less is fetched', () => {
    const paths = ['/baz', '/%62az', '/%62%61%7A'];
    assert.deepEqual(allowedOf(['Disallow: /', 'Allow: /%62%61%7A'], paths), ['/%62%61%7A']);
    assert.deepEqual(allowedOf(['Disallow: /', 'Allow: /baz'], paths), paths);
  });

  it('ignores values that are empty or do not begin like a path', () => {
    assert.deepEqual(allowedOf(['Disallow:', 'Disallow: x', 'Disallow: https://example.com/'], ['/x']), [
      '/x',
    ]);
  });

  it('always allows robots.txt itself', () => {
    assert.deepEqual(allowedOf(['Disallow: /'], ['/robots.txt', '/robots.txt2']), ['/robots.txt']);
  });
});

describe('parseRobots: sitemaps and crawl-delay', () => {
  it('lists sitemaps wherever they stand, each once, as written', () => {
    const body =
      'Sitemap: https://a.example/s.xml\nUser-agent: x\nsite-map: /ü.xml \nSITEMAP:https://a.example/s.xml\nSitemap:';
    assert.deepEqual(parseRobots(body).sitemaps, ['https://a.example/s.xml', '/ü.xml']);
  });

  it("gives the delay of the crawler's own group, the largest of several", () => {
    const body =
      'User-agent: *\nCrawl-delay: 30\nDisallow: /x\nUser-agent: FooBot\nCrawl-delay: 0.5\nCrawl-delay: 2s\nAllow: /';
    const robots = parseRobots(body);
    assert.equal(robots.crawlDelayS('foobot'), 2);
    assert.equal(robots.crawlDelayS('other'), 30);
    assert.equal(parseRobots('User-agent: FooBot\nCrawl-delay: .5').crawlDelayS('FooBot'), 0.5);
  });

  it('ignores a delay that is no number or belongs to nobody', () => {
    for (const body of [
      'Crawl-delay: 1',
      'User-agent: *\nCrawl-delay: -1',
      'User-agent: *\nCrawl-delay: soon',
    ])
      assert.equal(parseRobots(body).crawlDelayS('FooBot'), undefined, body);
  });
});

describe('parseRobots: very many rules', () => {
  it('reads wildcard rules past the 2,000th on the careful side', () => {
    const filler = Array.from({ length: 2000 }, (_, i) => `Disallow: /*no-${i}`).join('\n');
    const robots = parseRobots(`User-agent: *\n${filler}\nDisallow: /late/*x\nAllow: /late/*y`);
    assert.equal(robots.isPathAllowed('/a', 'FooBot'), true);
    assert.equal(robots.isPathAllowed('/no-1999', 'FooBot'), false);
    assert.equal(robots.isPathAllowed('/late/z', 'FooBot'), false);
    assert.equal(robots.isPathAllowed('/late/y', 'FooBot'), false);
  });
});
