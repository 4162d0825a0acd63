import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { startCrawlSite, type CrawlSite } from '../support/crawl-site.ts';
import { eventually } from '../support/eventually.ts';
import { awaitJob, runJob, startJob } from '../support/run-job.ts';
import { openServiceDatabase } from '../support/service-database.ts';
import { shareRemoteService, shareTestService } from '../support/share-test-service.ts';
import type { CalledService } from '../support/test-service.ts';

const DELETE = { method: 'DELETE' };

/** Words that stand in URLs, on pages and in errors of a site, and nowhere else. */
function startMarkedSite(marker: string, takesMs?: number): Promise<CrawlSite> {
  return startCrawlSite({
    robots: `User-agent: *\nDisallow: /${marker}-forbidden\nSitemap: /${marker}-sitemap.xml`,
    pages: {
      '/': {
        html: `<h1>${marker}</h1><p>A start with ${marker} in its text.</p>`,
        // What may be slow comes last: a site is asked for more at a time only as it answers.
        links: [
          `/${marker}-archive`,
          `/${marker}-forbidden`,
          `/${marker}-gone`,
          `/calendar/2090/01/01/${marker}`,
          `/${marker}-a`,
          `/${marker}-a?page=2`,
          `/${marker}-moved`,
        ],
      },
      [`/${marker}-a`]: {
        html: `<h1>A</h1><p>Also here: ${marker}.</p>`,
        ...(takesMs !== undefined && { takesMs }),
      },
      [`/${marker}-moved`]: { redirect: `/${marker}-a` },
      [`/${marker}-archive`]: { type: 'application/zip', body: 'PK\u0003\u0004 no more' },
      [`/${marker}-sitemap.xml`]: {
        type: 'application/xml',
        body: `<urlset><url><loc>/${marker}-listed</loc></url></urlset>`,
      },
      [`/${marker}-listed`]: { html: `<h1>Listed ${marker}</h1>` },
    },
  });
}

