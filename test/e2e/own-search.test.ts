import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { eventually } from '../support/eventually.ts';
import type { LoopbackSite } from '../support/loopback-site.ts';
import { openServiceDatabase } from '../support/service-database.ts';
import { shareTestService } from '../support/share-test-service.ts';
import type { CalledService } from '../support/test-service.ts';
import { answer, startTestSite, type TestPage } from '../support/test-site.ts';

function page(title: string, text: string, links = ''): string {
  return `<html><head><title>${title}</title></head><body><main><h1>${title}</h1><p>${text}</p>${links}</main></body></html>`;
}

describe('search in the pages that were scraped', () => {
  let service: CalledService;
  let stranger: CalledService;
  let site: LoopbackSite;
  const pages: Record<string, TestPage> = {
    '/kettle': page('Kettles', 'The quixotic kettle boils water.'),
    '/secret': page('Secret', 'The quixotic secret of one caller.'),
    '/crawled': page(
      'Start',
      'A start of zebracrawl pages.',
      '<a href="/crawled/two">Our <b>yellowhammer</b></a>',
    ),
    '/crawled/two': page('Second', 'The second of the zebracrawl pages.'),
    '/mapped': page('Mapped', 'A page that a gnomonic map looked at.'),
  };

  before(async () => {
    [service, stranger, site] = await Promise.all([
      shareTestService(),
      shareTestService(),
      startTestSite(pages),
    ]);
  });
  after(() => site?.[Symbol.asyncDispose]());

  async function scrape(path: string, options: Record<string, unknown> = {}): Promise<void> {
    const { status } = await service.call('/v2/scrape', { url: site.origin + path, ...options });
    assert.equal(status, 200);
  }

  async function found(query: string, { call } = service): Promise<string[]> {
    const { status, body } = await call('/v2/search', { query });
    assert.equal(status, 200, JSON.stringify(body));
    return body.data.web.map(({ url }: { url: string }) => url.slice(site.origin.length)).toSorted();
  }

  test('a page is found at once by the team that scraped it, with what it says now', async () => {
    await scrape('/kettle');
    assert.deepEqual(await found('quixotic'), ['/kettle']);
    assert.deepEqual(await found('quixotic', stranger), []);
    pages['/kettle'] = page('Kettles', 'The kettle is cold, and ziggurat in shape.');
    await scrape('/kettle', { maxAge: 0 });
    assert.deepEqual([await found('quixotic'), await found('"ziggurat in shape"')], [[], ['/kettle']]);
    pages['/kettle'] = answer('<h1>Gone</h1>', {}, 410);
    await scrape('/kettle', { maxAge: 0 });
    assert.deepEqual(await found('ziggurat'), []);
  });

  test('a page that one caller alone may see is in no table of the index', async () => {
    for (const options of [
      { zeroDataRetention: true },
      { headers: { cookie: 'session=1' } },
      { storeInCache: false },
      { zeroDataRetention: true, maxAge: 0 },
    ])
      await scrape('/secret', options);
    await service.call('/v2/scrape', { url: `${site.origin}/secret`, lockdown: true });
    const sealed = await service.call('/v2/crawl', { url: `${site.origin}/secret`, zeroDataRetention: true });
    await ended(sealed.body.id);
    assert.deepEqual(await found('quixotic'), []);
    await using db = await openServiceDatabase({ dataDir: service.dataDir });
    const { rowCount } = await db.query('select from search_page where url = $1', [`${site.origin}/secret`]);
    assert.equal(rowCount, 0);
  });

  async function ended(id: string): Promise<void> {
    await eventually(async () => {
      const { body } = await service.call(`/v2/crawl/${id}`);
      assert.equal(body.status, 'completed');
    });
  }

  test('pages of crawls and maps are found', async () => {
    const { body } = await service.call('/v2/crawl', { url: `${site.origin}/crawled`, limit: 5 });
    await ended(body.id);
    assert.deepEqual(await found('zebracrawl'), ['/crawled', '/crawled/two']);
    // The page itself does not have the word that leads to it.
    assert.deepEqual(await found('yellowhammer'), ['/crawled', '/crawled/two']);
    await service.call('/v2/map', { url: `${site.origin}/mapped` });
    assert.deepEqual(await found('gnomonic'), ['/mapped']);
  });
});
