import assert from 'node:assert/strict';
import { test } from 'node:test';
import { v7 as uuidv7 } from 'uuid';
import type { Caller } from '../../accounts/caller.ts';
import type { CreditHolds } from '../../accounts/credit-holds.ts';
import { searchRequest } from '../../contract/requests/search.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { silentLog } from '../../lib/log/log.ts';
import { ServiceError } from '../../lib/service-error.ts';
import { parseWith } from '../../lib/validate.ts';
import type { SourceAnswer } from './ask-source.ts';
import type { ProviderResult } from './providers/provider.ts';
import { searchPrice, type SearchRecord } from './record-search.ts';
import { createSearch, type SearchParts } from './search.ts';

function callerWith(creditsGranted: number | null): Caller {
  const features = { zeroDataRetention: false, robotsOptions: false, searchZdr: true, searchAnon: false };
  const team = {
    id: uuidv7(),
    name: 'team',
    maxConcurrency: 2,
    creditsGranted,
    features,
    rateLimits: {},
    isOperator: false,
  };
  return { team, apiKeyId: uuidv7() };
}

const results = (count: number): ProviderResult[] =>
  Array.from({ length: count }, (_, at) => ({
    source: 'web',
    url: `https://a.test/${at}`,
    title: 'x',
    description: '',
  }));

/** Holds as the database would for a team that has so many credits. */
function holdsOf(free: number): CreditHolds & { held: number[] } {
  const held: number[] = [];
  const take = async (credits: number): Promise<void> => {
    if (credits > free) throw new ServiceError('PAYMENT_REQUIRED');
    held.push(credits);
  };
  return {
    held,
    async hold({ credits }) {
      await take(credits);
      return { raise: take, async [Symbol.asyncDispose]() {} };
    },
    async [Symbol.asyncDispose]() {},
  };
}

interface Surroundings extends Partial<SearchParts> {
  records: SearchRecord[];
  search: (body: object, caller?: Caller) => Promise<unknown>;
}

function surroundings(given: Partial<SearchParts> & { answer?: SourceAnswer }): Surroundings {
  const records: SearchRecord[] = [];
  const { answer = { results: [], remarks: [], failures: [] }, ...parts } = given;
  const search = createSearch({
    askSource: async () => answer,
    scrape: () => assert.fail('a result was scraped'),
    checkAvailability: async () => undefined,
    isUsable: async () => true,
    credits: holdsOf(Infinity),
    record: async (record) => void records.push(record),
    variableOf: () => 'DECANT_SEARCH',
    isMissing: false,
    clock: systemClock,
    log: silentLog,
    ...parts,
  });
  const { signal } = new AbortController();
  return {
    records,
    search: (body, caller = callerWith(null)) =>
      search(caller, parseWith(searchRequest, { query: 'lamp', ...body }), signal),
  };
}

test('without a provider and without own pages search is refused with the variable', async () => {
  const { search, records } = surroundings({ isMissing: true });
  await assert.rejects(search({}), (error) => {
    assert.ok(error instanceof ServiceError);
    assert.equal(error.code, 'FEATURE_NOT_AVAILABLE');
    assert.deepEqual(error.details, { feature: 'search', variable: 'DECANT_SEARCH' });
    return true;
  });
  assert.deepEqual(records, []);
});

test('credits for what was found are held before anything is scraped', async () => {
  const answer = { results: results(11), remarks: [], failures: [] };
  const credits = holdsOf(3);
  const { search, records } = surroundings({ answer, credits });
  const body = { limit: 20, scrapeOptions: { formats: ['markdown'] } };
  await assert.rejects(search(body, callerWith(3)), { code: 'PAYMENT_REQUIRED' });
  assert.deepEqual(credits.held, [2]);
  assert.deepEqual(
    records.map(({ query, credits: charged }) => [query, charged]),
    [['lamp', 0]],
  );
});

test('prices: for each ten results that are begun, none for no result', () => {
  const price = (isZdr: boolean): number[] =>
    [0, 1, 10, 11, 100].map((count) => searchPrice(count, { isZdr }));
  assert.deepEqual(price(false), [0, 2, 2, 4, 20]);
  assert.deepEqual(price(true), [0, 10, 10, 20, 100]);
});

test('a search that is not told is recorded without its query and its steps', async () => {
  const { search, records } = surroundings({});
  await search({ enterprise: ['zdr'] });
  await search({ scrapeOptions: { lockdown: true } });
  await search({});
  assert.deepEqual(
    records.map(({ query, trace }) => [query, trace]),
    [
      [undefined, undefined],
      [undefined, undefined],
      ['lamp', []],
    ],
  );
  await assert.rejects(search({ enterprise: ['anon'] }), { code: 'FEATURE_NOT_ENABLED' });
});

test('results that other endpoints would refuse are left out; when none is left the warning says so', async () => {
  const answer = { results: results(3), remarks: [], failures: [] };
  const isUsable = async (url: string): Promise<boolean> => !url.endsWith('/1');
  const some = await surroundings({ answer, isUsable }).search({ ignoreInvalidURLs: true });
  assert.match(JSON.stringify(some), /"warning":null.*a\.test\/0.*"position":1.*a\.test\/2.*"position":2/);
  const none = await surroundings({ answer, isUsable: async () => false }).search({
    ignoreInvalidURLs: true,
  });
  assert.match(JSON.stringify(none), /"creditsUsed":0,"warning":"ignoreInvalidURLs left none of 3 results/);
  const all = await surroundings({ answer, isUsable: () => assert.fail('was asked') }).search({});
  assert.match(JSON.stringify(all), /a\.test\/1/);
});

test('a search of which a recording fails gives no results for nothing', async () => {
  const record = () => Promise.reject(new ServiceError('SERVICE_UNAVAILABLE'));
  const { search } = surroundings({ record, answer: { results: results(1), remarks: [], failures: [] } });
  await assert.rejects(search({}), { code: 'SERVICE_UNAVAILABLE' });
});