for (const mode of ['embedded', 'remote'] as const) {
  describe(`zeroDataRetention on the ${mode} database`, { concurrency: 3 }, () => {
    let service: CalledService & { databaseUrl?: string };

    before(async () => {
      service = await (mode === 'remote' ? shareRemoteService() : shareTestService());
    });

    const openDb = () => openServiceDatabase({ dataDir: service.dataDir, url: service.databaseUrl });

    /** Tables, with one of their rows, in which the text stands in readable form. */
    async function rowsWith(text: string): Promise<string[]> {
      await using db = await openDb();
      const { rows: tables } = await db.query<{ name: string }>(
        `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
           and not relispartition`,
      );
      const found: string[] = [];
      for (const { name } of tables) {
        const { rows } = await db.query<{ row: string }>(
          `select t::text as row from "${name}" t where position($1 in t::text) > 0
             or position($2 in t::text) > 0 limit 1`,
          [text, Buffer.from(text).toString('hex')],
        );
        found.push(...rows.map(({ row }) => `${name}: ${row.slice(0, 300)}`));
      }
      return found;
    }

    test('a crawl can be read, and leaves nothing readable in the database, the files and the log', async () => {
      const kept = 'keptmarker7351';
      const secret = 'secretmarker7351';
      await using open = await startMarkedSite(kept);
      await using site = await startMarkedSite(secret);
      // Numbers of what others did before are no ports.
      const logged = service.logs().length;
      await runJob(service, 'crawl', { url: `${open.origin}/?${kept}` });
      const { id, status, documents, paths, errors, robotsBlocked } = await runJob(
        service,
        'crawl',
        { url: `${site.origin}/?${secret}`, zeroDataRetention: true, limit: 50 },
        { headers: { 'x-idempotency-key': 'of-a-secret-crawl' } },
      );
      assert.equal(status['status'], 'completed');
      assert.ok(paths.includes(`/${secret}-a`) && paths.includes(`/${secret}-listed`), paths.join(' '));
      assert.ok(documents.some(({ markdown }) => markdown.includes(`with ${secret} in its text`)));
      assert.deepEqual(
        errors.map(({ url }) => url),
        [`${site.origin}/${secret}-archive`],
      );
      assert.deepEqual(robotsBlocked, [`${site.origin}/${secret}-forbidden`]);
      assert.equal(status['creditsUsed'], documents.length * 2, 'one more for each page');

      assert.notDeepEqual(await rowsWith(kept), [], 'what is looked for would be found');
      assert.deepEqual(await rowsWith(secret), []);
      assert.deepEqual(await rowsWith(`:${site.port}`), [], 'nor is the host');
      assert.deepEqual(await rowsWith('of-a-secret-crawl'), [], 'nor the key that it came with');
      const log = service.logs().slice(logged);
      assert.ok(!log.includes(secret) && !log.includes(`:${site.port}`));
      await using db = await openDb();
      // Whatever is committed is in the files of the log at least.
      const folder = mode === 'remote' ? undefined : service.dataDir;
      if (folder !== undefined) {
        assert.notDeepEqual(await filesWith(folder, kept), []);
        assert.deepEqual(await filesWith(folder, secret), []);
        assert.deepEqual(await filesWith(folder, 'of-a-secret-crawl'), []);
      }

      const { scrapeId } = documents[0].metadata;
      const scrape = await service.call(`/v2/scrape/${scrapeId}`);
      assert.deepEqual([scrape.status, scrape.body.success], [404, false]);
      const activity = (await service.call('/v2/team/activity')).body.data;
      assert.equal(activity.find((entry: { id: string }) => entry.id === id).target, null);
      await db.query(`update job set expires_at = clock_timestamp() - interval '1 second' where id = $1`, [
        id,
      ]);
      assert.equal((await service.call(`/v2/crawl/${id}`)).status, 404);
    });

    test('DELETE removes what was done, of a running crawl and of one that has ended', async () => {
      await using site = await startMarkedSite('removed-one', 60_000);
      await using ended = await startMarkedSite('removed-two');
      const options = { zeroDataRetention: true };
      const running = await startJob(service, 'crawl', { url: site.origin, ...options });
      await eventually(async () => {
        assert.ok((await service.call(`/v2/crawl/${running}`)).body.completed >= 2);
      });
      const { id: done, documents } = await runJob(service, 'crawl', { url: ended.origin, ...options });
      assert.ok(documents.length > 2);
      assert.equal((await service.call(`/v2/crawl/${running}`, undefined, DELETE)).status, 200);
      const late = await service.call(`/v2/crawl/${done}`, undefined, DELETE);
      assert.equal(late.status, 409);
      assert.match(late.body.error, /already ended .*; what was kept of it is removed$/);
      await using db = await openDb();
      const { rows: jobs } = await db.query<{ bytes: number }>(
        `select octet_length(sealed_key) as bytes from job where id = any($1::uuid[])`,
        [[running, done]],
      );
      assert.deepEqual(
        jobs.map(({ bytes }) => bytes),
        [0, 0],
        'their keys are destroyed',
      );
      for (const id of [running, done]) {
        const { status, documents: left } = await awaitJob(service, 'crawl', id);
        assert.deepEqual([status['completed'], left], [0, []]);
        const { rows } = await db.query<{ count: number }>(
          'select count(*)::integer as count from scrape where job_id = $1 and document is not null',
          [id],
        );
        assert.equal(rows[0]?.count, 0);
      }
    });

    test('a batch without data retention', async () => {
      const secret = 'batchmarker9182';
      await using site = await startMarkedSite(secret);
      const urls = [`${site.origin}/${secret}-a`, `${site.origin}/${secret}-archive`, `not a url ${secret}`];
      const { status, documents, errors } = await runJob(
        service,
        'batch/scrape',
        { urls, zeroDataRetention: true },
        { headers: { 'x-idempotency-key': 'of-a-secret-batch' } },
      );
      assert.deepEqual([status['completed'], status['total'], errors.length], [1, 2, 1]);
      assert.match(documents[0].markdown, new RegExp(secret));
      assert.deepEqual(await rowsWith(secret), []);
      assert.ok(!service.logs().includes(secret));
      const again = await service.call(
        '/v2/batch/scrape',
        { urls, zeroDataRetention: true },
        { headers: { 'x-idempotency-key': 'of-a-secret-batch' } },
      );
      assert.deepEqual(again.body.invalidURLs, [`not a url ${secret}`]);
    });
  });
}

/** Files below `folder` that hold `text`. */
async function filesWith(folder: string, text: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    // Files of the database come and go.
    const content = await readFile(file).catch(() => Buffer.alloc(0));
    if (content.includes(text)) found.push(file);
  }
  return found;
}
