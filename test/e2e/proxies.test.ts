import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { addTestTeam } from '../support/add-test-team.ts';
import { openLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts';
import { shareTestService } from '../support/share-test-service.ts';
import { startTestService, type CalledService, type TestService } from '../support/test-service.ts';
import { answer, startTestSite } from '../support/test-site.ts';
import { openHttpUpstream, type UpstreamProxy } from '../support/upstream-proxy.ts';

const PAGE = `<main><h1>Page</h1><p>${'Prose that is long enough to be the content of this page. '.repeat(6)}</p></main>`;
const skip = process.platform !== 'linux' && 'no bundled browser here';

describe('proxies of the operator', { skip }, () => {
  let site: LoopbackSite;
  let basic: UpstreamProxy;
  let enhanced: UpstreamProxy;
  let service: TestService;

  before(async () => {
    let visits = 0;
    site = await startTestSite({
      '/': PAGE,
      '/blocked-once': (request, response) => {
        visits += 1;
        answer(PAGE, {}, visits === 1 ? 403 : 200)(request, response);
      },
      '/blocked': answer('<h1>Forbidden</h1>', {}, 403),
    });
    basic = await openHttpUpstream({ credentials: 'user:secret' });
    enhanced = await openHttpUpstream();
    service = await startTestService({
      environment: {
        DECANT_ALLOW_ADDRESSES: `127.0.0.1:${site.port}`,
        DECANT_PROXIES_BASIC: `http://user:secret@127.0.0.1:${basic.port}`,
        DECANT_PROXIES_ENHANCED: `http://127.0.0.1:${enhanced.port}`,
      },
    });
  });

  after(async () => {
    await service?.[Symbol.asyncDispose]();
    await basic?.[Symbol.asyncDispose]();
    await enhanced?.[Symbol.asyncDispose]();
    await site?.[Symbol.asyncDispose]();
  });

  const scrape = async (path: string, options: Record<string, unknown> = {}) => {
    const { status, body } = await service.call('/v2/scrape', {
      url: `${site.origin}${path}`,
      maxAge: 0,
      ...options,
    });
    assert.equal(status, 200, JSON.stringify(body));
    return body.data;
  };

  test('a plain request and a browser go through the basic one, which is asked for an address', async () => {
    const target = `127.0.0.1:${site.port}`;
    const plain = await scrape('/', { proxy: 'basic' });
    assert.deepEqual([plain.metadata.proxyUsed, plain.metadata.creditsUsed], ['basic', 1]);
    assert.deepEqual(basic.asked.at(-1), { target, credentials: 'user:secret' });
    const asked = basic.asked.length;
    const shown = await scrape('/', { proxy: 'basic', waitFor: 10 });
    assert.match(shown.markdown, /# Page/);
    assert.ok(basic.asked.length > asked);
    assert.equal(enhanced.asked.length, 0);
  });

  test('enhanced goes through the other one and costs what it costs', async () => {
    const document = await scrape('/', { proxy: 'enhanced' });
    assert.deepEqual([document.metadata.proxyUsed, document.metadata.creditsUsed], ['stealth', 5]);
    assert.ok(enhanced.asked.length > 0);
  });

  test('auto keeps to the basic one where the team has not the credits for the other', async () => {
    const { headers } = await addTestTeam(service, { creditsGranted: 4 });
    const asked = enhanced.asked.length;
    const body = { url: `${site.origin}/blocked`, maxAge: 0 };
    const auto = await service.call('/v2/scrape', body, { headers });
    assert.equal(auto.status, 200, JSON.stringify(auto.body));
    const { metadata, warning } = auto.body.data;
    assert.deepEqual([metadata.proxyUsed, metadata.creditsUsed], ['basic', 1]);
    assert.match(warning, /blocked the request/);
    const refused = await service.call('/v2/scrape', { ...body, proxy: 'enhanced' }, { headers });
    assert.deepEqual([refused.status, enhanced.asked.length], [402, asked]);
  });

  test('auto tries the other one when the site blocks, and pays for it only when that helps', async () => {
    const { metadata } = await scrape('/blocked-once');
    assert.deepEqual([metadata.statusCode, metadata.proxyUsed, metadata.creditsUsed], [200, 'stealth', 5]);
    const refused = await scrape('/blocked');
    assert.deepEqual(
      [refused.metadata.statusCode, refused.metadata.proxyUsed, refused.metadata.creditsUsed],
      [403, 'basic', 1],
    );
    assert.match(refused.warning, /blocked/);
  });

  test('no answer names a proxy, and no log its password', async () => {
    await enhanced[Symbol.asyncDispose]();
    const { status, body } = await service.call('/v2/scrape', {
      url: `${site.origin}/`,
      maxAge: 0,
      proxy: 'enhanced',
    });
    assert.deepEqual([status, body.code], [500, 'SCRAPE_PROXY_SELECTION_ERROR']);
    assert.ok(!JSON.stringify(body).includes(String(enhanced.port)));
    assert.doesNotMatch(service.logs(), /secret/);
  });
});

describe('headers, cookies and certificates in the browser', { skip }, () => {
  let site: LoopbackSite;
  let other: LoopbackSite;
  let service: CalledService;

  before(async () => {
    other = await startTestSite({ '*': PAGE });
    site = await openLoopbackSite(
      (request, response) => {
        if (request.url === '/away')
          response.writeHead(302, { location: `http://localhost:${other.port}/` }).end();
        else answer(PAGE)(request, response);
      },
      { isTls: true },
    );
    service = await shareTestService();
  });

  after(async () => {
    await site?.[Symbol.asyncDispose]();
    await other?.[Symbol.asyncDispose]();
  });

  test('the caller’s headers go to the target and to nobody whom it sends on to', async () => {
    const headers = { 'X-Token': 'mine', Cookie: 'session=abc', 'User-Agent': 'Reader/1.0' };
    const { body } = await service.call('/v2/scrape', { url: `${site.origin}/away`, waitFor: 10, headers });
    assert.equal(body.success, true, JSON.stringify(body));
    const [first] = site.requests;
    assert.equal(first?.headers['x-token'], 'mine');
    assert.equal(first?.headers.cookie, 'session=abc');
    assert.equal(first?.headers['user-agent'], 'Reader/1.0');
    const followed = other.requests.find(({ url }) => url === '/');
    assert.ok(followed);
    assert.equal(followed.headers['x-token'], undefined);
    assert.equal(followed.headers.cookie, undefined);
  });

  test('a certificate that nobody vouches for passes only unchecked', async () => {
    const ask = (skipTlsVerification: boolean) =>
      service.call('/v2/scrape', { url: `${site.origin}/`, waitFor: 10, maxAge: 0, skipTlsVerification });
    const unchecked = await ask(true);
    assert.equal(unchecked.body.success, true, JSON.stringify(unchecked.body));
    const checked = await ask(false);
    assert.deepEqual([checked.status, checked.body.code], [500, 'SCRAPE_SSL_ERROR']);
  });
});
