import assert from 'node:assert/strict';
import { test } from 'node:test';
import { playedBrave } from '../../test/support/search-providers/brave.ts';
import { openProviderServer } from '../../test/support/search-providers/open-provider-server.ts';
import { PROVIDER_KEY } from '../../test/support/search-providers/played-provider.ts';
import { playedSearxng } from '../../test/support/search-providers/searxng.ts';
import { loadConfig } from '../config.ts';
import { checkSearch } from './check-search.ts';

const { signal } = new AbortController();
const RESULT = { url: 'https://a.test/', title: 'A', text: 'a' };

async function check(environment: Record<string, string>): Promise<string[]> {
  const findings = await checkSearch({ config: loadConfig(environment), signal });
  return findings.map(({ part, state, note }) => `${part} ${state} ${note}`);
}

test('without a provider the own pages are named', async () => {
  assert.deepEqual(await check({}), [
    'Search ok among the pages that each team had scraped only (DECANT_SEARCH)',
  ]);
  const [nobody] = await check({ DECANT_INDEX: 'off' });
  assert.match(nobody ?? '', /^Search missing nothing can be searched.*DECANT_SEARCH.*DECANT_INDEX/);
});

test('each provider is asked, in order, and what is wrong is said with its variable', async () => {
  await using searxng = await openProviderServer(playedSearxng);
  await using brave = await openProviderServer(playedBrave);
  brave.results.push(RESULT);
  searxng.play(() => ({ status: 403, text: '<!doctype html>' }));
  const environment = {
    DECANT_SEARCH: 'brave,own,searxng',
    DECANT_SEARXNG_URL: searxng.origin,
    DECANT_BRAVE_API_KEY: PROVIDER_KEY,
    DECANT_BRAVE_URL: brave.origin,
  };
  const [first, second, own] = await check(environment);
  assert.equal(first, 'Search ok Brave Search answers (DECANT_BRAVE_API_KEY)');
  assert.match(
    second ?? '',
    /^Search missing SearXNG answered with status 403: .* json .*\(DECANT_SEARXNG_URL\)$/,
  );
  assert.match(own ?? '', /^Search ok also among the pages/);
  const wrongKey = await check({ ...environment, DECANT_BRAVE_API_KEY: 'another' });
  assert.match(
    wrongKey[0] ?? '',
    /^Search missing Brave Search .*does not accept our key \(DECANT_BRAVE_API_KEY\)$/,
  );
  assert.doesNotMatch(wrongKey.join('\n'), /another/);
});

test('a provider that is not there is named by its host', async () => {
  const [found] = await check({ DECANT_SEARXNG_URL: 'http://127.0.0.1:1' });
  assert.match(found ?? '', /^Search missing SearXNG .*127\.0\.0\.1 .*\(DECANT_SEARXNG_URL\)$/);
});
