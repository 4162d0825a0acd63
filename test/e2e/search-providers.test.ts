import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { openLoopbackSite, openTcpSite, type LoopbackSite } from '../support/loopback-site.ts';
import { playedBrave } from '../support/search-providers/brave.ts';
import { playedExa } from '../support/search-providers/exa.ts';
import { playedFirecrawl } from '../support/search-providers/firecrawl.ts';
import { openProviderServer, type ProviderServer } from '../support/search-providers/open-provider-server.ts';
import { PROVIDER_KEY } from '../support/search-providers/played-provider.ts';
import { playedSearxng } from '../support/search-providers/searxng.ts';
import { playedSerper } from '../support/search-providers/serper.ts';
import { playedTavily } from '../support/search-providers/tavily.ts';
import { NO_SEARX, openSearx } from '../support/searx.ts';
import { shareTestService } from '../support/share-test-service.ts';
import { startTestService, type CalledService, type TestService } from '../support/test-service.ts';

const SAID = 'WORDS-OF-THE-PROVIDER';
const QUERY = 'word-of-the-caller';
const RESULT = { url: 'https://a.test/lamp', title: 'A lamp', text: 'It is one.' };

describe('providers that fail, each in another way', { timeout: 110_000 }, () => {
  const stack = new AsyncDisposableStack();
  let servers: Record<'searxng' | 'brave' | 'serper' | 'firecrawl' | 'tavily' | 'exa', ProviderServer>;
  let service: TestService;

  before(async () => {
    servers = {
      searxng: stack.use(await openProviderServer(playedSearxng)),
      brave: stack.use(await openProviderServer(playedBrave)),
      serper: stack.use(await openProviderServer(playedSerper)),
      firecrawl: stack.use(await openProviderServer(playedFirecrawl)),
      tavily: stack.use(await openProviderServer(playedTavily)),
      exa: stack.use(await openProviderServer(playedExa)),
    };
    const silent = stack.use(await openLoopbackSite(() => {}));
    servers.brave.play(() => ({ status: 429, headers: { 'retry-after': '60' }, json: { error: SAID } }));
    servers.serper.play(() => ({ text: `<!doctype html><p>${SAID}` }));
    servers.firecrawl.play(() => ({ text: `{"success":true,"data":{"web":[{"title":"${SAID}` }));
    servers.tavily.play(() => ({ json: { detail: { error: `${SAID} ${PROVIDER_KEY}` } } }));
    servers.exa.results.push(RESULT);
    service = stack.use(
      await startTestService({
        environment: {
          DECANT_SEARCH: 'searxng,brave,serper,firecrawl,tavily,exa',
          // Never says a word.
          DECANT_SEARXNG_URL: silent.origin,
          DECANT_BRAVE_API_KEY: PROVIDER_KEY,
          DECANT_BRAVE_URL: servers.brave.origin,
          DECANT_SERPER_API_KEY: PROVIDER_KEY,
          DECANT_SERPER_URL: servers.serper.origin,
          DECANT_FIRECRAWL_URL: servers.firecrawl.origin,
          DECANT_FIRECRAWL_API_KEY: PROVIDER_KEY,
          DECANT_TAVILY_API_KEY: PROVIDER_KEY,
          DECANT_TAVILY_URL: servers.tavily.origin,
          DECANT_EXA_API_KEY: PROVIDER_KEY,
          DECANT_EXA_URL: servers.exa.origin,
        },
      }),
    );
  });
  after(() => stack[Symbol.asyncDispose]());

  /** Neither answers nor the log say what is the operator's, the provider's, or the caller's alone. */
  function assertDiscreet(body: unknown): void {
    const answer = JSON.stringify(body);
    for (const secret of [PROVIDER_KEY, SAID, '127.0.0.1'])
      assert.ok(!answer.includes(secret), `${secret} is in ${answer}`);
    for (const secret of [PROVIDER_KEY, SAID, QUERY]) assert.ok(!service.logs().includes(secret), secret);
  }

  test('the last one answers within the time, and the warning names the others', async () => {
    const { status, body } = await service.call('/v2/search', { query: QUERY, timeout: 6_000 });
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(
      body.data.web.map(({ url }: { url: string }) => url),
      [RESULT.url],
    );
    assert.match(
      body.warning,
      /searxng did not answer in time.*brave takes no more requests.*serper gave no answer.*firecrawl gave no answer.*tavily cannot be reached or fails.*exa was asked/,
    );
    assertDiscreet(body);
  });

  test('those that failed rest: the next search asks none of them', async () => {
    const asked = Object.values(servers).map(({ requests }) => requests.length);
    const { body } = await service.call('/v2/search', { query: QUERY });
    assert.equal(body.data.web.length, 1);
    assert.match(body.warning, /rests after a failure/);
    const now = Object.values(servers).map(({ requests }) => requests.length);
    assert.deepEqual(
      now.map((count, at) => count - asked[at]!),
      [0, 0, 0, 0, 0, 1],
    );
    assertDiscreet(body);
  });

  test('a search that another Decant passed on is not passed on again', async () => {
    const { length } = servers.firecrawl.requests;
    const { body } = await service.call('/v2/search', { query: QUERY, origin: 'decant-search' });
    assert.match(body.warning, /came from another server, so firecrawl was not asked/);
    assert.equal(servers.firecrawl.requests.length, length);
  });

  test('when all are down the error names them, with the variables to look at', async () => {
    servers.exa.play(() => ({ status: 500, json: { error: SAID } }));
    const { status, body } = await service.call('/v2/search', { query: QUERY });
    assert.ok(status >= 500, `${status}`);
    assert.equal(body.success, false);
    assert.match(body.error, /exa cannot be reached or fails \(DECANT_EXA_API_KEY\)/);
    assertDiscreet(body);
    // All rest now, so the one that has rested longest is tried again.
    const again = await service.call('/v2/search', { query: QUERY, timeout: 1_000 });
    assert.ok(again.status === 408 || again.status >= 500);
    assert.match(again.body.error, /searxng/);
    assertDiscreet(again.body);
  });
});

