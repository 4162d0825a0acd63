import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { openCrawlClient, pollDelayMs, type CrawlStatus } from './crawl-client.ts';

const MARKDOWN = 'word '.repeat(100);

/** Answers GET requests by path and query, POST with an id, and keeps what was posted. */
async function openService(answers: Record<string, Partial<CrawlStatus>>) {
  const posted: unknown[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.method === 'POST') posted.push(JSON.parse(Buffer.concat(chunks).toString()));
      const answer = request.method === 'POST' ? { success: true, id: 'job' } : answers[request.url ?? ''];
      response.writeHead(answer ? 200 : 404).end(JSON.stringify(answer ?? { success: false }));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = openCrawlClient({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key: 'fc-key',
  });
  return {
    client,
    posted,
    async [Symbol.asyncDispose]() {
      await client[Symbol.asyncDispose]();
      server.close();
    },
  };
}

function document(sourceURL: string, markdown = MARKDOWN): CrawlStatus['data'][number] {
  return { markdown, metadata: { sourceURL, statusCode: 200 } };
}

test('a crawl fetches anew, without the sitemap, and every page of the result is read', async () => {
  await using service = await openService({
    '/v2/crawl/job?limit=1': { status: 'completed', completed: 3, data: [] },
    '/v2/crawl/job': {
      completed: 3,
      data: [document('http://a/'), document('http://a/1')],
      next: 'http://elsewhere/v2/crawl/job?skip=2',
    },
    '/v2/crawl/job?skip=2': { completed: 3, data: [document('http://a/2')] },
  });
  const { client, posted } = service;
  const id = await client.start({ url: 'http://a/', limit: 3, concurrency: 7 });
  assert.deepEqual(posted, [
    {
      url: 'http://a/',
      limit: 3,
      sitemap: 'skip',
      maxConcurrency: 7,
      scrapeOptions: { formats: ['markdown'], maxAge: 0 },
    },
  ]);
  await client.untilCompleted(id, { limit: 3, signal: new AbortController().signal });
  assert.deepEqual(await client.collect(id), {
    pages: 3,
    addresses: 3,
    markdownCharacters: 3 * MARKDOWN.length,
    problems: [],
  });
});

test('what a result lacks is said', async () => {
  await using service = await openService({
    '/v2/crawl/job': {
      completed: 4,
      data: [document('http://a/'), document('http://a/'), document('http://a/1', '')],
    },
  });
  const { pages, addresses, problems } = await service.client.collect('job');
  assert.deepEqual({ pages, addresses }, { pages: 3, addresses: 2 });
  assert.deepEqual(problems, [
    'http://a/ came more than once',
    'http://a/1 came without Markdown',
    '4 pages are said to be completed, 3 came',
  ]);
});

test('a crawl that does not succeed, and a result that leads nowhere, are errors', async () => {
  await using service = await openService({
    '/v2/crawl/bad?limit=1': { status: 'failed', completed: 0, error: 'no such host' },
    '/v2/crawl/loop': { completed: 1, data: [], next: '/v2/crawl/loop' },
  });
  const { client } = service;
  const { signal } = new AbortController();
  await assert.rejects(client.untilCompleted('bad', { limit: 1, signal }), /failed: no such host/);
  await assert.rejects(client.collect('loop'), /has no document/);
  await assert.rejects(client.collect('unknown'), /answered 404/);
});

test('the end of a crawl is awaited more closely than its beginning', () => {
  assert.equal(pollDelayMs(0, 1000, 50), 100);
  assert.equal(pollDelayMs(0, 1000, 5000), 1000);
  assert.equal(pollDelayMs(100, 1000, 1000), 1000);
  assert.equal(pollDelayMs(900, 1000, 9000), 500);
  assert.equal(pollDelayMs(1000, 1000, 10_000), 100);
});
