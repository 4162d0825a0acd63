import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { indexedPage, urlKeyOf } from '../../../test/support/indexed-page.ts';
import { writePages } from '../../../test/support/index-pages.ts';
import { ASKED, DAY_MS, now, type Asked } from '../../../test/support/search-providers/asked.ts';
import { openTestDatabase } from '../../../test/support/test-database.ts';
import { search as endpoint } from '../../contract/endpoints/search.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { Deadline } from '../../lib/time/deadline.ts';
import { silentLog } from '../../lib/log/log.ts';
import { createTrace } from '../../scraper/trace.ts';
import type { IndexedPage } from '../../search-index/indexed-page.ts';
import { openSearchIndex, type OpenSearchIndex } from '../../search-index/open-search-index.ts';
import type { Database } from '../../store/database.ts';
import { createAskSource } from './ask-source.ts';
import { SEARCH_ASKS } from './providers/abilities.ts';
import { OWN_ABILITIES } from './providers/own-index.ts';
import type { ProviderResult } from './providers/provider.ts';
import { wishesOf } from './wishes-of.ts';

const LIMIT = 8;
/** Enough of both kinds to fill the answer with either. */
const PAGES = 2 * LIMIT;

describe('own pages', () => {
  let db: Database;
  let index: OpenSearchIndex;

  before(async () => {
    db = await openTestDatabase();
    index = openSearchIndex({ db, log: silentLog, urlKey: (url) => urlKeyOf(url.href) });
  });
  after(async () => {
    await index[Symbol.asyncDispose]();
    await db[Symbol.asyncDispose]();
  });

  for (const ask of SEARCH_ASKS) {
    const ability = OWN_ABILITIES[ask];
    test(`${ask}: ${ability}`, async () => {
      const asked = ASKED[ask];
      const teamId = randomUUID();
      await writePages(db, pagesFor(asked, teamId));
      const { results, remarks } = await searchOwn(index, asked, teamId);
      assert.equal(results.length, LIMIT);
      if (ability === 'none') assert.match(remarks.join(' '), asked.warned ?? /never/);
      else assert.doesNotMatch(remarks.join(' '), /cannot take/);
      if (ask === 'sortByDate') assertNewestFirst(results);
      // Everything fits these, or nothing is done for them.
      else if (ability === 'native' && JSON.stringify(asked.fit) !== JSON.stringify(asked.misfit))
        assert.deepEqual(
          results.map(({ url }) => url).filter((url) => !url.includes('/fit-')),
          [],
        );
    });
  }
});

function pagesFor(asked: Asked, teamId: string): IndexedPage[] {
  const pages = Array.from({ length: PAGES }, (_none, at) => [
    pageOf(asked.misfit, `odd-${at}`, teamId),
    pageOf(asked.fit, `fit-${at}`, teamId),
  ]);
  const known = indexedPage(teamId, 'https://a.test/', { body: ASKED.related.fit.text ?? '' });
  return [...pages.flat(), ...(asked === ASKED.related ? [known] : [])];
}

function pageOf(played: Asked['fit'], name: string, teamId: string): IndexedPage {
  const { url = 'https://b.test/a', title = 'A lamp', text = 'It is one.', date, image } = played;
  return indexedPage(teamId, url.replace(/\/([^/]*)$/, `/${name}/$1`), {
    title,
    body: text,
    pageType: 'news',
    publishedAt: date === undefined ? new Date(now - DAY_MS) : new Date(date),
    fetchedAt: new Date(now),
    fileType: /\.(pdf)$/.exec(url)?.[1],
    images: image === undefined ? [] : [{ ...image, url: `https://b.test/${name}.png`, alt: 'A lamp' }],
  });
}

async function searchOwn(
  index: OpenSearchIndex,
  asked: Asked,
  teamId: string,
): Promise<{ results: ProviderResult[]; remarks: string[] }> {
  const { wishes } = wishesOf(endpoint.body.parse({ limit: LIMIT, ...asked.body }), now);
  const askSource = createAskSource({
    askChain: () => Promise.reject(new Error('there is no provider')),
    providers: [],
    own: index,
    lockedIndex: index,
    clock: systemClock,
    log: silentLog,
  });
  using deadline = new Deadline(30_000);
  const { signal } = new AbortController();
  const trace = createTrace();
  return await askSource(wishes[0]!, {
    teamId,
    deadline,
    signal,
    trace,
    isLocked: false,
    isForwarded: false,
  });
}

function assertNewestFirst(results: readonly ProviderResult[]): void {
  const times = results.map((result) => (result.source === 'news' ? result.publishedAt?.getTime() : 0) ?? 0);
  assert.deepEqual(
    times,
    times.toSorted((a, b) => b - a),
  );
  assert.ok(times[0]! > now - 2 * DAY_MS);
}
