import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  failure,
  openTestMap,
  openSite,
  page,
  pathsOf,
  sitemap,
} from '../../../test/support/open-test-map.ts';
import { answer, type TestPage } from '../../../test/support/test-site.ts';
import type { Caller } from '../../accounts/caller.ts';
import { readBalance } from '../../accounts/credits.ts';
import { mapRequest } from '../../contract/requests/map.ts';
import type { PatternThread } from '../../frontier/patterns/pattern-thread.ts';
import type { SiteFiles } from '../../frontier/site-files.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { Deadline } from '../../lib/time/deadline.ts';
import { silentLog } from '../../lib/log/log.ts';
import { ServiceError } from '../../lib/service-error.ts';
import { parseWith } from '../../lib/validate.ts';
import { createFindLinks } from './find-links.ts';
import { mapTimeoutMs } from './map-timeout.ts';

test('patterns of paths, queries, headers and options that are ignored', async () => {
  await using house = await openTestMap();
  await using site = await openSite(() => ({
    '/': page('Home', ['/blog/1', '/blog/2?page=2', '/shop', '/blog/old/3']),
    '/blog/1': page('One'),
    '/blog/2': page('Two'),
    '/blog/old/3': page('Three'),
    '/shop': page('Shop'),
  }));
  const url = site.origin;
  assert.deepEqual(
    pathsOf(site, await house.map({ url, includePaths: ['^/blog/'], excludePaths: ['/old/'] })),
    ['/blog/1'],
  );
  assert.deepEqual(
    pathsOf(
      site,
      await house.map({
        url,
        includePaths: ['page=2$'],
        regexOnFullURL: true,
        ignoreQueryParameters: false,
      }),
    ),
    ['/blog/2?page=2'],
  );
  const broken = await failure(house.map({ url, excludePaths: ['('] }));
  assert.deepEqual(
    [broken.code, (broken.details as Array<{ path: unknown }>)[0]?.path],
    ['BAD_REQUEST', ['excludePaths', 0]],
  );
  const before = site.requests.length;
  const { warning } = await house.map({
    url,
    headers: { 'x-mine': 'yes' },
    ignoreRobotsTxt: true,
    useIndex: true,
    threatProtection: { mode: 'strict' },
    crawlEntireDomain: false,
  });
  assert.equal(
    warning,
    'threatProtection is not supported by map and was ignored. ignoreRobotsTxt is not supported by map and was ignored.',
  );
  const pages = site.requests.slice(before).filter(({ url: path }) => !path?.match(/robots|sitemap/));
  assert.ok(pages.length >= 4);
  assert.ok(pages.every(({ headers }) => headers['x-mine'] === 'yes'));
});

test('the time limit: what was found until then with a warning, MAP_TIMEOUT when there is nothing', async () => {
  await using house = await openTestMap();
  const never: TestPage = () => undefined;
  await using site = await openSite((self) => ({
    '/': never,
    '/sitemap.xml': sitemap(self, ['/a', '/b']),
  }));
  const partial = await house.map({ url: site.origin, timeout: 700 });
  assert.deepEqual(pathsOf(site, partial), ['/a', '/b']);
  assert.equal(
    partial.warning,
    'The map did not finish within 700 ms: these are the links found until then.',
  );
  const empty = await failure(house.map({ url: site.origin, sitemap: 'skip', timeout: 300 }));
  assert.deepEqual([empty.code, empty.message], ['MAP_TIMEOUT', 'The map found nothing within 300 ms']);
});

test('failures are those of the start page; an error page is an answer', async () => {
  await using house = await openTestMap();
  assert.equal((await failure(house.map({ url: 'http://10.0.0.1/' }))).code, 'SCRAPE_ADDRESS_NOT_ALLOWED');
  assert.equal((await failure(house.map({ url: 'http://localhost/' }))).code, 'BAD_REQUEST');
  const only = await failure(house.map({ url: 'http://10.0.0.1/', sitemap: 'only' }));
  assert.equal(only.code, 'SCRAPE_ADDRESS_NOT_ALLOWED');
  await using site = await openSite(() => ({ '/a': page('A') }));
  const { links, warning } = await house.map({ url: site.origin });
  assert.deepEqual([links, warning], [[], 'The start page answered with status 404.']);
  await using lost = await openSite(() => ({
    '/lost': answer(page('Not found', ['/', '/a']), {}, 404),
    '/': page('Home'),
    '/a': page('A'),
  }));
  const found = await house.map({ url: `${lost.origin}/lost` });
  assert.deepEqual(pathsOf(lost, found), ['/', '/a']);
  assert.equal(found.warning, 'The start page answered with status 404.');
});

test('a caller that goes away ends it', async () => {
  await using house = await openTestMap();
  await using site = await openSite(() => ({ '/': () => undefined }));
  const gone = new AbortController();
  const work = house.map({ url: site.origin }, { signal: gone.signal });
  const reason = new ServiceError('CLIENT_CLOSED_REQUEST');
  gone.abort(reason);
  assert.equal(await failure(work), reason);
});

test('one call, one row, one credit when it succeeds', async () => {
  await using house = await openTestMap();
  await using site = await openSite(() => ({ '/': page('Home') }));
  const { id } = await house.map({ url: site.origin.replace('//', '//user:secret@') });
  await failure(house.map({ url: 'http://10.0.0.1/' }));
  const { rows } = await house.db.query('select id, endpoint, target from call order by id');
  assert.equal(rows.length, 2);
  assert.deepEqual(rows[0], { id, endpoint: 'map', target: `${site.origin}/` });
  const usage = await house.db.query('select kind, credits, calls from credit_usage');
  assert.deepEqual(usage.rows, [{ kind: 'map', credits: 1, calls: 2 }]);
  assert.equal((await readBalance(house.db, house.caller.team.id)).used, 1);
  const poor: Caller = { ...house.caller, team: { ...house.caller.team, creditsGranted: 1 } };
  await house.db.query('update team set credits_granted = 1 where id = $1', [poor.team.id]);
  assert.equal((await failure(house.map({ url: site.origin }, { caller: poor }))).code, 'PAYMENT_REQUIRED');
});

test('a map takes the time that it was given, and without a limit what it needs', async () => {
  await using site = await openSite(() => ({ '/': page('Home') }));
  const given: number[] = [];
  const findLinks = createFindLinks({
    ...unusedParts,
    scrapePage: ({ deadline }) => {
      given.push(deadline.remainingMs);
      throw new ServiceError('SCRAPE_SITE_ERROR');
    },
  });
  for (const timeout of [undefined, 50_000_000]) {
    const input = parseWith(mapRequest, { url: site.origin, sitemap: 'skip', timeout });
    using deadline = new Deadline(mapTimeoutMs(input));
    const options = { teamId: undefined, deadline, signal: deadline.signal };
    await assert.rejects(findLinks(new URL(site.origin), input, options), { code: 'SCRAPE_SITE_ERROR' });
  }
  assert.ok(given.length === 2 && given.every((ms) => ms > 40_000_000), given.join(' '));
});

/** For a map that asks for its start page alone. */
const unusedParts = {
  siteFiles: {} as SiteFiles,
  patterns: {} as PatternThread,
  findKnownPages: undefined,
  findKnownTitles: undefined,
  clock: systemClock,
  log: silentLog,
};