/** Serves a page on whatever its path names. */
function openPages(): Promise<LoopbackSite> {
  return openLoopbackSite((request, response) => {
    const name = (request.url ?? '/').slice(1);
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(
      `<!doctype html><title>About ${name}</title><main><h1>${name}</h1><p>Everything on ${name}, and a lamp beside it.</p></main>`,
    );
  });
}

const REACHABLE = { DECANT_ALLOW_ADDRESSES: '127.0.0.1' };

/** A service that had pages on these scraped, and searches them: nothing but its own. */
async function shareSearched(site: LoopbackSite, names: readonly string[]): Promise<CalledService> {
  const service = await shareTestService();
  for (const name of names) {
    const { status } = await service.call('/v2/scrape', { url: `${site.origin}/${name}` });
    assert.equal(status, 200);
  }
  return service;
}

describe('another Decant as a provider', { timeout: 110_000 }, () => {
  test('its pages are found, and scraped from here; operators go along', async () => {
    await using site = await openPages();
    const inner = await shareSearched(site, ['kettles', 'gardens']);
    // The way to it, which can be cut.
    await using way = await openTcpSite((socket) => {
      const onward = connect(Number(new URL(inner.url).port), '127.0.0.1');
      socket.pipe(onward).pipe(socket);
      socket.once('close', () => onward.destroy());
      onward.once('error', () => socket.destroy());
    });
    await using outer = await startTestService({
      environment: {
        ...REACHABLE,
        DECANT_SEARCH: 'own,firecrawl',
        DECANT_FIRECRAWL_URL: way.origin,
        DECANT_FIRECRAWL_API_KEY: inner.key,
      },
    });
    const { body } = await outer.call('/v2/search', {
      query: 'lamp -gardens intitle:kettles',
      scrapeOptions: { formats: ['markdown'] },
    });
    assert.deepEqual(
      body.data.web.map(({ url }: { url: string }) => url),
      [`${site.origin}/kettles`],
    );
    assert.match(body.data.web[0].markdown, /# kettles/);
    // The page is one of its own now: it is found once, beside the other one.
    const merged = await outer.call('/v2/search', { query: 'lamp' });
    assert.deepEqual(merged.body.data.web.map(({ url }: { url: string }) => url).toSorted(), [
      `${site.origin}/gardens`,
      `${site.origin}/kettles`,
    ]);
    await way[Symbol.asyncDispose]();
    const alone = await outer.call('/v2/search', { query: 'lamp' });
    assert.deepEqual(
      alone.body.data.web.map(({ url }: { url: string }) => url),
      [`${site.origin}/kettles`],
    );
    assert.match(alone.body.warning, /firecrawl cannot be reached or fails/);
    assert.ok(!JSON.stringify(alone.body).includes(new URL(way.origin).host));
  });
});

describe('a real searx that searches the pages of a Decant', { skip: NO_SEARX, timeout: 110_000 }, () => {
  test('pages that were scraped here are found by way of it', async () => {
    await using site = await openPages();
    const inner = await shareSearched(site, ['kettles', 'gardens']);
    // Its engine asks by GET, without a key.
    await using bridge = await openLoopbackSite((request, response) => {
      const { searchParams } = new URL(request.url ?? '/', 'http://bridge.test');
      const isFirst = searchParams.get('page') === '1';
      void inner.call('/v2/search', { query: searchParams.get('query') }).then(({ body }) => {
        const found: Array<Record<string, string>> = isFirst ? body.data.web : [];
        const results = found.map(({ url, title, description }) => ({ url, title, content: description }));
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ results }));
      });
    });
    await using searx = await openSearx({ general: `${bridge.origin}/?query={query}&page={pageno}` });
    await using outer = await startTestService({
      environment: { ...REACHABLE, DECANT_SEARXNG_URL: searx.url.href },
    });
    const { body } = await outer.call('/v2/search', {
      query: 'kettles',
      scrapeOptions: { formats: ['markdown'] },
    });
    const [first] = body.data.web;
    assert.equal(first.url, `${site.origin}/kettles`);
    assert.equal(first.title, 'About kettles');
    assert.match(first.description, /Everything on kettles/);
    assert.match(first.markdown, /# kettles/);
    const all = await outer.call('/v2/search', { query: 'lamp' });
    assert.equal(all.body.data.web.length, 2);
    const none = await outer.call('/v2/search', { query: 'zebra' });
    assert.deepEqual(none.body.data.web, []);
    assert.match(none.body.warning, /searxng found nothing/);
  });
});
