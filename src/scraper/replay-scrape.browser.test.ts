import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { eventually } from '../../test/support/eventually.ts';
import { openTestScraper, type TestScraper } from '../../test/support/open-test-scraper.ts';
import { answer, startTestSite } from '../../test/support/test-site.ts';
import type { LoopbackSite } from '../../test/support/loopback-site.ts';
import { connectPlaywright } from '../../test/support/connect-drivers.ts';
import { scrapeRequest } from '../contract/requests/scrape.ts';
import { ServiceError } from '../lib/service-error.ts';
import type { ReplayedScrape } from './replay-scrape.ts';

const FORM = `<!doctype html><meta name=viewport content="width=device-width"><title>Form</title><input id=name><button onclick="document.title = document.querySelector('#name').value">Go</button>`;

describe('the page of a scrape in a session', { timeout: 120_000 }, () => {
  const open = new AsyncDisposableStack();
  let scraper: TestScraper | undefined;
  let site: LoopbackSite;

  before(async () => {
    scraper = await openTestScraper();
    if (scraper) open.use(scraper);
    site = open.use(
      await startTestSite({
        '/form': FORM,
        '/file': answer('%PDF-1.4', { 'content-type': 'application/pdf' }),
        '/echo': (request, response) =>
          response
            .setHeader('content-type', 'text/html')
            .end(`<!doctype html><title>${String(request.headers['x-key'])}</title>`),
      }),
    );
  });
  after(() => open.disposeAsync());

  const sessionTest = (name: string, run: (scraper: TestScraper) => Promise<void>): void =>
    void test(name, (context) => (scraper ? run(scraper) : context.skip('no browser')));

  const { signal } = new AbortController();

  function pageOf(body: Record<string, unknown>): ReplayedScrape {
    const { url, ...options } = scrapeRequest.parse(body);
    return { scrapeId: 'a', url, options };
  }

  async function replayed({ sessionPages }: TestScraper, body: Record<string, unknown>) {
    const page = pageOf(body);
    const session = await sessionPages.openBrowser({ teamId: 'team', page, signal });
    try {
      const steps = await sessionPages.replay(session, page, signal);
      return Object.assign(session, { steps });
    } catch (error) {
      await session[Symbol.asyncDispose]();
      throw error;
    }
  }

  sessionTest('it is shown as the scrape left it, with its actions done', async (opened) => {
    await using session = await replayed(opened, {
      url: `${site.origin}/form`,
      mobile: true,
      location: { country: 'DE' },
      formats: ['markdown', 'screenshot'],
      actions: [
        { type: 'click', selector: '#name' },
        { type: 'write', text: 'Ada' },
        { type: 'click', selector: 'button' },
      ],
    });
    const live = await session.activePage(signal);
    const seen = `[document.title, innerWidth < 500, Intl.DateTimeFormat().resolvedOptions().timeZone, navigator.language]`;
    assert.deepEqual(await live.evaluate(seen), ['Ada', true, 'Europe/Berlin', 'de-DE']);
    assert.ok(session.steps.some(({ step }) => step === 'action 3: click'));
    const driver = await connectPlaywright(session.connectDriver);
    const page = driver.contexts()[0]!.pages()[0]!;
    assert.equal(await page.inputValue('#name'), 'Ada');
    await page.setViewportSize({ width: 1000, height: 700 });
    assert.equal(await page.evaluate('innerWidth'), 1000);
    await driver.close();
    await eventually(async () =>
      assert.deepEqual(await live.evaluate(seen), ['Ada', true, 'Europe/Berlin', 'de-DE']),
    );
  });

  sessionTest('its headers go to its origin, later too', async (opened) => {
    await using session = await replayed(opened, {
      url: `${site.origin}/form`,
      headers: { 'X-Key': 'secret' },
    });
    const driver = await connectPlaywright(session.connectDriver);
    const page = driver.contexts()[0]!.pages()[0]!;
    await page.goto(`${site.origin}/echo`);
    assert.equal(await page.title(), 'secret');
    await page.goto(`http://localhost:${site.port}/echo`);
    assert.equal(await page.title(), 'undefined');
    await driver.close();
  });

  sessionTest('a page that cannot be shown again fails as a scrape does', async ({ sessionPages }) => {
    const page = pageOf({ url: `${site.origin}/form` });
    await using session = await sessionPages.openBrowser({ teamId: 'team', page, signal });
    const codeOf = async (body: Record<string, unknown>): Promise<string> =>
      sessionPages.replay(session, pageOf(body), signal).then(
        () => 'shown',
        (error: unknown) => (error instanceof ServiceError ? error.code : String(error)),
      );
    assert.equal(await codeOf({ url: `${site.origin}/file` }), 'SCRAPE_SITE_ERROR');
    assert.equal(await codeOf({ url: 'http://10.1.2.3/' }), 'SCRAPE_ADDRESS_NOT_ALLOWED');
    assert.equal(
      await codeOf({ url: `${site.origin}/form`, actions: [{ type: 'click', selector: '#nowhere' }] }),
      'SCRAPE_ACTION_ERROR',
    );
  });

  sessionTest('a session without a scrape begins with an empty page', async ({ sessionPages }) => {
    await using session = await sessionPages.openBrowser({ teamId: 'team', page: undefined, signal });
    assert.deepEqual(
      session.tabs().map(({ url }) => url),
      ['about:blank'],
    );
  });
});
