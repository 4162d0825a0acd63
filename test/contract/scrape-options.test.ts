import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { z } from 'zod';
import {
  ANY_AGE_MS,
  LOCKDOWN_MAX_AGE_MS,
  settleScrapeOptions,
} from '../../src/contract/options/scrape-options.ts';
import { scrapeOptionsShape } from '../../src/contract/options/scrape-options-shape.ts';
import { scrapeRequest } from '../../src/contract/requests/scrape.ts';
import { parseWith } from '../../src/lib/validate.ts';
import { parseScrape, refusal, refuseScrape } from './parsing.ts';

test('the defaults of the specification', () => {
  assert.deepEqual(parseScrape({}), {
    url: 'https://a.test/',
    formats: [{ type: 'markdown' }],
    onlyMainContent: true,
    onlyCleanContent: false,
    includeTags: [],
    excludeTags: [],
    headers: {},
    waitFor: 0,
    mobile: false,
    skipTlsVerification: true,
    timeout: 60_000,
    parsers: [
      { type: 'pdf', mode: 'auto', pages: false, blocks: false, pageMarkers: false },
      { type: 'image' },
    ],
    actions: [],
    removeBase64Images: true,
    blockAds: true,
    proxy: 'auto',
    maxAge: 172_800_000,
    storeInCache: true,
    lockdown: false,
    zeroDataRetention: false,
    given: { timeout: false, maxAge: false },
    warnings: [],
  });
});

test('the parsed form survives JSON, since jobs keep it', () => {
  const parsed = parseScrape({ minAge: 1, formats: ['json', 'markdown'], location: {} });
  assert.deepEqual(JSON.parse(JSON.stringify(parsed)), parsed);
});

describe('url', () => {
  for (const [written, meant] of [
    ['https://a.test', 'https://a.test'],
    ['  HTTP://a.test/ ', 'HTTP://a.test/'],
    ['a.test/x?y=1', 'http://a.test/x?y=1'],
    ['a.test:8080/x', 'http://a.test:8080/x'],
    ['localhost:3000', 'http://localhost:3000'],
    ['//a.test', 'http://a.test'],
    ['127.0.0.1', 'http://127.0.0.1'],
    ['http://[::1]:80/', 'http://[::1]:80/'],
  ]) {
    test(`${written} is ${meant}`, () => assert.equal(parseScrape({ url: written }).url, meant));
  }
  for (const odd of [
    '',
    '   ',
    'ftp://a.test',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'mailto:a@b.test',
    'data:,x',
    'http://',
    'http://a b',
    'http://a.test:99999',
  ]) {
    test(`${JSON.stringify(odd)} is refused`, () => {
      assert.deepEqual(refuseScrape({ url: odd }).issues[0]?.path, ['url']);
    });
  }
});

describe('unknown keys', () => {
  test('are refused at the top, with the nearest known one', () => {
    const { message, issues } = refuseScrape({ onlyMainContnt: true, zzz: 1 });
    assert.equal(
      message,
      'The body has the unknown keys "onlyMainContnt" (did you mean "onlyMainContent"?), "zzz"',
    );
    assert.deepEqual(issues[0]?.keys, ['onlyMainContnt', 'zzz']);
  });

  test('are refused in parsers and ignored in location and profile', () => {
    assert.deepEqual(refuseScrape({ parsers: [{ type: 'pdf', odd: 1 }] }).issues[0]?.path, ['parsers', 0]);
    assert.deepEqual(refuseScrape({ parsers: [{ type: 'image', odd: 1 }] }).issues[0]?.path, ['parsers', 0]);
    const { location, profile } = parseScrape({ location: { odd: 1 }, profile: { name: 'p', odd: 1 } });
    assert.deepEqual(location, { country: 'US', languages: [] });
    assert.deepEqual(profile, { name: 'p', saveChanges: true });
  });

  test('of the tool execution of another product are refused', () => {
    const { issues } = refusal(scrapeRequest, { alexandria: {} });
    assert.deepEqual(
      issues.map(({ path, code }) => [path, code]),
      [
        [['url'], 'invalid_type'],
        [[], 'unrecognized_keys'],
      ],
    );
  });
});

