import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  asked,
  openTestMap,
  openSite,
  page,
  pathsOf,
  sitemap,
  writeScrapedPages,
} from '../../../test/support/open-test-map.ts';
import { answer } from '../../../test/support/test-site.ts';
import { NO_API_KEY, type Caller } from '../../accounts/caller.ts';
import { createTeam } from '../../accounts/teams.ts';

test('sitemap, start page and further pages together; titles and descriptions where they are known', async () => {
  await using house = await openTestMap();
  await using site = await openSite((self) => ({
    '/': page('Home', ['/a', '/b', 'https://elsewhere.example/']),
    '/a': page('Page A', ['/a/deep'], '<meta name="description" content="All about A">'),
    '/a/deep': page('Deep'),
    '/b': answer('<title>Oops</title>', {}, 500),
    '/robots.txt': answer(`Sitemap: ${self.origin}/named.xml`, { 'content-type': 'text/plain' }),
    '/named.xml': sitemap(self, ['/from-sitemap', '/a', '/gone']),
    '/from-sitemap': page('In the sitemap'),
  }));
  const result = await house.map({ url: site.origin });
  assert.deepEqual(
    result.links.map(({ url, ...rest }) => ({ path: url.replace(site.origin, ''), ...rest })),
    [
      { path: '/', title: 'Home' },
      { path: '/from-sitemap', title: 'In the sitemap' },
      { path: '/a', title: 'Page A', description: 'All about A' },
      { path: '/b' },
      { path: '/a/deep', title: 'Deep' },
    ],
  );
  assert.equal(result.warning, undefined);
});

test('sitemap skip and only', async () => {
  await using house = await openTestMap();
  await using site = await openSite((self) => ({
    '/': page('Home', ['/a']),
    '/sitemap.xml': sitemap(self, ['/s1', '/s2']),
  }));
  assert.deepEqual(pathsOf(site, await house.map({ url: site.origin, sitemap: 'only' })), ['/s1', '/s2']);
  assert.ok(!asked(site).includes('/'), 'no page is fetched');
  const before = site.requests.length;
  assert.deepEqual(pathsOf(site, await house.map({ url: site.origin, sitemap: 'skip' })), ['/']);
  assert.ok(!asked(site).slice(before).includes('/sitemap.xml'));
  await using bare = await openSite(() => ({ '/': page('Home', ['/a']) }));
  const none = await house.map({ url: bare.origin, sitemap: 'only' });
  assert.deepEqual([none.links, none.warning], [[], 'No sitemap was found.']);
});

test('sitemaps are kept for the team; ignoreCache reads everything anew', async () => {
  await using house = await openTestMap();
  await using site = await openSite((self) => ({
    '/': page('Home'),
    '/sitemap.xml': sitemap(self, ['/s1']),
    '/s1': page('One'),
  }));
  const count = (path: string): number => asked(site).filter((each) => each === path).length;
  await house.map({ url: site.origin });
  const again = await house.map({ url: site.origin });
  assert.deepEqual([count('/sitemap.xml'), count('/s1'), count('/')], [1, 1, 2]);
  assert.deepEqual(again.links, [
    { url: `${site.origin}/`, title: 'Home' },
    { url: `${site.origin}/s1`, title: 'One' },
  ]);
  const only = await house.map({ url: site.origin, sitemap: 'only' });
  assert.deepEqual(only.links, [{ url: `${site.origin}/s1`, title: 'One' }]);
  await house.map({ url: site.origin, ignoreCache: true });
  assert.deepEqual([count('/sitemap.xml'), count('/s1'), count('/')], [2, 2, 3]);
  const other: Caller = { team: await createTeam(house.db, 'other'), apiKeyId: NO_API_KEY };
  await house.map({ url: site.origin }, { caller: other });
  assert.deepEqual([count('/sitemap.xml'), count('/s1')], [3, 3]);
});

test('what the team has scraped before is listed, and to that team only', async () => {
  await using house = await openTestMap();
  await using site = await openSite(() => ({
    '/': page('Home'),
    '/cached': page('Cached', ['/from-cached']),
    '/from-cached': page('From cached'),
    '/failed': answer('<title>Broken</title>', {}, 500),
  }));
  await house.map({ url: `${site.origin}/cached`, limit: 1 });
  await writeScrapedPages(house, site, { '/of-job': 200, '/of-job-broken': 500 });
  const before = site.requests.length;
  const result = await house.map({ url: site.origin });
  assert.deepEqual(
    result.links.map(({ url, title }) => [url.replace(site.origin, ''), title]),
    [
      ['/', 'Home'],
      ['/cached', 'Cached'],
      ['/from-cached', 'From cached'],
    ],
    'a page of a job that is gone by now is not listed',
  );
  assert.ok(!asked(site).slice(before).includes('/cached'), 'it is read from the cache');
  const limited = await house.map({ url: site.origin, limit: 4 });
  assert.deepEqual(pathsOf(site, limited), ['/', '/from-cached', '/cached', '/of-job']);
  const other: Caller = { team: await createTeam(house.db, 'other'), apiKeyId: NO_API_KEY };
  for (const foreign of [
    await house.map({ url: site.origin }, { caller: other }),
    await house.map({ url: site.origin, ignoreCache: true }),
  ])
    assert.deepEqual(pathsOf(site, foreign), ['/']);
  const only = await house.map({ url: site.origin, sitemap: 'only' });
  assert.deepEqual(only.links, []);
});

