import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Firecrawl, type ScrapeOptions } from 'firecrawl';
import type { LoopbackSite } from '../support/loopback-site.ts';
import { shareTestService } from '../support/share-test-service.ts';
import type { CalledService } from '../support/test-service.ts';
import { startTestSite } from '../support/test-site.ts';

describe('the npm client', () => {
  /** The npm client, unmodified, against this service: only its base URL is changed. */
  let site: LoopbackSite;
  let service: CalledService;
  let client: Firecrawl;

  before(async () => {
    site = await startTestSite({
      '/': `<title>Hello</title><nav><a href="/menu">Menu</a></nav><main><h1>Hello</h1><p class="x">Some prose that is long enough to be seen as the <a href="/a">content</a> of this page.</p><img src="/i.png"></main>`,
      '/slow': () => undefined,
    });
    service = await shareTestService();
    client = new Firecrawl({ apiKey: service.key, apiUrl: service.url });
  });

  after(() => site?.[Symbol.asyncDispose]());

  test('scrape with every format that this version has', async () => {
    const document = await client.scrape(`${site.origin}/`, {
      formats: [
        'markdown',
        'html',
        'rawHtml',
        'links',
        'images',
        { type: 'attributes', selectors: [{ selector: 'p', attribute: 'class' }] },
      ],
    });
    assert.match(document.markdown ?? '', /^# Hello/);
    assert.match(document.html ?? '', /<h1>Hello<\/h1>/);
    assert.match(document.rawHtml ?? '', /<nav>/);
    assert.deepEqual(document.links, [`${site.origin}/a`], 'the other link is in the navigation');
    const whole = await client.scrape(`${site.origin}/`, { formats: ['links'], onlyMainContent: false });
    assert.deepEqual(whole.links, [`${site.origin}/menu`, `${site.origin}/a`]);
    assert.deepEqual(document.images, [`${site.origin}/i.png`]);
    assert.deepEqual(document.attributes, [{ selector: 'p', attribute: 'class', values: ['x'] }]);
    assert.equal(document.metadata?.title, 'Hello');
    assert.ok(document.metadata?.scrapeId);
  });

  test('scrape with every option that this version has', async () => {
    const options: ScrapeOptions & { zeroDataRetention: boolean } = {
      formats: ['markdown'],
      onlyMainContent: false,
      includeTags: ['h1', 'p'],
      excludeTags: ['p.x'],
      headers: { 'x-a': 'b' },
      timeout: 30_000,
      mobile: true,
      skipTlsVerification: true,
      location: { country: 'DE', languages: ['de'] },
      removeBase64Images: true,
      blockAds: true,
      proxy: 'basic',
      maxAge: 0,
      storeInCache: false,
      parsers: ['pdf'],
      fastMode: true,
      zeroDataRetention: true,
    };
    const document = await client.scrape(`${site.origin}/`, options);
    assert.equal(document.markdown?.trim(), '# Hello');
  });

  test('errors arrive as errors, with text, code and status', async () => {
    const failures = [
      [() => client.scrape(`${site.origin}/slow`, { timeout: 1000 }), 408, 'SCRAPE_TIMEOUT'],
      [() => client.scrape('http://no-such-host.invalid'), undefined, undefined],
      [() => client.scrape('http://169.254.169.254/'), 403, 'SCRAPE_ADDRESS_NOT_ALLOWED'],
      [
        () => client.scrape(`${site.origin}/`, { formats: [{ type: 'json', prompt: 'The price' }] }),
        400,
        'FEATURE_NOT_AVAILABLE',
      ],
      [() => client.scrape(`${site.origin}/`, { timeout: 5 }), 400, 'BAD_REQUEST'],
      [
        () => new Firecrawl({ apiKey: 'fc-wrong', apiUrl: service.url }).scrape(`${site.origin}/`),
        401,
        undefined,
      ],
    ] as const;
    for (const [call, status, code] of failures) {
      await assert.rejects(call(), (error: Error & { status?: number; code?: string }) => {
        assert.ok(error.message.length > 10 && !error.message.includes('[object Object]'), error.message);
        if (status !== undefined) assert.equal(error.status, status);
        if (code !== undefined) assert.equal(error.code, code);
        return true;
      });
    }
  });

  test('account calls', async () => {
    const usage = await client.getCreditUsage();
    assert.ok(usage.remainingCredits > 0);
    const concurrency = await client.getConcurrency();
    assert.ok(concurrency.maxConcurrency > 0);
  });
});
