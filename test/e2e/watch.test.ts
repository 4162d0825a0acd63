import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Firecrawl } from 'firecrawl';
import { eventually } from '../support/eventually.ts';
import type { LoopbackSite } from '../support/loopback-site.ts';
import { pickSize } from '../support/pick-size.ts';
import { awaitJob, readJob, startJob } from '../support/run-job.ts';
import { shareTestService } from '../support/share-test-service.ts';
import type { CalledService } from '../support/test-service.ts';
import { answer, startTestSite } from '../support/test-site.ts';
import { openWatchClient, type WatchClient } from '../support/watch-client.ts';

const MAX_FRAME_BYTES = 10 * 1024 * 1024;

/** Large documents: more together than a frame holds. */
const BIG = pickSize(32, 40);
/** Options of batches whose documents need but be large: how they are made is no matter. */
const PLAIN = { formats: ['rawHtml'], storeInCache: false };
/** Pages of a job that watchers come to at any time. */
const BUSY = pickSize(100, 300);

const prose = (name: string): string =>
  `<title>${name}</title><main><h1>${name}</h1><p>Some prose of ${name} that is long enough to be seen as the content of its page.</p></main>`;

/** Text that is no repetition, so that every document differs and nothing counts as the same content. */
const bigPage = (name: string, bytes: number): string => {
  const words = Array.from(
    { length: Math.ceil(bytes / 12) },
    (_, at) => `${name}w${(at * 7919).toString(36)}`,
  );
  return `<title>${name}</title><main><h1>${name}</h1><p>${words.join(' ').slice(0, bytes)}</p></main>`;
};

interface Seen {
  /** Status of each snapshot. */
  snapshots: string[];
  documents: any[];
  done: any[];
  errors: any[];
}

/** Runs the client package's own watcher to its end. */
async function watchWithSdk(client: Firecrawl, id: string, kind: 'crawl' | 'batch'): Promise<Seen> {
  const watcher = client.watcher(id, { kind, timeout: 60 });
  const seen: Seen = { snapshots: [], documents: [], done: [], errors: [] };
  watcher.on('snapshot', ({ status }: any) => seen.snapshots.push(status));
  watcher.on('document', (document: any) => seen.documents.push(document));
  watcher.on('done', (done: any) => seen.done.push(done));
  watcher.on('error', (error: any) => seen.errors.push(error));
  await watcher.start();
  return seen;
}

const urlsOf = (documents: readonly any[]): string[] => documents.map(({ metadata }) => metadata.sourceURL);
const idsOf = (documents: readonly any[]): string[] => documents.map(({ metadata }) => metadata.scrapeId);

