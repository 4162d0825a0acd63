import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Database } from '../../src/store/database.ts';
import { addTestTeam } from '../support/add-test-team.ts';
import type { LoopbackSite } from '../support/loopback-site.ts';
import { openServiceDatabase } from '../support/service-database.ts';
import { shareRemoteService, shareTestService } from '../support/share-test-service.ts';
import type { CalledService } from '../support/test-service.ts';
import { answer, startTestSite } from '../support/test-site.ts';

const ARTICLE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>On Testing</title>
<meta name="description" content="A short piece."><meta property="og:title" content="On Testing (og)"><link rel="icon" href="/icon.png">
</head><body><nav><a href="/">Home</a> <a href="/about">About</a> <a href="/blog">Blog</a> <a href="/more">More</a></nav>
<main><article><h1>On Testing</h1><p>Tests that <b>cannot fail</b> are worse than none, because they are trusted. See <a href="../next">the next part</a>.</p>
<p>A second paragraph, with enough words in it to be recognised as prose by anyone who reads it, machine or not.</p>
<p class="note">A note on the side.</p>
<img src="/figure.png" alt="A figure"><img alt="inline" src="data:image/png;base64,iVBORw0KGgo=">
<pre><code class="language-ts">const x = 1;</code></pre></article></main>
<footer>Copyright and <a href="/imprint">imprint</a></footer><script>var hidden = 1</script></body></html>`;

for (const mode of ['embedded', 'remote'] as const) {
  describe(`POST /v2/scrape on the ${mode} database`, () => {
    let site: LoopbackSite;
    let service: CalledService & { databaseUrl?: string };

    before(async () => {
      site = await startTestSite({
        '/a/article': ARTICLE,
        '/json': answer('{"name":"Decant","list":[1,2]}', { 'content-type': 'application/json' }),
        '/text': answer('plain\ntext *as is*', { 'content-type': 'text/plain' }),
        '/latin1': answer(
          Buffer.from("<title>caf\xe9</title><p>Un caf\xe9 cr\xe8me, s'il vous pla\xeet.", 'latin1'),
          { 'content-type': 'text/html; charset=iso-8859-1' },
        ),
        '/gzip': answer(gzipSync(ARTICLE), { 'content-encoding': 'gzip' }),
        '/redirect': (_request, response) => void response.writeHead(302, { location: '/a/article' }).end(),
        '/refresh': '<meta http-equiv="refresh" content="0; url=/a/article">',
        '/loop': (_request, response) => void response.writeHead(302, { location: '/loop' }).end(),
        '/pdf': answer('%PDF-1.7 not really', { 'content-type': 'text/html' }),
        '/broken': (request) => void request.socket.destroy(),
        '/slow': () => undefined,
        '/server-error': answer('<h1>Broken</h1><p>The server is broken today.</p>', {}, 500),
        '/headers': (request, response) =>
          void response
            .writeHead(200, { 'content-type': 'application/json' })
            .end(JSON.stringify(request.headers)),
        '/count': (_request, response) =>
          void response
            .writeHead(200, { 'content-type': 'text/html' })
            .end(`<p>visit ${site.requests.length}</p>`),
      });
      service = await (mode === 'remote' ? shareRemoteService() : shareTestService());
    });

    after(() => site?.[Symbol.asyncDispose]());

    const scrape = async (route: string, options: Record<string, unknown> = {}) =>
      service.call('/v2/scrape', { url: `${site.origin}${route}`, ...options });

    test('Markdown of the main content, with every promised piece of metadata', async () => {
      const { status, body } = await scrape('/a/article');
      assert.equal(status, 200);
      assert.equal(body.success, true);
      const { markdown, metadata } = body.data;
      assert.match(markdown, /^# On Testing\n/);
      assert.match(markdown, /Tests that \*\*cannot fail\*\* are worse/);
      assert.ok(markdown.includes(`[the next part](${site.origin}/next)`));
      assert.ok(markdown.includes(`![A figure](${site.origin}/figure.png)`));
      assert.ok(markdown.includes('```ts\nconst x = 1;\n```'));
      assert.doesNotMatch(markdown, /imprint|About|hidden|base64,/);
      assert.equal(metadata.title, 'On Testing');
      assert.equal(metadata.ogTitle, 'On Testing (og)');
      assert.equal(metadata.language, 'en');
      assert.equal(metadata.favicon, `${site.origin}/icon.png`);
      assert.equal(metadata.sourceURL, `${site.origin}/a/article`);
      assert.equal(metadata.url, `${site.origin}/a/article`);
      assert.equal(metadata.statusCode, 200);
      assert.equal(metadata.contentType, 'text/html; charset=utf-8');
      assert.equal(metadata.proxyUsed, 'basic');
      assert.equal(metadata.cacheState, 'miss');
      assert.equal(metadata.creditsUsed, 1);
      assert.equal(metadata.concurrencyLimited, false);
      assert.deepEqual(metadata.ogLocaleAlternate, []);
      assert.match(metadata.scrapeId, /^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    });

    test('every format that HTML is enough for', async () => {
      const { body } = await scrape('/a/article', {
        formats: [
          'markdown',
          'html',
          'rawHtml',
          'links',
          { type: 'images' },
          {
            type: 'attributes',
            selectors: [
              { selector: 'p.note', attribute: 'class' },
              { selector: 'nav a', attribute: 'href' },
            ],
          },
        ],
      });
      const { data } = body;
      assert.equal(data.rawHtml, ARTICLE);
      assert.ok(
        data.html.includes(`href="${site.origin}/next"`) &&
          !data.html.includes('<script') &&
          !data.html.includes('imprint'),
      );
      assert.ok(data.links.includes(`${site.origin}/next`) && !data.links.includes(`${site.origin}/imprint`));
      assert.ok(data.images.includes(`${site.origin}/figure.png`));
      assert.deepEqual(data.attributes, [
        { selector: 'p.note', attribute: 'class', values: ['note'] },
        { selector: 'nav a', attribute: 'href', values: ['/', '/about', '/blog', '/more'] },
      ]);
    });

    test('onlyMainContent, includeTags, excludeTags, removeBase64Images', async () => {
      const whole = (await scrape('/a/article', { onlyMainContent: false })).body.data.markdown;
      assert.ok(whole.includes('imprint') && whole.includes('About') && !whole.includes('hidden'));
      const some = (await scrape('/a/article', { includeTags: ['.note', 'footer'] })).body.data.markdown;
      assert.match(some, /A note on the side\.[\s\S]*imprint/);
      assert.doesNotMatch(some, /Tests that/);
      const without = (await scrape('/a/article', { excludeTags: ['.note', 'pre'] })).body.data.markdown;
      assert.ok(
        !without.includes('note on the side') &&
          !without.includes('const x') &&
          without.includes('second paragraph'),
      );
      const nothing = (await scrape('/a/article', { includeTags: ['#nowhere'] })).body.data;
      assert.match(nothing.warning, /includeTags matched nothing/);
      const inline = (await scrape('/a/article', { removeBase64Images: false })).body.data.markdown;
      assert.ok(inline.includes('data:image/png;base64,iVBORw0KGgo='));
    });

    test('other kinds of content come back readable', async () => {
      assert.match((await scrape('/json')).body.data.markdown, /^```json\n\{\n {2}"name": "Decant"/);
      assert.match((await scrape('/text')).body.data.markdown, /plain\ntext \*as is\*/);
      const latin = (await scrape('/latin1')).body.data;
      assert.match(latin.markdown, /Un café crème/);
      assert.equal(latin.metadata.title, 'café');
      assert.match((await scrape('/gzip')).body.data.markdown, /^# On Testing/);
    });

    test('redirects and a meta refresh are followed; a loop ends in an error', async () => {
      for (const route of ['/redirect', '/refresh']) {
        const { metadata } = (await scrape(route)).body.data;
        assert.equal(metadata.sourceURL, `${site.origin}${route}`);
        assert.equal(metadata.url, `${site.origin}/a/article`);
      }
      const { status, body } = await scrape('/loop');
      assert.deepEqual([status, body.success, body.code], [500, false, 'SCRAPE_SITE_ERROR']);
    });

    test('what happens to the target follows the contract', async () => {
      const missing = await scrape('/nowhere');
      assert.equal(missing.status, 200);
      assert.equal(missing.body.data.metadata.statusCode, 404);
      assert.match(missing.body.data.metadata.error, /404/);
      assert.equal((await scrape('/server-error')).body.data.metadata.statusCode, 500);
      const broken = await scrape('/broken');
      assert.deepEqual([broken.status, broken.body.code], [500, 'SCRAPE_SITE_ERROR']);
      const slow = await scrape('/slow', { timeout: 1000 });
      assert.deepEqual([slow.status, slow.body.code], [408, 'SCRAPE_TIMEOUT']);
      const unknown = await service.call('/v2/scrape', { url: 'http://no-such-host.invalid/' });
      assert.deepEqual(
        [unknown.status, unknown.body.success, unknown.body.code],
        [200, false, 'SCRAPE_DNS_RESOLUTION_ERROR'],
      );
      const inside = await service.call('/v2/scrape', { url: 'http://[::1]/' });
      assert.deepEqual([inside.status, inside.body.code], [403, 'SCRAPE_ADDRESS_NOT_ALLOWED']);
      const itself = await service.call('/v2/scrape', { url: `${service.url}/health/live` });
      assert.deepEqual([itself.status, itself.body.code], [403, 'SCRAPE_ADDRESS_NOT_ALLOWED']);
      const pdf = await scrape('/pdf');
      assert.deepEqual([pdf.status, pdf.body.code], [500, 'SCRAPE_DOCUMENT_DAMAGED']);
    });

    test("the caller's headers, languages and mobile identity arrive", async () => {
      const sent = JSON.parse(
        (
          await scrape('/headers', {
            formats: ['rawHtml'],
            headers: { 'X-Token': 'abc', Cookie: 'a=1' },
            location: { country: 'de', languages: ['de-AT', 'fr'] },
            mobile: true,
          })
        ).body.data.rawHtml,
      );
      assert.equal(sent['x-token'], 'abc');
      assert.equal(sent.cookie, 'a=1');
      assert.match(sent['accept-language'], /^de-AT,/);
      assert.match(sent['user-agent'], /Android|iPhone/);
      const german = JSON.parse(
        (await scrape('/headers', { formats: ['rawHtml'], location: { country: 'DE' } })).body.data.rawHtml,
      );
      assert.match(german['accept-language'], /^de-DE,/);
    });

    test('the cache: hit, age limits, its key, what is not stored', async () => {
      const first = (await scrape('/count')).body.data;
      assert.equal(first.metadata.cacheState, 'miss');
      const second = (await scrape('/count', { formats: ['html'] })).body.data;
      assert.equal(second.metadata.cacheState, 'hit');
      assert.equal(second.metadata.cachedAt, first.metadata.cachedAt);
      assert.ok(second.html.includes(first.markdown.trim()));
      assert.equal((await scrape('/count', { maxAge: 0 })).body.data.metadata.cacheState, 'miss');
      assert.equal((await scrape('/count', { mobile: true })).body.data.metadata.cacheState, 'miss');
      assert.equal((await scrape('/count', { minAge: 1 })).body.data.metadata.cacheState, 'hit');
      const young = await scrape('/count', { minAge: 3_600_000 });
      assert.deepEqual([young.status, young.body.code], [404, 'SCRAPE_NO_CACHED_DATA']);
      const count = site.requests.length;
      await scrape('/json', { storeInCache: false, maxAge: 0 });
      await scrape('/server-error', { maxAge: 0 });
      assert.equal((await scrape('/server-error')).body.data.metadata.cacheState, 'miss');
      assert.equal(site.requests.length, count + 3);
      assert.equal(
        (await scrape('/count', { headers: { 'x-a': '1' } })).body.data.metadata.cacheState,
        'miss',
      );
    });

    test('lockdown answers from the cache only, and a miss is written nowhere', async () => {
      await scrape('/a/article', { maxAge: 0 });
      const count = site.requests.length;
      const hit = (await scrape('/a/article', { lockdown: true })).body.data;
      assert.deepEqual([hit.metadata.cacheState, hit.metadata.creditsUsed], ['hit', 5]);
      const miss = await scrape('/lockdown-miss-marker', { lockdown: true });
      assert.deepEqual([miss.status, miss.body.code], [404, 'SCRAPE_LOCKDOWN_CACHE_MISS']);
      assert.equal(site.requests.length, count);
      assert.ok(!service.logs().includes('lockdown-miss-marker'));
      assert.equal((await service.call(`/v2/scrape/${hit.metadata.scrapeId}`)).status, 404);
    });

    test('a stored copy without a part that was asked for is none, where nothing else may be fetched', async () => {
      await scrape('/a/article', { maxAge: 0 });
      const count = site.requests.length;
      const formats = ['markdown', 'branding'];
      const locked = await scrape('/a/article', { lockdown: true, formats });
      assert.deepEqual([locked.status, locked.body.code], [404, 'SCRAPE_LOCKDOWN_CACHE_MISS']);
      assert.equal(locked.body.error, 'The stored copy of this page has no branding');
      const old = await scrape('/a/article', { minAge: 1, formats });
      assert.deepEqual([old.status, old.body.code], [404, 'SCRAPE_NO_CACHED_DATA']);
      assert.equal(site.requests.length, count);
    });

    test('a result can be read again, by its own team only', async () => {
      const { data } = (await scrape('/a/article')).body;
      const again = await service.call(`/v2/scrape/${data.metadata.scrapeId}`);
      assert.deepEqual(again.body, { success: true, data });
      assert.equal((await service.call('/v2/scrape/0190aaaa-1111-7222-8333-444455556666')).status, 404);
      assert.equal((await service.call('/v2/scrape/not-a-uuid')).status, 400);
      const other = await addTestTeam(service, {}, service.databaseUrl);
      assert.equal(
        (await service.call(`/v2/scrape/${data.metadata.scrapeId}`, undefined, other)).status,
        403,
      );
      const theirs = await service.call('/v2/scrape', { url: `${site.origin}/a/article` }, other);
      assert.equal(theirs.body.data.metadata.cacheState, 'miss', 'the cache belongs to a team');
      const zdr = await service.call(
        '/v2/scrape',
        { url: `${site.origin}/a/article`, zeroDataRetention: true },
        other,
      );
      assert.equal(zdr.status, 403);
    });

    test('bad requests are refused with what would be right', async () => {
      for (const [body, code, text] of [
        [{}, 'BAD_REQUEST', /url/],
        [{ url: 'ftp://example.com' }, 'BAD_REQUEST', /http/],
        [{ url: 'example' }, 'BAD_REQUEST', /example/],
        [{ url: 'https://example.com', foramts: [] }, 'BAD_REQUEST', /foramts/],
        [{ url: 'https://example.com', formats: ['markdwon'] }, 'BAD_REQUEST', /formats\[0\].*markdown/],
        [{ url: 'https://example.com', timeout: 5 }, 'BAD_REQUEST', /timeout/],
        [{ url: 'https://example.com', includeTags: ['p['] }, 'BAD_REQUEST', /p\[/],
        [{ url: 'https://example.com', formats: ['json'] }, 'FEATURE_NOT_AVAILABLE', /json without schema/],
        [{ url: 'https://example.com', onlyCleanContent: true }, 'FEATURE_NOT_AVAILABLE', /onlyCleanContent/],
        [{ url: 'https://example.com', headers: { Host: 'x' } }, 'BAD_REQUEST', /host/i],
        ['{"url":', 'BAD_REQUEST_INVALID_JSON', /JSON/],
      ] as const) {
        const answered = await service.call('/v2/scrape', body);
        assert.deepEqual(
          [answered.status, answered.body.success, answered.body.code],
          [400, false, code],
          JSON.stringify(body),
        );
        assert.match(answered.body.error, text);
      }
    });

    test('zero data retention: nothing of the page is written anywhere', async () => {
      const marker = `zdr-marker-${mode}-7f3a`;
      await using db = await openServiceDatabase({ dataDir: service.dataDir, url: service.databaseUrl });
      const pagesBefore = await countPages(db);
      const { status, body } = await scrape(`/a/article?${marker}`, { zeroDataRetention: true });
      assert.equal(status, 200);
      const { scrapeId, creditsUsed } = body.data.metadata;
      assert.equal(creditsUsed, 2);
      assert.equal((await service.call(`/v2/scrape/${scrapeId}`)).status, 404);
      const { rows } = await db.query(
        'select target, options, trace, document, credits from scrape where id = $1',
        [scrapeId],
      );
      assert.deepEqual(rows, [{ target: null, options: null, trace: null, document: null, credits: 2 }]);
      assert.equal(await countPages(db), pagesBefore);
      const failed = await scrape(`/broken?${marker}`, { zeroDataRetention: true });
      assert.equal(failed.status, 500);
      assert.ok(!service.logs().includes(marker));
      const missing = await service.call('/v2/scrape', {
        url: `http://${marker}.invalid/`,
        zeroDataRetention: true,
      });
      assert.equal(missing.body.code, 'SCRAPE_DNS_RESOLUTION_ERROR');
      assert.ok(!service.logs().includes(marker), 'not in the log, not even as the cause of an error');
      assert.deepEqual(await filesWith(service.dataDir, marker), []);
      // The search itself is able to find: the same page without the option leaves its URL behind.
      const kept = `kept-marker-${mode}-7f3a`;
      await scrape(`/a/article?${kept}`);
      assert.equal(await countPages(db), pagesBefore + 1);
      if (mode === 'embedded') assert.notDeepEqual(await filesWith(service.dataDir, kept), []);
    });

    test('a password in a URL is used and nowhere kept', async () => {
      const url = site.origin.replace('http://', 'http://user:secret-password-9x@');
      const { body } = await service.call('/v2/scrape', { url: `${url}/headers`, formats: ['rawHtml'] });
      assert.equal(JSON.parse(body.data.rawHtml).authorization, `Basic ${btoa('user:secret-password-9x')}`);
      assert.equal(body.data.metadata.sourceURL, `${site.origin}/headers`);
      assert.ok(!service.logs().includes('secret-password-9x'));
      await using db = await openServiceDatabase({ dataDir: service.dataDir, url: service.databaseUrl });
      const { rows } = await db.query<{ text: string }>(
        `select url as text from cached_page union all select target from scrape union all select options::text from scrape`,
      );
      assert.ok(rows.length > 2 && !rows.some(({ text }) => text?.includes('secret-password-9x')));
    });

    test('odd but valid requests are answered by the contract', async () => {
      assert.equal((await scrape('/a/article', { minAge: Number.MAX_SAFE_INTEGER })).status, 404);
      assert.equal((await scrape('/a/article', { integration: 'a\0b' })).status, 200);
      assert.equal((await scrape('/a/article', { includeTags: ['\ud800'] })).status, 200);
      assert.equal((await service.call('/v2/scrape', { url: 'http://example.com/\0' })).status, 400);
      const many = await scrape('/a/article', {
        includeTags: Array(900).fill('p'),
        excludeTags: Array(900).fill('b'),
      });
      assert.deepEqual([many.status, many.body.code], [400, 'BAD_REQUEST']);
    });

    test('401 without or with a wrong key, before anything else is looked at', async () => {
      for (const headers of [
        { authorization: '' },
        { authorization: 'Bearer fc-wrong' },
        { authorization: 'Basic abc' },
      ]) {
        const { status, body } = await service.call('/v2/scrape', '{not json', { headers });
        assert.equal(status, 401);
        assert.deepEqual([Object.keys(body), body.code], [['success', 'code', 'error'], 'UNAUTHORIZED']);
      }
      assert.equal(
        (
          await service.call('/v2/scrape/0190aaaa-1111-7222-8333-444455556666', undefined, {
            headers: { authorization: '' },
          })
        ).status,
        401,
      );
    });
  });
}

async function countPages(db: Database): Promise<number> {
  const { rows } = await db.query<{ count: number }>('select count(*) as count from cached_page');
  return rows[0]?.count ?? 0;
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
