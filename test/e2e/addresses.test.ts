import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { openLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts';
import { NARROW_HOST, shareNarrowService } from '../support/share-test-service.ts';
import type { CalledService } from '../support/test-service.ts';
import { startTestSite } from '../support/test-site.ts';

const FORMS = JSON.parse(
  readFileSync(new URL('../fixtures/net/address-forms.json', import.meta.url), 'utf8'),
) as {
  addresses: string[];
  names: string[];
  urls: string[];
  locations: string[];
};

const AT_ONCE = 8;

/** Internal addresses in every spelling, through the API: as the URL, behind a redirect, behind a meta refresh. */
describe('the way out', () => {
  let canary: LoopbackSite;
  let doorway: LoopbackSite;
  let service: CalledService;

  before(async () => {
    canary = await openLoopbackSite((_request, response) => void response.end('canary'));
    doorway = await startTestSite(
      {
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
      },
      { host: NARROW_HOST },
    );
    service = await shareNarrowService();
  });

  after(async () => {
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
      const check = async (host: string, index: number): Promise<void> => {
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
      };
      // Some at a time: what they write to the database is written together.
      for (const each of hosts.keys())
        if (each % AT_ONCE === 0)
          await Promise.all(
            hosts.slice(each, each + AT_ONCE).map((host, index) => check(host, each + index)),
          );
      assert.equal(canary.sockets.length, 0);
    });
  }

  test('URLs with users, ports and other schemes reach nothing either', async () => {
    await Promise.all(
      FORMS.urls.map(async (url) => {
        const target = url.replaceAll('{port}', String(canary.port)).replaceAll('PORT', String(canary.port));
        const { body } = await service.call('/v2/scrape', { url: target, timeout: 5000 });
        assert.equal(body.success, false, target);
      }),
    );
    assert.equal(canary.sockets.length, 0);
  });
});