describe('watching crawls and batch scrapes', () => {
  let site: LoopbackSite;
  let service: CalledService;
  let client: Firecrawl;
  /** Answers of `/held/*`, given when a test wants them. */
  const held = new Map<string, () => void>();

  before(async () => {
    site = await startTestSite({
      '/': `${prose('home')}<a href="/a">a</a> <a href="/b">b</a> <a href="/c">c</a>`,
      '/a': prose('a'),
      '/b': prose('b'),
      '/c': prose('c'),
      '/robots.txt': answer('', { 'content-type': 'text/plain' }),
      '/sitemap.xml': answer('', {}, 404),
      '/broken': (_request, response) => void response.destroy(),
      '/huge': bigPage('huge', MAX_FRAME_BYTES),
      '*': (request, response) => {
        const path = request.url ?? '';
        if (path.startsWith('/held/')) {
          held.set(path, () => answer(prose(path))(request, response));
        } else if (path.startsWith('/big/')) answer(bigPage(path.slice(5), 400_000))(request, response);
        else answer(prose(path))(request, response);
      },
    });
    service = await shareTestService();
    client = new Firecrawl({ apiKey: service.key, apiUrl: service.url });
  });

  after(() => site?.[Symbol.asyncDispose]());

  const startBatch = (paths: readonly string[], options: object = {}): Promise<string> =>
    startJob(service, 'batch/scrape', { urls: paths.map((path) => site.origin + path), ...options });
  const startCrawl = (path: string): Promise<string> =>
    startJob(service, 'crawl', { url: site.origin + path });
  const watchBatch = (id: string, key = service.key): Promise<WatchClient> =>
    openWatchClient(`${service.url}/v2/batch/scrape/${id}`, { key });
  const cancel = (path: string): Promise<unknown> =>
    fetch(service.url + path, { method: 'DELETE', headers: { authorization: `Bearer ${service.key}` } });

  /** Lets the site answer what is held back. */
  async function release(path: string): Promise<void> {
    await eventually(async () => assert.ok(held.has(path), `${path} was not asked for`));
    held.get(path)?.();
    held.delete(path);
  }

  /** Requests for a status over HTTP, which a watcher has no need of. */
  function countPolls(): number {
    return service.logs().match(/"route":"\/v2\/(?:crawl|batch\/scrape)\/:id","method":"GET"/g)?.length ?? 0;
  }

  test('the npm client: a crawl that completes', async () => {
    const polls = countPolls();
    const id = await startCrawl('/');
    const seen = await watchWithSdk(client, id, 'crawl');
    assert.deepEqual(
      seen.done.map(({ status, completed, total, creditsUsed }) => ({
        status,
        completed,
        total,
        creditsUsed,
      })),
      [{ status: 'completed', completed: 4, total: 4, creditsUsed: 4 }],
    );
    assert.deepEqual(seen.errors, []);
    assert.deepEqual(
      urlsOf(seen.documents).toSorted(),
      ['/', '/a', '/b', '/c'].map((path) => site.origin + path),
    );
    assert.equal(countPolls(), polls);
  });

  test('the npm client: a batch that completes, watched from its start and after its end', async () => {
    const paths = Array.from({ length: 30 }, (_, at) => `/page/${at}`);
    const id = await startBatch(paths);
    const seen = await watchWithSdk(client, id, 'batch');
    const { documents } = await readJob(service, 'batch/scrape', id);
    const later = await watchWithSdk(client, id, 'batch');
    assert.deepEqual(later.snapshots, ['completed']);
    assert.equal(later.done[0]?.data.length, 30);
    for (const { done, errors, documents: seenDocuments } of [seen, later]) {
      assert.deepEqual(
        done.map(({ status, completed }) => [status, completed]),
        [['completed', 30]],
      );
      assert.deepEqual(errors, []);
      assert.deepEqual(idsOf(seenDocuments), idsOf(documents));
    }
  });

  test('the npm client: a batch that is cancelled', async () => {
    const id = await startBatch(['/a', '/b', '/held/cancelled']);
    const polls = countPolls();
    const watching = watchWithSdk(client, id, 'batch');
    await eventually(async () => assert.ok(held.has('/held/cancelled')));
    await cancel(`/v2/batch/scrape/${id}`);
    const seen = await watching;
    assert.deepEqual(
      seen.done.map(({ status }) => status),
      ['cancelled'],
    );
    assert.deepEqual(seen.errors, []);
    assert.equal(new Set(idsOf(seen.documents)).size, seen.documents.length);
    assert.equal(countPolls(), polls);
    await service.call(`/v2/batch/scrape/${id}`);
    await eventually(async () => assert.equal(countPolls(), polls + 1));
    const later = await watchWithSdk(client, id, 'batch');
    assert.deepEqual(
      later.done.map(({ status }) => status),
      ['cancelled'],
    );
    const { documents } = await readJob(service, 'batch/scrape', id);
    assert.deepEqual(idsOf(later.documents), idsOf(documents));
  });

  test('the npm client: a crawl that fails, watched from its start and after its end', async () => {
    const id = await startCrawl('/broken');
    for (let round = 0; round < 2; round++) {
      const seen = await watchWithSdk(client, id, 'crawl');
      assert.deepEqual(
        seen.done.map(({ status }) => status),
        ['failed'],
      );
      assert.deepEqual([seen.documents, seen.errors], [[], []]);
    }
    const { frames, closed } = await openWatchClient(`${service.url}/v2/crawl/${id}`, { key: service.key });
    assert.deepEqual(await closed, { code: 1000, reason: '' });
    assert.deepEqual(
      frames.map(({ type, data }) => [type, data.status]),
      [['catchup', 'failed']],
    );
    assert.ok(frames[0]?.data.error.length > 10);
  });

  test('frames of a job that runs: catchup, each document when it is finished, done', async () => {
    const id = await startBatch(['/a', '/held/frames-1', '/held/frames-2', '/held/frames-3']);
    await eventually(async () =>
      assert.equal((await service.call(`/v2/batch/scrape/${id}`)).body.completed, 1),
    );
    const watcher = await watchBatch(id);
    await eventually(async () => assert.equal(watcher.frames.length, 1));
    const [{ type, data }] = watcher.frames as [WatchClient['frames'][0]];
    assert.deepEqual(
      [type, data.success, data.status, data.completed, data.total],
      ['catchup', true, 'scraping', 1, 4],
    );
    assert.ok(!Number.isNaN(Date.parse(data.expiresAt)) && !('next' in data));
    await release('/held/frames-1');
    await eventually(async () => assert.equal(watcher.frames.length, 2));
    const seenAt = performance.now();
    await release('/held/frames-2');
    await eventually(async () => assert.equal(watcher.frames.length, 3));
    // Without notifications each comes five seconds after the one before.
    assert.ok(performance.now() - seenAt < 4_500, 'a notification, not the backstop');
    await release('/held/frames-3');
    assert.deepEqual(await watcher.closed, { code: 1000, reason: '' });
    assert.deepEqual(
      watcher.frames.map((frame) => frame.type),
      ['catchup', 'document', 'document', 'document', 'done'],
    );
    assert.deepEqual(watcher.frames[4]?.data, {
      status: 'completed',
      total: 4,
      completed: 4,
      creditsUsed: 4,
      data: [],
    });
    const { documents } = await readJob(service, 'batch/scrape', id);
    assert.deepEqual(watcher.documents(), documents);
  });

  test('more than a frame holds: the rest follows, to slow readers and to several at once', async () => {
    const id = await startBatch(
      Array.from({ length: BIG }, (_, at) => `/big/p${at}`),
      PLAIN,
    );
    const early = await watchBatch(id);
    assert.deepEqual(await early.closed, { code: 1000, reason: '' });
    const { status, documents } = await awaitJob(service, 'batch/scrape', id);
    assert.equal(status['completed'], BIG);
    const slow = await watchBatch(id);
    slow.socket.pause();
    const quick = await watchBatch(id);
    await quick.closed;
    assert.ok(slow.frames.length === 0);
    slow.socket.resume();
    await slow.closed;
    for (const watcher of [early, slow, quick]) {
      assert.deepEqual(idsOf(watcher.documents()), idsOf(documents));
      assert.equal(watcher.frames.filter(({ type }) => type === 'done').length, 1);
      assert.ok(watcher.frames.every(({ bytes }) => bytes <= MAX_FRAME_BYTES));
    }
    const [catchup, next] = quick.frames;
    assert.ok(catchup && catchup.bytes > MAX_FRAME_BYTES / 2 && next?.type === 'document');
    assert.deepEqual([catchup.data.status, catchup.data.completed], ['scraping', BIG]);
    assert.deepEqual(quick.documents(), documents);
    const seen = await watchWithSdk(client, id, 'batch');
    assert.deepEqual(idsOf(seen.documents), idsOf(documents));
    assert.deepEqual(
      seen.done.map((done) => done.status),
      ['completed'],
    );
  });

  test('a single document above the limit comes alone', async () => {
    const id = await startBatch(['/a', '/huge'], PLAIN);
    const { documents } = await awaitJob(service, 'batch/scrape', id);
    const watcher = await watchBatch(id);
    assert.equal((await watcher.closed).code, 1000);
    assert.deepEqual(idsOf(watcher.documents()), idsOf(documents));
    const large = watcher.frames.filter(({ bytes }) => bytes > MAX_FRAME_BYTES);
    assert.equal(large.length, 1);
    assert.ok(large[0]?.type === 'document' || large[0]?.data.data.length === 1);
  });

  test('zero data retention: what is done is told; a cancel takes it away', async () => {
    const id = await startBatch(['/a', '/b', '/held/sealed'], { zeroDataRetention: true });
    await eventually(async () =>
      assert.equal((await service.call(`/v2/batch/scrape/${id}`)).body.completed, 2),
    );
    const watcher = await watchBatch(id);
    await eventually(async () => assert.equal(watcher.documents().length, 2));
    assert.ok(watcher.documents().every(({ markdown }) => /Some prose/.test(markdown)));
    await cancel(`/v2/batch/scrape/${id}`);
    assert.equal((await watcher.closed).code, 1000);
    assert.deepEqual(
      watcher.frames.map(({ data }) => data.status),
      ['scraping', 'cancelled'],
    );
    const later = await watchBatch(id);
    assert.equal((await later.closed).code, 1000);
    assert.deepEqual([later.documents(), later.frames.at(-1)?.data.status], [[], 'cancelled']);
  });

  test('watchers that come at any time of a busy job miss nothing and get nothing twice', async () => {
    const id = await startBatch(Array.from({ length: BUSY }, (_, at) => `/busy/${at}`));
    const watchers: WatchClient[] = [];
    for (let isOver = false; !isOver && watchers.length < 100;) {
      const watcher = await watchBatch(id);
      watchers.push(watcher);
      isOver = (await service.call(`/v2/batch/scrape/${id}?limit=1`)).body.status !== 'scraping';
    }
    const { documents } = await awaitJob(service, 'batch/scrape', id);
    assert.equal(documents.length, BUSY);
    assert.ok(watchers.length > 2);
    for (const watcher of watchers) {
      assert.deepEqual(await watcher.closed, { code: 1000, reason: '' });
      assert.deepEqual(idsOf(watcher.documents()), idsOf(documents));
      assert.deepEqual(watcher.frames.at(-1)?.data.status, 'completed');
    }
  });

  test('a peer that says too much, or goes, takes nothing with it', async () => {
    const id = await startBatch(['/held/rude']);
    const rude = await watchBatch(id);
    rude.socket.send('x'.repeat(5_000));
    assert.equal((await rude.closed).code, 1009);
    const gone = await watchBatch(id);
    gone.socket.terminate();
    const polite = await watchBatch(id);
    polite.socket.send('hello');
    await release('/held/rude');
    assert.equal((await polite.closed).code, 1000);
    assert.equal(polite.documents().length, 1);
  });
});