describe('keys that shipped clients send', () => {
  test('are accepted with any value and do not reach the service', () => {
    const sent = {
      fastMode: true,
      useMock: null,
      redactPII: false,
      threatProtection: null,
      auditMetadata: { a: 1 },
      domainTools: [],
      toolDetail: 'full',
    };
    const parsed = parseScrape(sent);
    assert.deepEqual(parsed, parseScrape({}));
    for (const name of Object.keys(sent)) assert.ok(!(name in parsed), name);
  });

  test('are named in the warnings when the result would be another one', () => {
    assert.deepEqual(
      parseScrape({ redactPII: true, threatProtection: { mode: 'x' }, useMock: 'y' }).warnings,
      [
        'redactPII is not supported and was ignored.',
        'threatProtection is not supported and was ignored.',
        'useMock is not supported and was ignored.',
      ],
    );
    assert.deepEqual(parseScrape({ fastMode: true, auditMetadata: {}, toolDetail: 'x' }).warnings, []);
  });

  test('origin and integration are a string or null', () => {
    assert.equal(parseScrape({ origin: 'js-sdk@4.42.0', integration: 'cli' }).origin, 'js-sdk@4.42.0');
    assert.equal(parseScrape({ origin: null, integration: null }).integration, null);
    assert.equal(refuseScrape({ integration: 5 }).message, 'integration must be a string, not 5');
  });
});

describe('waiting', () => {
  test('waitFor is at most half of a timeout that is given', () => {
    assert.equal(parseScrape({ waitFor: 5000, timeout: 10_000 }).waitFor, 5000);
    const { message, issues } = refuseScrape({ waitFor: 5001, timeout: 10_000 });
    assert.equal(message, 'waitFor must be at most half of timeout (5000 ms), not 5001');
    assert.deepEqual(issues[0]?.path, ['waitFor']);
  });

  test('waitFor is free of the default timeout', () => {
    const { waitFor, timeout, given } = parseScrape({ waitFor: 60_000 });
    assert.deepEqual([waitFor, timeout, given.timeout], [60_000, 60_000, false]);
    assert.equal(refuseScrape({ waitFor: 60_000, timeout: 60_000 }).issues.length, 1);
  });

  test('all waits together stay within a minute, a selector counting one second', () => {
    const actions = [
      { type: 'wait', milliseconds: 50_000 },
      { type: 'wait', selector: 'a' },
      { type: 'scrape' },
    ];
    assert.equal(parseScrape({ actions, waitFor: 9000 }).actions.length, 3);
    const { message, issues } = refuseScrape({ actions, waitFor: 9001 });
    assert.match(message, /must not wait more than 60000 ms in all, waitFor included, not 60001 ms$/);
    assert.deepEqual(issues[0]?.path, ['actions']);
  });
});

describe('cache', () => {
  test('maxAge is two years under lockdown unless it is given', () => {
    assert.equal(parseScrape({ lockdown: true }).maxAge, LOCKDOWN_MAX_AGE_MS);
    const { maxAge, given } = parseScrape({ lockdown: true, maxAge: 5 });
    assert.deepEqual([maxAge, given.maxAge], [5, true]);
  });

  test('with minAge a copy of any age is fine unless maxAge is given', () => {
    assert.equal(parseScrape({ minAge: 1 }).maxAge, ANY_AGE_MS);
    assert.equal(parseScrape({ minAge: 1, lockdown: true }).maxAge, ANY_AGE_MS);
    assert.equal(parseScrape({ minAge: 1, maxAge: 2 }).maxAge, 2);
  });

  test('maxAge 0 stays 0', () => assert.equal(parseScrape({ maxAge: 0 }).maxAge, 0));

  for (const [title, options] of Object.entries({
    headers: { headers: { cookie: 'a=b' } },
    actions: { actions: [{ type: 'scrape' }] },
    profile: { profile: { name: 'p' } },
    'zero data retention': { zeroDataRetention: true },
  })) {
    test(`${title} forbid storing, also when it is asked for`, () => {
      assert.equal(parseScrape({ ...options, storeInCache: true }).storeInCache, false);
    });
  }

  test('empty headers and actions do not', () => {
    assert.equal(parseScrape({ headers: {}, actions: [] }).storeInCache, true);
  });
});