test('while a site is down, what is known of it is the answer, with the reason', async () => {
  await using house = await openTestMap();
  const origin = await (async () => {
    await using site = await openSite(() => ({ '/': page('Home', ['/a']), '/a': page('A') }));
    await house.map({ url: site.origin });
    return site.origin;
  })();
  const { links, warning } = await house.map({ url: origin });
  const known = links.map(({ url, title }) => `${url.replace(origin, '')} ${title}`);
  assert.deepEqual(known.toSorted(), ['/ Home', '/a A']);
  assert.match(warning ?? '', /^The start page could not be read: /);
});

test('a limit takes no titles from the links that are listed', async () => {
  const paths = ['/a', '/b', '/c', '/d', '/e', '/f'];
  await using site = await openSite((at) => ({
    '/': page('Home'),
    '/sitemap.xml': sitemap(at, paths),
    ...Object.fromEntries(paths.map((path) => [path, page(`Page ${path}`)])),
  }));
  await using house = await openTestMap();
  for (const path of paths) await house.map({ url: site.origin + path, limit: 1, sitemap: 'skip' });
  const titlesOf = async (request: object): Promise<Array<string | undefined>> =>
    (await house.map({ url: site.origin, ...request })).links.map(({ title }) => title);
  const all = ['Home', ...paths.map((path) => `Page ${path}`)];
  assert.deepEqual(await titlesOf({}), all);
  assert.deepEqual(await titlesOf({ limit: 3 }), all.slice(0, 3));
  assert.deepEqual(await titlesOf({ limit: 2, sitemap: 'only' }), all.slice(1, 3));
});

test('limit, and what lies below the start first; filterByPath leaves the rest out', async () => {
  await using house = await openTestMap();
  const others = Array.from({ length: 30 }, (_each, i) => `/other/${i}`);
  await using site = await openSite((self) => ({
    '*': page('Any'),
    '/docs': page('Docs', ['/docs/linked', '/about']),
    '/docs/linked': page('Linked'),
    '/sitemap.xml': sitemap(self, [...others, '/docs/a', '/docs/b']),
  }));
  const url = `${site.origin}/docs`;
  const below = ['/docs', '/docs/a', '/docs/b', '/docs/linked'];
  assert.deepEqual(pathsOf(site, await house.map({ url, limit: 5 })), [...below, '/other/0']);
  assert.equal((await house.map({ url: site.origin, limit: 7 })).links.length, 7);
  await using open = await openSite((self) => ({
    '/docs': page('Docs', ['/docs/linked', '/about']),
    '/docs/linked': page('Linked', ['/docs/deep', '/other']),
    '/docs/deep': page('Deep'),
    '/sitemap.xml': sitemap(self, ['/elsewhere']),
  }));
  assert.deepEqual(pathsOf(open, await house.map({ url: `${open.origin}/docs`, filterByPath: true })), [
    '/docs',
    '/docs/linked',
    '/docs/deep',
  ]);
});

test('search puts the best first and leaves nothing out', async () => {
  await using house = await openTestMap();
  await using site = await openSite(() => ({
    '/': page('Home', ['/about', '/contact', '/p/17', '/jobs']),
    '/about': page('About us'),
    '/contact': page('Contact'),
    '/p/17': page('Pricing and plans'),
    '/jobs': page('Jobs'),
  }));
  const plain = pathsOf(site, await house.map({ url: site.origin }));
  for (const search of ['pricing', 'prices', 'pircing']) {
    const found = pathsOf(site, await house.map({ url: site.origin, search }));
    assert.equal(found[0], '/p/17', search);
    assert.deepEqual(found.toSorted(), plain.toSorted());
  }
  assert.deepEqual(pathsOf(site, await house.map({ url: site.origin, search: 'pricing', limit: 1 })), [
    '/p/17',
  ]);
  assert.deepEqual(pathsOf(site, await house.map({ url: site.origin, search: '  ' })), plain);
});

