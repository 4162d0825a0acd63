import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { startCrawlSite } from '../support/crawl-site.ts';
import { runJob } from '../support/run-job.ts';
import { openServiceDatabase } from '../support/service-database.ts';
import { shareTestService } from '../support/share-test-service.ts';
import type { CalledService } from '../support/test-service.ts';

const CALL = 'Write to the harbour office today and be the first to hear of new trips.';
const PAGES = 12;

const storyOf = (page: number): string =>
  Array.from(
    { length: 8 },
    (_, at) =>
      `<p>On day ${page * 10 + at} the boat goes on, past lock ${page}, to village ${at + page}.</p>`,
  ).join('');

const pageOf = (page: number): { html: string } => ({
  html: `<main><h1>Story ${page}</h1>${storyOf(page)}<div><p>${CALL}</p></div></main>`,
});

describe('the frame that repeats on a site', () => {
  let service: CalledService;

  before(async () => {
    service = await shareTestService();
  });

  /** The Markdown of each page, in the order of the site, and the templates that are remembered of it. */
  async function scrapeSite(
    options: Record<string, unknown>,
  ): Promise<{ markdown: string[]; templates: number }> {
    const pages = Array.from({ length: PAGES }, (_, page) => [`/story/${page}`, pageOf(page)] as const);
    await using site = await startCrawlSite({ pages: Object.fromEntries(pages) });
    const urls = pages.map(([path]) => site.origin + path);
    const { documents } = await runJob(service, 'batch/scrape', { urls, maxConcurrency: 1, ...options });
    const markdown = new Map(documents.map((document) => [document.metadata.sourceURL, document.markdown]));
    return {
      markdown: urls.map((url) => markdown.get(url) as string),
      templates: await countTemplates(`127.0.0.1:${site.port}`),
    };
  }

  async function countTemplates(host: string): Promise<number> {
    await using db = await openServiceDatabase({ dataDir: service.dataDir });
    const { rows } = await db.query('select 1 from site_template where host = $1', [host]);
    return rows.length;
  }

  test('goes from the pages of a job once enough of them are known; the first ones keep it', async () => {
    const { markdown, templates } = await scrapeSite({});
    const having = markdown.map((text) => text.includes(CALL));
    assert.deepEqual(having.slice(0, 4), [true, true, true, true]);
    assert.deepEqual(having.slice(-4), [false, false, false, false]);
    for (const [page, text] of markdown.entries()) {
      assert.ok(text.includes(`# Story ${page}`) && text.includes(`On day ${page * 10 + 7}`), text);
    }
    assert.equal(templates, 1);
  });

  test('stays on whole pages, where changes are tracked, and where nothing may be kept', async () => {
    for (const options of [
      { onlyMainContent: false },
      { formats: ['markdown', { type: 'changeTracking' }] },
      { zeroDataRetention: true },
    ]) {
      const { markdown, templates } = await scrapeSite(options);
      assert.ok(
        markdown.every((text) => text.includes(CALL)),
        JSON.stringify(options),
      );
      assert.equal(templates, 0);
    }
  });
});
