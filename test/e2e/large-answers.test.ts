import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { applyPatch } from 'diff';
import { convertPage } from '../../src/scraper/convert/convert-page.ts';
import type { LoopbackSite } from '../support/loopback-site.ts';
import { pickSize } from '../support/pick-size.ts';
import { runJob } from '../support/run-job.ts';
import { shareTestService } from '../support/share-test-service.ts';
import type { CalledService } from '../support/test-service.ts';
import { answer, startTestSite } from '../support/test-site.ts';
import { openWatchClient } from '../support/watch-client.ts';

const FORMATS = ['markdown', 'html', 'rawHtml', 'links'] as const;
const LINE = `<p>Odd "text" \\ with é 漢字 😀 &#xD83D; &quot;, <a href="/PLACE?a=%22&b=ü">link PLACE</a> and more of it.</p>\n`;

const LINES = pickSize(6_000, 10_000);

/** Of some megabytes: converted in a thread, answered in pieces. */
function largePage(): string {
  const text = Array.from({ length: LINES }, (_, index) => LINE.replaceAll('PLACE', String(index))).join('');
  return `<!doctype html><title>Large "😀"</title><main><h1>Large</h1>${text}</main>`;
}

const PAGE = largePage();
/** Nobody looks into it. */
const FILE = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(3_000_000)]);

/** What the conversion of a small page gives, which stays on the main thread. */
function expected(url: string): Record<string, unknown> {
  const { content } = convertPage({
    body: Buffer.from(PAGE),
    kind: 'html',
    contentType: 'text/html; charset=utf-8',
    contentLanguage: undefined,
    url,
    formats: FORMATS.map((type) => ({ type })),
    onlyMainContent: true,
    includeTags: [],
    excludeTags: [],
    removeBase64Images: true,
    isExplained: false,
    isDiscovering: false,
  });
  return content;
}

describe('answers of many megabytes', () => {
  let site: LoopbackSite;
  let service: CalledService;
  const state = { page: PAGE };

  before(async () => {
    site = await startTestSite({
      '/large': answer(PAGE, { 'content-type': 'text/html; charset=utf-8' }),
      '/news': (request, response) => answer(state.page)(request, response),
      '/file.pdf': answer(FILE, { 'content-type': 'application/pdf' }),
    });
    service = await shareTestService();
  });

  after(() => site?.[Symbol.asyncDispose]());

  /** Not `deepEqual`: it would print megabytes. */
  function assertSame(document: Record<string, unknown>, wanted: Record<string, unknown>): void {
    for (const [name, value] of Object.entries(wanted))
      assert.ok(JSON.stringify(document[name]) === JSON.stringify(value), `${name} is as it should be`);
  }

  test('a scrape, read again later, and the stored copy of its page: as a small page', async () => {
    const url = `${site.origin}/large`;
    const body = { url, formats: FORMATS };
    const first = await service.call('/v2/scrape', body);
    assert.equal(first.status, 200);
    assert.deepEqual(Object.keys(first.body.data), [...FORMATS, 'metadata']);
    assert.deepEqual(Object.keys(first.body), ['success', 'data']);
    const wanted = expected(url);
    assertSame(first.body.data, wanted);
    assert.ok(Number(first.headers.get('content-length')) > 400 * LINES);
    assert.match(first.headers.get('content-type') ?? '', /^application\/json/);
    const again = await service.call(`/v2/scrape/${first.body.data.metadata.scrapeId}`);
    assert.ok(JSON.stringify(again.body) === JSON.stringify(first.body));
    const copy = await service.call('/v2/scrape', body);
    assert.equal(copy.body.data.metadata.cacheState, 'hit');
    assertSame(copy.body.data, wanted);
    const secret = await service.call('/v2/scrape', { ...body, lockdown: true });
    assertSame(secret.body.data, wanted);
  });

  test('a file whose bytes are the answer', async () => {
    const { body } = await service.call('/v2/scrape', { url: `${site.origin}/file.pdf`, parsers: [] });
    assert.ok(body.data.markdown === FILE.toString('base64'));
  });

  test('an uploaded file', async () => {
    const form = new FormData();
    form.append('options', JSON.stringify({ formats: FORMATS }));
    form.append('file', new Blob([PAGE], { type: 'text/html; charset=utf-8' }), 'large.html');
    const headers = { authorization: `Bearer ${service.key}` };
    const reply = await fetch(`${service.url}/v2/parse`, { method: 'POST', body: form, headers });
    const { data } = (await reply.json()) as { data: Record<string, unknown> };
    assert.ok(data['rawHtml'] === PAGE);
    assert.deepEqual(Object.keys(data), [...FORMATS, 'metadata']);
    assert.ok(String(data['markdown']).startsWith('# Large\n\nOdd "text" \\ with é 漢字 😀'));
  });

  test('documents of a job: in its status, to a watcher', async () => {
    const url = `${site.origin}/large`;
    const { id, documents } = await runJob(service, 'batch/scrape', {
      urls: [url],
      formats: FORMATS,
      maxAge: 0,
    });
    assert.equal(documents.length, 1);
    const wanted = expected(url);
    assertSame(documents[0], wanted);
    const watcher = await openWatchClient(`${service.url}/v2/batch/scrape/${id}`, { key: service.key });
    await watcher.closed;
    assertSame(watcher.documents()[0], wanted);
  });

  test('changes of a large page: the diff makes the one of the other', async () => {
    const formats = ['markdown', { type: 'changeTracking', modes: ['git-diff'] }];
    const track = async () =>
      (await service.call('/v2/scrape', { url: `${site.origin}/news`, formats })).body.data;
    const first = await track();
    assert.equal(first.changeTracking.changeStatus, 'new');
    assert.equal((await track()).changeTracking.changeStatus, 'same');
    state.page = PAGE.replaceAll('9</a> and more', '9</a> and much more');
    const later = await track();
    assert.equal(later.changeTracking.changeStatus, 'changed');
    assert.ok(later.changeTracking.diff.length > 30 * LINES);
    const lines = (text: string): string => `${text.replaceAll(/[^\S\n]+$/gm, '').trimEnd()}\n`;
    assert.ok(applyPatch(lines(first.markdown), later.changeTracking.diff) === lines(later.markdown));
  });
});