describe('onlyCleanContent', () => {
  for (const option of ['zeroDataRetention', 'lockdown']) {
    test(`is refused with ${option}`, () => {
      const { issues } = refuseScrape({ onlyCleanContent: true, [option]: true });
      assert.deepEqual(issues[0]?.path, ['onlyCleanContent']);
    });
  }
});

describe('headers', () => {
  test('map names to strings', () => {
    const headers = { 'User-Agent': 'x', cookie: 'a=b; c=d', 'x-empty': '' };
    assert.deepEqual(parseScrape({ headers }).headers, headers);
    assert.deepEqual(refuseScrape({ headers: { a: 5 } }).issues[0]?.path, ['headers', 'a']);
  });

  for (const name of ['', 'a b', 'a:b', 'ä', 'a\r\nb']) {
    test(`refuse the name ${JSON.stringify(name)}`, () => {
      const { message, issues } = refuseScrape({ headers: { [name]: 'x' } });
      assert.deepEqual(issues[0]?.path, ['headers', name]);
      assert.match(message, /is not a valid header name/);
    });
  }
  for (const value of ['a\r\nx: y', 'a\nb', 'a\0b', '€']) {
    test(`refuse the value ${JSON.stringify(value)}`, () => {
      assert.match(refuseScrape({ headers: { a: value } }).message, /^headers\.a must not contain/);
    });
  }

  for (const name of ['Host', 'content-length', 'Transfer-Encoding', 'Proxy-Authorization']) {
    test(`${name} cannot be set`, () => {
      const { message, issues } = refuseScrape({ headers: { [name]: 'x' } });
      assert.match(message, /^headers\W.*cannot be set$|^headers\.\w+ cannot be set$/);
      assert.deepEqual(issues[0]?.path, ['headers', name]);
    });
  }

  test('are 100 at most, and 32 KiB', () => {
    const many = (length: number) =>
      Object.fromEntries(Array.from({ length }, (_, index) => [`x-${index}`, '']));
    parseScrape({ headers: many(100) });
    assert.equal(refuseScrape({ headers: many(101) }).message, 'headers must have at most 100 headers');
    parseScrape({ headers: { a: 'x'.repeat(32_763) } });
    assert.equal(
      refuseScrape({ headers: { a: 'x'.repeat(32_764) } }).message,
      'headers must have at most 32768 bytes in all',
    );
  });
});

describe('location', () => {
  test('takes a country in any case', () => {
    assert.equal(parseScrape({ location: { country: 'de' } }).location?.country, 'DE');
  });

  for (const country of ['XX', 'UK', 'DEU', '', 'us-generic']) {
    test(`refuses the country ${JSON.stringify(country)}`, () => {
      assert.deepEqual(refuseScrape({ location: { country } }).issues[0]?.path, ['location', 'country']);
    });
  }

  test('says what a common mistake should have been', () => {
    assert.match(refuseScrape({ location: { country: 'uk' } }).message, /not "UK"; did you mean "GB"\?$/);
  });

  test('brings language tags into canonical form', () => {
    const languages = ['EN-us', 'pt_br', 'zh-hant-tw', ' de '];
    assert.deepEqual(parseScrape({ location: { languages } }).location?.languages, [
      'en-US',
      'pt-BR',
      'zh-Hant-TW',
      'de',
    ]);
  });

  for (const tag of ['', 'e', 'en;q=0.5', '*', 'english language', 5]) {
    test(`refuses the language ${JSON.stringify(tag)}`, () => {
      const { issues } = refuseScrape({ location: { languages: ['en', tag] } });
      assert.deepEqual(issues[0]?.path, ['location', 'languages', 1]);
    });
  }
});

