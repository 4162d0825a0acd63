import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wishFor } from '../../../test/support/search-wish.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { Deadline } from '../../lib/time/deadline.ts';
import { silentLog } from '../../lib/log/log.ts';
import { createTrace } from '../../scraper/trace.ts';
import { createAskChain, type ChainAnswer } from './ask-providers.ts';
import { createProviderHealth, type ProviderHealth } from './provider-health.ts';
import { abilitiesBut } from './providers/abilities.ts';
import {
  ProviderFailure,
  type ProviderPage,
  type ProviderRequest,
  type SearchProvider,
} from './providers/provider.ts';
import type { SearchWish } from './search-wish.ts';

type Answer = (request: ProviderRequest, signal: AbortSignal) => Promise<ProviderPage>;

function provider(
  name: SearchProvider['name'],
  search: Answer,
  given: Partial<SearchProvider> = {},
): SearchProvider {
  return {
    name,
    abilities: abilitiesBut({}),
    parameters: new Set(),
    loose: new Set(),
    limits: { pageSize: { web: 10, news: 10, images: 10 }, maxPages: 4, maxCharacters: 500, maxWords: 100 },
    search,
    probe: () => Promise.reject(new Error('nobody probes')),
    async [Symbol.asyncDispose]() {},
    ...given,
  };
}

const urls = (from: number, count: number): ProviderPage['results'] =>
  Array.from({ length: count }, (_, at) => ({
    source: 'web',
    url: `https://a.test/${from + at}`,
    title: `Page ${from + at}`,
    description: '',
  }));

const found: Answer = async () => ({ results: urls(0, 2), hasMore: false, remarks: [] });
const hangs: Answer = (_request, signal) =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
const fails: (name: string) => Answer = (name) => async () => {
  throw new ProviderFailure(name, 'down', { detail: 'status 500' });
};

async function ask(
  providers: readonly SearchProvider[],
  {
    wish = wishFor('lamp'),
    health,
    ms = 60_000,
    signal = new AbortController().signal,
  }: Partial<{
    wish: SearchWish;
    health: ProviderHealth;
    ms: number;
    signal: AbortSignal;
  }> = {},
): Promise<ChainAnswer> {
  using deadline = new Deadline(ms, signal);
  const parts = { clock: systemClock, log: silentLog };
  const chain = createAskChain({ providers, health: health ?? createProviderHealth(parts), ...parts });
  return await chain(wish, { deadline, signal, trace: createTrace(), isForwarded: false, hasOthers: false });
}

test('the first that answers wins; the remark says why it was not the first', async () => {
  const answer = await ask([
    provider('searxng', fails('searxng')),
    provider('brave', found),
    provider('exa', hangs),
  ]);
  assert.equal(answer.provider, 'brave');
  assert.equal(answer.results?.length, 2);
  assert.deepEqual(answer.remarks, ['searxng cannot be reached or fails, so brave was asked.']);
  assert.deepEqual((await ask([provider('brave', found)])).remarks, []);
});

test('one that failed is not asked again while it rests', async () => {
  const health = createProviderHealth({ clock: systemClock, log: silentLog });
  const asked: string[] = [];
  const note =
    (name: string, search: Answer): Answer =>
    (request, signal) => {
      asked.push(name);
      return search(request, signal);
    };
  const providers = [
    provider('searxng', note('searxng', fails('searxng'))),
    provider('brave', note('brave', found)),
  ];
  await ask(providers, { health });
  const { remarks } = await ask(providers, { health });
  assert.deepEqual(asked, ['searxng', 'brave', 'brave']);
  assert.deepEqual(remarks, ['searxng rests after a failure, so brave was asked.']);
});

test('one that hangs leaves time for the next; alone it uses it up', async () => {
  const answer = await ask([provider('searxng', hangs), provider('brave', found)], { ms: 100 });
  assert.deepEqual(answer.remarks, ['searxng did not answer in time, so brave was asked.']);
  const alone = await ask([provider('searxng', hangs)], { ms: 50 });
  assert.deepEqual(
    alone.failures.map(({ kind }) => kind),
    ['timeout'],
  );
  const deaf = await ask([provider('searxng', () => new Promise(() => undefined))], { ms: 50 });
  assert.deepEqual(
    deaf.failures.map(({ kind }) => kind),
    ['timeout'],
  );
});

