import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wishFor } from '../../../test/support/search-wish.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { Deadline } from '../../lib/time/deadline.ts';
import { silentLog } from '../../lib/log/log.ts';
import { createTrace } from '../../scraper/trace.ts';
import type { IndexQuery, SearchIndex } from '../../search-index/search-index.ts';
import type { ChainAnswer } from './ask-providers.ts';
import { createAskSource, type SourceAnswer } from './ask-source.ts';
import { ProviderFailure, type ProviderResult } from './providers/provider.ts';
import type { SearchWish } from './search-wish.ts';

const SEEN = new Date('2026-01-01');

interface OwnPages extends Pick<SearchIndex, 'search'> {
  asked: Array<[teamId: string, query: IndexQuery]>;
}

function pages(urls: readonly string[], total = urls.length): OwnPages {
  const asked: OwnPages['asked'] = [];
  return {
    asked,
    async search(teamId, query) {
      asked.push([teamId, query]);
      const hits = urls.map((url) => ({
        url,
        title: `Own ${url}`,
        description: 'own',
        score: 1,
        firstSeenAt: SEEN,
      }));
      return { hits, pages: total, remarks: [] };
    },
  };
}

const found = (...urls: string[]): ChainAnswer => ({
  results: urls.map((url): ProviderResult => ({
    source: 'web',
    url,
    title: `Web ${url}`,
    description: 'web',
  })),
  provider: 'brave',
  remarks: [],
  failures: [],
});

const FAILED: ChainAnswer = {
  results: undefined,
  provider: undefined,
  remarks: [],
  failures: [new ProviderFailure('brave', 'timeout', { detail: '' })],
};

interface Surroundings {
  own?: Pick<SearchIndex, 'search'> | undefined;
  locked?: Pick<SearchIndex, 'search'> | undefined;
  chain?: ChainAnswer;
  wish?: SearchWish;
  isLocked?: boolean;
}

async function ask({
  own,
  locked = own,
  chain,
  wish = wishFor('lamp'),
  isLocked = false,
}: Surroundings): Promise<SourceAnswer & { steps: Array<Record<string, unknown>> }> {
  using deadline = new Deadline(60_000);
  const trace = createTrace();
  const askSource = createAskSource({
    askChain: async () => chain ?? assert.fail('a provider was asked'),
    providers: chain === undefined && !isLocked ? [] : ['brave'],
    own,
    lockedIndex: locked,
    clock: systemClock,
    log: silentLog,
  });
  const { signal } = new AbortController();
  const answer = await askSource(wish, {
    teamId: 'team',
    deadline,
    signal,
    trace,
    isLocked,
    isForwarded: false,
  });
  return { ...answer, steps: trace.steps };
}

const urlsOf = ({ results }: SourceAnswer): string[] => results.map(({ url }) => url);

test('own pages alone: what was looked through is said, with results and without', async () => {
  const some = await ask({ own: pages(['https://a.test/1'], 12) });
  assert.deepEqual(urlsOf(some), ['https://a.test/1']);
  const why = 'no search provider is configured (DECANT_SEARCH).';
  assert.deepEqual(some.remarks, [`Only the 12 pages that this team had scraped were searched: ${why}`]);
  assert.deepEqual((await ask({ own: pages([], 1) })).remarks, [
    `Nothing was found among the one page that this team had scraped: ${why}`,
  ]);
  assert.deepEqual((await ask({ own: pages([]) })).remarks, [
    `This team has scraped no pages yet that could be searched: ${why}`,
  ]);
});

test('own pages are asked for the whole wish, of their team', async () => {
  const own = pages([]);
  const wish = wishFor('lamp "blue light" site:a.test', {
    includeDomains: ['a.test'],
    categories: ['pdf'],
    range: { kind: 'custom', from: SEEN },
    isByDate: true,
    limit: 7,
    location: 'Berlin',
  });
  const { remarks } = await ask({ own, wish });
  const [teamId, { query, ...rest }] = own.asked[0]!;
  assert.equal(teamId, 'team');
  assert.equal(query, wish.query);
  assert.deepEqual(rest, {
    source: 'web',
    limit: 7,
    includeHosts: ['a.test'],
    excludeHosts: [],
    categories: ['pdf'],
    from: SEEN,
    to: undefined,
    isByDate: true,
    hasPassages: true,
  });
  assert.ok(remarks.includes('The search over own pages cannot take location into account.'));
});

test('own pages and those of a provider are merged, each once, as the provider has them', async () => {
  const answer = await ask({
    own: pages(['http://www.b.test/2/', 'https://own.test/']),
    chain: found('https://b.test/1', 'https://b.test/2'),
  });
  assert.deepEqual(urlsOf(answer), ['https://b.test/2', 'https://b.test/1', 'https://own.test/']);
  assert.deepEqual(answer.remarks, []);
  const step = answer.steps.find(({ step: name }) => name === 'own');
  assert.deepEqual(step?.['urls'], ['http://www.b.test/2/', 'https://own.test/']);
});

test('when providers fail own pages answer, and the warning says who failed', async () => {
  const { remarks, failures, ...answer } = await ask({ own: pages(['https://own.test/'], 5), chain: FAILED });
  assert.deepEqual(urlsOf({ ...answer, remarks, failures }), ['https://own.test/']);
  assert.deepEqual(remarks, [
    'Only the 5 pages that this team had scraped were searched: brave did not answer in time.',
  ]);
  assert.deepEqual(failures, []);
  const alone = await ask({ chain: FAILED });
  assert.deepEqual(alone.failures, FAILED.failures);
});

test('when own pages cannot be searched a provider answers; without one it is an error', async () => {
  const own = { search: () => Promise.reject(new Error('no database')) };
  const answer = await ask({ own, chain: found('https://b.test/1') });
  assert.deepEqual(urlsOf(answer), ['https://b.test/1']);
  assert.deepEqual(answer.remarks, ['The pages that this team had scraped could not be searched.']);
  await assert.rejects(ask({ own }), { message: 'no database' });
});

test('lockdown asks own pages and nobody else, also where they are not asked otherwise', async () => {
  const answer = await ask({ locked: pages(['https://own.test/']), isLocked: true });
  assert.deepEqual(urlsOf(answer), ['https://own.test/']);
  assert.match(answer.remarks[0] ?? '', /lockdown lets nothing out, so brave was not asked\.$/);
  const nothing = await ask({ locked: undefined, isLocked: true });
  assert.match(nothing.remarks[0] ?? '', /^Nothing was searched: lockdown/);
});

test('an empty answer always says why', async () => {
  assert.deepEqual((await ask({ chain: found() })).remarks, ['brave found nothing for this query.']);
  const both = await ask({ own: pages([], 9), chain: found(), wish: wishFor('x', { source: 'news' }) });
  assert.deepEqual(both.remarks, [
    'brave found no news for this query, and there is nothing among the 9 pages that this team had scraped.',
  ]);
});
