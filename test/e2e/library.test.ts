import assert from 'node:assert/strict';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { openDecant, ServiceError, type CrawlReport, type Decant } from '../../src/library/index.ts';
import { openServiceDatabase } from '../support/service-database.ts';
import { startCrawlSite, type CrawlSite } from '../support/crawl-site.ts';

const PAGES = 12;

describe('Decant as a library', () => {
  let site: CrawlSite;
  let folder: Awaited<ReturnType<typeof mkdtempDisposable>>;
  let decant: Decant;

  before(async () => {
    folder = await mkdtempDisposable(path.join(tmpdir(), 'decant-test-library-'));
    site = await startCrawlSite({
      robots: 'User-agent: *\nDisallow: /private',
      pages: (name) => {
        // Without end, and slow enough to be there still when nobody reads on.
        const slow = /^\/slow\/(\d+)$/.exec(name)?.[1];
        if (slow !== undefined) return { links: [`/slow/${Number(slow) + 1}`], takesMs: 100 };
        const number = name === '/' ? 0 : Number(/^\/(\d+)$/.exec(name)?.[1]);
        if (Number.isNaN(number) || number >= PAGES) return undefined;
        const next = number + 1 < PAGES ? [`/${number + 1}`] : [];
        return { links: [...next, '/private'] };
      },
    });
    decant = openDecant({
      environment: {
        DECANT_DATA_DIR: folder.path,
        DECANT_ALLOW_ADDRESSES: '127.0.0.0/8',
        DECANT_LOG_LEVEL: 'silent',
      },
    });
  });

  after(async () => {
    await decant?.[Symbol.asyncDispose]();
    await site?.[Symbol.asyncDispose]();
    await folder?.[Symbol.asyncDispose]();
  });

  test('a page is a document', async () => {
    const { markdown, links, metadata } = await decant.scrape(`${site.origin}/`, {
      formats: ['markdown', 'links'],
      onlyMainContent: false,
    });
    assert.equal(metadata.statusCode, 200);
    assert.ok(markdown && markdown.length > 0);
    assert.ok(links?.includes(`${site.origin}/1`));
  });

  test('a file is a document, from its path or its bytes', async () => {
    const file = path.join(folder.path, 'note.html');
    await writeFile(file, '<h1>Note</h1><p>Of a file.</p>');
    assert.equal((await decant.parse(file)).markdown, '# Note\n\nOf a file.\n');
    const bytes = new TextEncoder().encode('a,b\n1,2\n');
    assert.match((await decant.parse({ name: 'table.csv', bytes })).markdown ?? '', /\| 1 \| 2 \|/);
  });

  test('what is wrong is said, before anything is fetched', async () => {
    const wrong = (code: string, text: RegExp) => (error: unknown) => {
      assert.ok(error instanceof ServiceError);
      assert.equal(error.code, code);
      assert.match(error.message, text);
      return true;
    };
    const count = site.requests.length;
    const unknown = { only_main_content: true } as object;
    await assert.rejects(
      decant.scrape(site.origin, unknown),
      wrong('BAD_REQUEST', /only_main_content.*onlyMainContent/),
    );
    const needsService = { maxAge: 5 } as object;
    await assert.rejects(
      decant.scrape(site.origin, needsService),
      wrong('BAD_REQUEST', /maxAge.*needs a service/),
    );
    const withWebhook = { webhook: 'http://10.0.0.1/' } as object;
    await assert.rejects(
      decant.crawl(site.origin, withWebhook).next(),
      wrong('BAD_REQUEST', /webhook.*needs a service/),
    );
    await assert.rejects(
      decant.scrape('http://10.0.0.1/'),
      wrong('SCRAPE_ADDRESS_NOT_ALLOWED', /may not be reached/),
    );
    await assert.rejects(
      decant.parse(path.join(folder.path, 'none.pdf')),
      wrong('BAD_REQUEST', /none\.pdf cannot be read/),
    );
    assert.equal(site.requests.length, count);
  });

  test('a call ends with its signal', async () => {
    const reason = new Error('enough');
    await assert.rejects(
      decant.scrape(site.origin, { signal: AbortSignal.abort(reason) }),
      (error) => error === reason,
    );
  });

  test('a crawl gives each page once, and its report', async () => {
    const urls: string[] = [];
    const reports: CrawlReport[] = [];
    for await (const { metadata } of decant.crawl(site.origin, { onEnd: (report) => reports.push(report) }))
      urls.push(new URL(metadata.url ?? '').pathname);
    assert.deepEqual(
      urls.toSorted(),
      Array.from({ length: PAGES }, (_, number) => (number === 0 ? '/' : `/${number}`)).toSorted(),
    );
    assert.deepEqual(reports[0]?.robotsBlocked, [`${site.origin}/private`]);
  });

  test('a crawl that nobody reads on is cancelled', async () => {
    for await (const { metadata } of decant.crawl(`${site.origin}/slow/0`, { crawlEntireDomain: true })) {
      assert.equal(metadata.statusCode, 200);
      break;
    }
    await using db = await openServiceDatabase({ dataDir: folder.path });
    const { rows } = await db.query('SELECT status FROM job ORDER BY id');
    assert.deepEqual(rows, [{ status: 'completed' }, { status: 'cancelled' }]);
  });
});