test('robots.txt keeps further pages from being fetched, not the start page', async () => {
  await using house = await openTestMap();
  await using site = await openSite(() => ({
    '/': page('Home', ['/a']),
    '/a': page('A', ['/b']),
    '/robots.txt': answer('User-agent: Decant\nDisallow: /', { 'content-type': 'text/plain' }),
    '/sitemap.xml': '<urlset/>',
  }));
  const { links } = await house.map({ url: site.origin });
  assert.deepEqual(links, [{ url: `${site.origin}/`, title: 'Home' }, { url: `${site.origin}/a` }]);
  assert.deepEqual(asked(site).toSorted(), ['/', '/robots.txt']);
});

test('a start page that moved to another site is mapped there', async () => {
  await using house = await openTestMap();
  await using target = await openSite((self) => ({
    '/': page('New home', ['/a']),
    '/a': page('A'),
    '/sitemap.xml': sitemap(self, ['/s']),
    '/s': page('S'),
  }));
  await using site = await openSite((self) => ({
    '/': answer('', { location: `${target.origin}/` }, 302),
    '/sitemap.xml': sitemap(self, ['/old']),
  }));
  assert.deepEqual(pathsOf(target, await house.map({ url: site.origin })), ['/', '/s', '/a']);
});

test('headers of the caller do not go to another site that the start page leads to', async () => {
  await using house = await openTestMap();
  await using target = await openSite(() => ({ '/': page('New home', ['/a']), '/a': page('A') }));
  await using site = await openSite(() => ({ '/': answer('', { location: `${target.origin}/` }, 302) }));
  const { links, warning } = await house.map({
    url: site.origin,
    headers: { authorization: 'Bearer secret' },
  });
  assert.equal(links.length, 2);
  assert.match(warning ?? '', new RegExp(`were sent to ${site.origin} alone`));
  const sent = (from: typeof site): unknown[] =>
    from.requests
      .filter(({ url }) => url === '/' || url === '/a')
      .map(({ headers }) => headers.authorization);
  assert.deepEqual(sent(site), ['Bearer secret']);
  assert.deepEqual(sent(target), [undefined, undefined]);
});

test('links that only a script writes are found', async () => {
  await using house = await openTestMap();
  await using site = await openSite(() => ({
    '/': '<!doctype html><title>App</title><div id="root"></div><script>root.innerHTML = "<a href=/inside>Inside</a>"</script>',
    '/inside': page('Inside'),
  }));
  const { links } = await house.map({ url: site.origin });
  assert.deepEqual(
    links.map(({ url }) => url),
    [`${site.origin}/`, `${site.origin}/inside`],
  );
});

test('more of a sitemap than the limit: as many links as asked for, in its order', async () => {
  await using house = await openTestMap();
  const paths = Array.from({ length: 1_500 }, (_each, i) => `/p/${i}`);
  await using site = await openSite((self) => ({
    '/': page('Home', ['/linked']),
    '/sitemap.xml': sitemap(self, paths),
  }));
  const found = pathsOf(site, await house.map({ url: site.origin, limit: 1_200 }));
  assert.deepEqual(found, ['/', ...paths.slice(0, 1_199)]);
  assert.ok(!asked(site).some((path) => path.startsWith('/p/')), 'no further page was needed');
  const all = pathsOf(site, await house.map({ url: site.origin, search: '1499', limit: 2 }));
  assert.equal(all[0], '/p/1499');
});

test('a large site without a sitemap: many links, and word that there may be more', async () => {
  await using house = await openTestMap();
  await using site = await openSite(() => ({
    '/robots.txt': answer('', { 'content-type': 'text/plain' }),
    '/sitemap.xml': answer('', {}, 404),
    '/sitemap_index.xml': answer('', {}, 404),
    // A page for every number, which leads to two more.
    '*': (request, response) => {
      const at = Number(request.url?.slice(1) || 1);
      answer(page(`Page ${at}`, [`/${2 * at}`, `/${2 * at + 1}`]))(request, response);
    },
  }));
  const { links, warning } = await house.map({ url: site.origin });
  // The start, two links of it, and two of each of the fifty.
  assert.equal(links.length, 1 + 2 + 50 * 2);
  assert.match(warning ?? '', /^No sitemap was read, and 50 pages .* may have more links/);
});

test('a robots.txt that cannot be read keeps everything but the start page from being fetched', async () => {
  await using house = await openTestMap();
  await using site = await openSite(() => ({
    '/': page('Home', ['/a']),
    '/robots.txt': answer('broken', {}, 503),
  }));
  const { links, warning } = await house.map({ url: site.origin });
  assert.equal(links.length, 2);
  assert.match(warning ?? '', /^robots\.txt of this site cannot be read/);
  assert.deepEqual([...new Set(asked(site))].toSorted(), ['/', '/robots.txt']);
});
