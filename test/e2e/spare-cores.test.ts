import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { LoopbackSite } from '../support/loopback-site.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { answer, startTestSite } from '../support/test-site.ts';
import { convertPage } from '../../src/scraper/convert/convert-page.ts';

const PARAGRAPH = '<p>A <b>paragraph</b> with “quotes”, a\ttab and <a href=/x>a link</a>: 漢字 😀.</p>';
/** The first crosses to a thread as a copy, the second is handed over and comes back. */
const PAGES = { '/short': 700, '/long': 1_500, '/packed': 1_500 };
type Path = keyof typeof PAGES;
const PATHS = Object.keys(PAGES) as Path[];
const FORMATS = ['markdown', 'html', 'links'] as const;

/** Of each page. */
const TIMES_AT_ONCE = 7;
/** Far more than it takes until the main thread has been busy for a while. */
const MAX_ROUNDS = 60;

function pageOf(path: Path): string {
  return `<title>${path}</title><main><h1>${path}</h1>${PARAGRAPH.repeat(PAGES[path])}</main>`;
}

describe('a service with cores to spare', () => {
  let site: LoopbackSite;
  let service: TestService;

  before(async () => {
    site = await startTestSite({
      '/short': pageOf('/short'),
      '/long': pageOf('/long'),
      '/packed': answer(gzipSync(pageOf('/packed')), { 'content-encoding': 'gzip' }),
    });
    service = await startTestService({
      environment: { DECANT_SPARE_CORES: '2', DECANT_ALLOW_ADDRESSES: `127.0.0.1:${site.port}` },
    });
  });

  after(async () => {
    await service?.[Symbol.asyncDispose]();
    await site?.[Symbol.asyncDispose]();
  });

  async function scrape(path: Path, options: object = {}) {
    const { status, body } = await service.call('/v2/scrape', {
      url: `${site.origin}${path}`,
      formats: FORMATS,
      ...options,
    });
    assert.equal(status, 200, JSON.stringify(body).slice(0, 500));
    return body.data;
  }

  /** As it is converted here. */
  function contentOf(path: Path) {
    return convertPage({
      body: Buffer.from(pageOf(path)),
      kind: 'html',
      contentType: 'text/html; charset=utf-8',
      contentLanguage: undefined,
      url: `${site.origin}${path}`,
      formats: FORMATS.map((type) => ({ type })),
      onlyMainContent: true,
      includeTags: [],
      excludeTags: [],
      removeBase64Images: true,
      isExplained: false,
      isDiscovering: false,
    }).content;
  }

  test(
    'says of a page under load what it is, keeps it and caches it',
    { skip: process.platform !== 'linux' && 'threads are counted in /proc' },
    async () => {
      const expected = new Map(PATHS.map((path) => [path, contentOf(path)]));
      const checked = async (path: Path, options?: object) => {
        const { metadata, ...content } = await scrape(path, options);
        assert.deepEqual(content, expected.get(path));
        return metadata;
      };
      for (let round = 0; threadsOf(service) === 0; round++) {
        assert.ok(round < MAX_ROUNDS, 'no thread was started');
        const work = Array.from({ length: TIMES_AT_ONCE }, () => PATHS).flat();
        await Promise.all(work.map((path) => checked(path, { maxAge: 0 })));
      }
      const last = await Promise.all(PATHS.map((path) => checked(path, { maxAge: 0 })));
      for (const [index, path] of PATHS.entries()) {
        assert.equal((await checked(path)).cacheState, 'hit');
        const { status, body } = await service.call(`/v2/scrape/${last[index].scrapeId}`);
        assert.equal(status, 200);
        assert.equal(body.data.markdown, expected.get(path)?.markdown);
      }
    },
  );
});

/** Of those that programs start: V8 and libuv have others. */
function threadsOf({ process: { pid } }: TestService): number {
  const names = readdirSync(`/proc/${pid}/task`).map((id) =>
    readFileSync(`/proc/${pid}/task/${id}/comm`, 'utf8').trim(),
  );
  return names.filter((name) => name === 'WorkerThread').length;
}