describe('profile', () => {
  test('has a name of 1 to 128 characters', () => {
    assert.equal(parseScrape({ profile: { name: 'x'.repeat(128) } }).profile?.saveChanges, true);
    for (const name of ['', 'x'.repeat(129), 5, undefined]) {
      assert.deepEqual(refuseScrape({ profile: { name } }).issues[0]?.path, ['profile', 'name']);
    }
  });
});

describe('parsers', () => {
  test('are names or objects', () => {
    assert.deepEqual(parseScrape({ parsers: ['pdf', 'image'] }).parsers, [
      { type: 'pdf', mode: 'auto', pages: false, blocks: false, pageMarkers: false },
      { type: 'image' },
    ]);
    const full = { type: 'pdf', mode: 'ocr', maxPages: 10_000, pages: true, blocks: true, pageMarkers: true };
    assert.deepEqual(parseScrape({ parsers: [full] }).parsers, [full]);
  });

  test('an empty list stays empty', () => assert.deepEqual(parseScrape({ parsers: [] }).parsers, []));

  test('pageMarkdown is another name of pages', () => {
    const [parser] = parseScrape({ parsers: [{ type: 'pdf', pageMarkdown: true }] }).parsers;
    assert.ok(parser?.type === 'pdf' && parser.pages);
  });

  for (const odd of [
    { maxPages: 0 },
    { maxPages: 10_001 },
    { maxPages: 1.5 },
    { mode: 'slow' },
    { pages: 'yes' },
  ]) {
    test(`refuse ${JSON.stringify(odd)}`, () => {
      const path = ['parsers', 0, ...Object.keys(odd)];
      assert.deepEqual(refuseScrape({ parsers: [{ type: 'pdf', ...odd }] }).issues[0]?.path, path);
    });
  }
});

test('the proxy stealth is enhanced', () => {
  assert.equal(parseScrape({ proxy: 'stealth' }).proxy, 'enhanced');
  assert.equal(parseScrape({ proxy: 'basic' }).proxy, 'basic');
});

test('selectors are strings that say something', () => {
  assert.deepEqual(parseScrape({ includeTags: ['main', '.a > b'] }).includeTags, ['main', '.a > b']);
  for (const name of ['includeTags', 'excludeTags']) {
    for (const odd of ['', 5, null])
      assert.deepEqual(refuseScrape({ [name]: [odd] }).issues[0]?.path, [name, 0]);
    assert.equal(refuseScrape({ [name]: 'main' }).message, `${name} must be a list, not "main"`);
  }
});

test('a list of a million wrong entries is one problem', () => {
  const entries = Array.from({ length: 1_000_000 }, () => 5);
  for (const name of ['formats', 'includeTags', 'parsers', 'actions'])
    assert.equal(refuseScrape({ [name]: entries }).issues.length, 1);
});

test('the shape serves as scrapeOptions of other requests', () => {
  const search = z.strictObject({
    scrapeOptions: z
      .strictObject({ ...scrapeOptionsShape, formats: scrapeOptionsShape.formats.unwrap().prefault([]) })
      .transform(settleScrapeOptions)
      .prefault({}),
  });
  assert.deepEqual(parseWith(search, {}).scrapeOptions.formats, []);
  const parse = (options: object) => parseWith(search, { scrapeOptions: options }).scrapeOptions;
  assert.ok(parse({ zeroDataRetention: true }).zeroDataRetention);
  const late = { scrapeOptions: { waitFor: 6000, timeout: 10_000 } };
  assert.deepEqual(refusal(search, late).issues[0]?.path, ['scrapeOptions', 'waitFor']);
});
