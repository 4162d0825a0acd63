import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { openLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { startTestSite } from '../support/test-site.ts';

const FORMS = JSON.parse(
  readFileSync(new URL('../fixtures/net/address-forms.json', import.meta.url), 'utf8'),
) as {
  addresses: string[];
  names: string[];
  urls: string[];
  locations: string[];
};

/** Internal addresses in every spelling, through the API: as the URL, behind a redirect, behind a meta refresh. */
describe('the way out', () => {
  let canary: LoopbackSite;
  let doorway: LoopbackSite;
  let service: TestService;

  before(async () => {
    canary = await openLoopbackSite((_request, response) => void response.end('canary'));
    doorway = await startTestSite({
      '/redirect': (request, response) => {
        const to = new URL(request.url ?? '', 'http://doorway.test').searchParams.get('to') ?? '';
        response.writeHead(302, { location: Buffer.from(to, 'utf8').toString('latin1') }).end();
      },
      '/refresh': (request, response) => {
        const to = new URL(request.url ?? '', 'http://doorway.test').searchParams.get('to') ?? '';
        response
          .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
          .end(
            `<meta http-equiv="refresh" content="0; url='${to}'"><p>Words of the page that sends its readers on.</p>`,
          );
      },
    });
    service = await startTestService({
      environment: { DECANT_ALLOW_ADDRESSES: `127.0.0.1:${doorway.port}` },
    });
  });

  after(async () => {
    await service?.[Symbol.asyncDispose]();
    await doorway?.[Symbol.asyncDispose]();
    await canary?.[Symbol.asyncDispose]();
  });

  const hosts = [...FORMS.addresses, ...FORMS.names];
  const ways: Record<string, (target: string) => string> = {
    'as the URL': (target) => target,
    'behind a redirect': (target) => `${doorway.origin}/redirect?to=${encodeURIComponent(target)}`,
    'behind a meta refresh': (target) => `${doorway.origin}/refresh?to=${encodeURIComponent(target)}`,
  };

  for (const [way, url] of Object.entries(ways)) {
    test(`${hosts.length} hosts ${way} reach nothing`, async () => {
      const sites = { canary: canary.port, own: Number(new URL(service.url).port) };
      for (const [index, host] of hosts.entries()) {
        const port = index % 8 === 7 ? sites.own : sites.canary;
        const target = `http://${host}:${port}/`;
        const { status, body } = await service.call('/v2/scrape', {
          url: url(target),
          timeout: 5000,
          maxAge: 0,
        });
        assert.ok(!JSON.stringify(body).includes('canary'), host);
        // The system may take its time to say that a name does not exist: then the request times out.
        // A refresh to something that is no URL leads nowhere: then the page itself is the answer.
        if (way !== 'behind a meta refresh' || status !== 200)
          assert.equal(body.success, false, `${host}: ${status}`);
        assert.ok([200, 400, 403, 408, 500].includes(status), `${host}: ${status} ${body.error}`);
        if (status === 403) assert.doesNotMatch(body.error, /127\.0\.0\.1|\[?::1/, `${host}: ${body.error}`);
      }
      assert.equal(canary.sockets.length, 0);
    });
  }

  test('URLs with users, ports and other schemes reach nothing either', async () => {
    for (const url of FORMS.urls) {
      const target = url.replaceAll('{port}', String(canary.port)).replaceAll('PORT', String(canary.port));
      const { body } = await service.call('/v2/scrape', { url: target, timeout: 5000 });
      assert.equal(body.success, false, target);
    }
    assert.equal(canary.sockets.length, 0);
  });
});