test('the last one is not out of time before the search is', async () => {
  const signal = new AbortController().signal;
  const parts = { clock: systemClock, log: silentLog };
  const chain = createAskChain({
    providers: [provider('searxng', hangs), provider('brave', hangs)],
    health: createProviderHealth(parts),
    ...parts,
  });
  const late = Array.from({ length: 200 }, async (_, at) => {
    using deadline = new Deadline(20 + at / 7, signal);
    const context = { deadline, signal, trace: createTrace(), isForwarded: false, hasOthers: false };
    await chain(wishFor('lamp'), context);
    return deadline.signal.aborted;
  });
  assert.deepEqual(new Set(await Promise.all(late)), new Set([true]));
});

test('an impatient caller does not put a provider to rest', async () => {
  const health = createProviderHealth({ clock: systemClock, log: silentLog });
  await ask([provider('searxng', hangs)], { ms: 20, health });
  assert.deepEqual(health.fitOf(['searxng', 'brave'], 'web'), ['searxng', 'brave']);
});

test('a caller that goes away ends it with its own reason', async () => {
  const gone = new AbortController();
  const reason = new Error('gone');
  const asking = ask([provider('searxng', hangs), provider('brave', found)], { signal: gone.signal });
  gone.abort(reason);
  await assert.rejects(asking, reason);
});

test('a mistake of an adapter is a failure of that provider', async () => {
  const broken: Answer = () => Promise.reject(new TypeError('cannot read'));
  const { provider: answered, failures } = await ask([provider('searxng', broken), provider('brave', found)]);
  assert.equal(answered, 'brave');
  assert.deepEqual(
    failures.map(({ kind }) => kind),
    ['nonsense'],
  );
});

test('a source that nobody has is said, and asked of nobody', async () => {
  const images = wishFor('lamp', { source: 'images' });
  const exa = provider('exa', () => assert.fail('was asked'), {
    abilities: abilitiesBut({ images: 'none' }),
  });
  const answer = await ask([exa], { wish: images });
  assert.deepEqual(answer.remarks, ['There is no search for images at exa.']);
  assert.equal((await ask([exa, provider('brave', found)], { wish: images })).provider, 'brave');
});

test('pages are asked for until there are enough results that pass the checks', async () => {
  const asked: Array<[page: number, count: number]> = [];
  const many: Answer = async ({ page, count }) => {
    asked.push([page, count]);
    return { results: urls(page * count, count), hasMore: true, remarks: [] };
  };
  const loose = { loose: new Set(['inurl'] as const) };
  const some = await ask([provider('searxng', many, loose)], {
    wish: wishFor('lamp -inurl:a.test/1', { limit: 4 }),
  });
  assert.deepEqual(asked, [[0, 8]]);
  assert.deepEqual(
    some.results?.map(({ url }) => url),
    [0, 2, 3, 4].map((at) => `https://a.test/${at}`),
  );
  asked.length = 0;
  const none = await ask([provider('searxng', many, loose)], {
    wish: wishFor('lamp inurl:b.test', { limit: 4 }),
  });
  assert.deepEqual(
    asked.map(([page]) => page),
    [0, 1, 2],
  );
  assert.deepEqual(none.results, []);
  asked.length = 0;
  const all = await ask([provider('searxng', many)], { wish: wishFor('lamp', { limit: 35 }) });
  assert.deepEqual(asked, [
    [0, 10],
    [1, 10],
    [2, 10],
    [3, 10],
  ]);
  assert.equal(all.results?.length, 35);
});

test('a provider that repeats itself is asked no more, and a later page that fails ends the list', async () => {
  const counter = { asked: 0 };
  const same: Answer = async () => {
    counter.asked += 1;
    return { results: urls(0, 3), hasMore: true, remarks: [] };
  };
  await ask([provider('searxng', same)]);
  assert.equal(counter.asked, 2);
  const breaks: Answer = async (request, signal) =>
    request.page === 0
      ? { results: urls(0, 3), hasMore: true, remarks: [] }
      : fails('searxng')(request, signal);
  const { results, remarks } = await ask([provider('searxng', breaks)]);
  assert.equal(results?.length, 3);
  assert.match(remarks[0] ?? '', /^searxng gave 3 results and then failed/);
});

test('an order by date that is made here has pages without a date last', async () => {
  const dated: Answer = async () => ({
    results: [undefined, '2026-01-01', '2026-03-01'].map((day, at) => ({
      source: 'web',
      url: `https://a.test/${at}`,
      title: 'x',
      description: '',
      publishedAt: day === undefined ? undefined : new Date(day),
    })),
    hasMore: false,
    remarks: [],
  });
  const asked = provider('searxng', dated, { abilities: abilitiesBut({ sortByDate: 'results' }) });
  const { results } = await ask([asked], { wish: wishFor('x', { isByDate: true }) });
  assert.deepEqual(
    results?.map(({ url }) => url.at(-1)),
    ['2', '1', '0'],
  );
});
