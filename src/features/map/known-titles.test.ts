import assert from 'node:assert/strict';
import { test } from 'node:test';
import { indexedPage, urlKeyOf } from '../../../test/support/indexed-page.ts';
import { writePages } from '../../../test/support/index-pages.ts';
import { openSite, openTestMap, page, pathsOf, sitemap } from '../../../test/support/open-test-map.ts';
import { NO_API_KEY, type Caller } from '../../accounts/caller.ts';
import { createTeam } from '../../accounts/teams.ts';
import { createFindKnownTitles } from './known-titles.ts';

const { signal } = new AbortController();

test('titles of pages that the team has scraped order the links by what they are about', async () => {
  await using house = await openTestMap();
  const paths = Array.from({ length: 100 }, (_, at) => `/p/${at}`);
  await using site = await openSite((self) => ({ '/': page('Home'), '/sitemap.xml': sitemap(self, paths) }));
  const title = (path: string): string => (path === '/p/87' ? 'Price list of the year' : `Report ${path}`);
  const description = 'All of it';
  await writePages(
    house.db,
    paths.map((path) =>
      indexedPage(house.caller.team.id, site.origin + path, { title: title(path), description }),
    ),
  );
  const request = { url: site.origin, search: 'price list', limit: 3 };
  const found = await house.map(request);
  assert.equal(pathsOf(site, found)[0], '/p/87');
  assert.deepEqual(found.links[0], { url: `${site.origin}/p/87`, title: title('/p/87'), description });
  const other: Caller = { team: await createTeam(house.db, 'other'), apiKeyId: NO_API_KEY };
  for (const foreign of [
    await house.map(request, { caller: other }),
    await house.map({ ...request, ignoreCache: true }),
  ])
    assert.deepEqual(
      [foreign.links.map(({ title: told }) => told), foreign.links.length],
      [['Home', undefined, undefined], 3],
    );
});

test('thousands of addresses are looked up, and a caller that leaves ends it', async () => {
  await using house = await openTestMap();
  const teamId = house.caller.team.id;
  const urls = Array.from({ length: 2_500 }, (_, at) => `https://a.test/${at}`);
  await writePages(house.db, [
    indexedPage(teamId, urls[0]!, { title: 'First' }),
    indexedPage(teamId, urls[2_499]!, { title: 'Last', urlKey: urlKeyOf(urls[2_499]!) }),
    indexedPage(teamId, urls[1]!, { title: '' }),
  ]);
  const find = createFindKnownTitles(house.db);
  assert.deepEqual(Object.fromEntries(await find(teamId, urls, signal)), {
    [urls[0]!]: { title: 'First' },
    [urls[2_499]!]: { title: 'Last' },
  });
  const gone = AbortSignal.abort(new Error('gone'));
  await assert.rejects(find(teamId, urls, gone), { message: 'gone' });
});
