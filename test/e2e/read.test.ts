import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { addTestTeam } from '../support/add-test-team.ts';
import type { LoopbackSite } from '../support/loopback-site.ts';
import { pickSize } from '../support/pick-size.ts';
import { shareKeylessService, shareNamedService, shareTestService } from '../support/share-test-service.ts';
import type { CalledService } from '../support/test-service.ts';
import { startTestSite } from '../support/test-site.ts';

/** More than is converted at once, and than is sent in one piece. */
const LARGE_LINES = pickSize(20_000, 40_000);

describe('GET /read/...', () => {
  let site: LoopbackSite;
  let service: CalledService;
  const asked: string[] = [];

  before(async () => {
    service = await shareTestService();
    site = await startTestSite({
      '/page': ({ url = '' }, response) => {
        asked.push(url);
        response
          .writeHead(200, { 'content-type': 'text/html' })
          .end('<h1>Title</h1><p>Some text to read.</p>');
      },
      '/gone': (_request, response) =>
        void response
          .writeHead(404, { 'content-type': 'text/html' })
          .end('<h1>Not here</h1><p>It is gone.</p>'),
      '/large': (_request, response) =>
        void response
          .writeHead(200, { 'content-type': 'text/html' })
          .end(
            `<main>${'<p>A line that says “something” of \\ 40 characters.</p>'.repeat(LARGE_LINES)}</main>`,
          ),
    });
  });

  after(() => site?.[Symbol.asyncDispose]());

  const read = async (target: string, key: string | null = service.key) => {
    const headers: Record<string, string> = key === null ? {} : { authorization: `Bearer ${key}` };
    const answer = await fetch(`${service.url}/read/${target}`, { headers });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };

  test('the page comes as Markdown, the address with its query stands behind the path', async () => {
    const { status, headers, text } = await read(`${site.origin}/page?a=1&key=own`);
    assert.deepEqual([status, text], [200, '# Title\n\nSome text to read.\n']);
    assert.equal(headers.get('content-type'), 'text/markdown; charset=utf-8');
    assert.equal(headers.get('x-credits-used'), '1');
    assert.equal(headers.get('referrer-policy'), 'no-referrer');
    assert.equal(asked.at(-1), '/page?a=1&key=own');
    const kept = await service.call(`/v2/scrape/${headers.get('x-scrape-id')}`);
    assert.equal(kept.body.data.markdown, text);
  });

  test('a key at the end of the address stands for the header, and the page never sees it', async () => {
    const answer = await fetch(`${service.url}/read/${site.origin}/page?b=2&key=${service.key}`);
    assert.equal(answer.status, 200);
    assert.equal(asked.at(-1), '/page?b=2');
  });

  test('an address that a browser or a proxy has changed is what was meant', async () => {
    assert.equal((await read(encodeURIComponent(`${site.origin}/page?c=3`))).status, 200);
    assert.equal(asked.at(-1), '/page?c=3');
    assert.equal((await read(`${site.origin.replace('//', '/')}/page?d=4`)).status, 200);
    assert.equal(asked.at(-1), '/page?d=4');
  });

  test('an error page says that it is one, in a comment', async () => {
    const { status, text } = await read(`${site.origin}/gone`);
    assert.equal(status, 200);
    assert.match(text, /It is gone\.\n\n<!-- The page answered 404\. -->\n$/);
  });

  test('a page of megabytes comes whole', async () => {
    const { status, text } = await read(`${site.origin}/large`);
    assert.equal(status, 200);
    const lines = text.trimEnd().split('\n\n');
    assert.equal(lines.length, LARGE_LINES);
    assert.ok(lines.every((line) => line === lines[0] && line.includes('“something”')));
  });

  test('errors are text that says what to do', async () => {
    const stranger = await read(`${site.origin}/page`, null);
    assert.equal(stranger.status, 401);
    assert.match(stranger.text, /Authorization: Bearer <API_KEY>.*\?key=<API_KEY>/);
    assert.match(stranger.headers.get('content-type') ?? '', /^text\/plain/);
    const wrong = await read('ftp://example.com/');
    assert.deepEqual(
      [wrong.status, wrong.text],
      [400, 'url must be an http or https URL, not ftp: (BAD_REQUEST)\n'],
    );
    const poor = await addTestTeam(service, { creditsGranted: 0 });
    assert.equal((await read(`${site.origin}/page`, poor.key)).status, 402);
  });

  test('a HEAD fetches nothing', async () => {
    const count = asked.length;
    const { status } = await fetch(`${service.url}/read/${site.origin}/page`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${service.key}` },
    });
    assert.deepEqual([status, asked.length], [405, count]);
  });

  test('DECANT_READ=off closes it; without keys a page keeps its parameter "key"', async () => {
    const { service: closed } = await shareNamedService();
    assert.equal((await closed.call('/read/https://example.com')).status, 404);
    const open = await shareKeylessService();
    assert.equal((await fetch(`${open.url}/read/${site.origin}/page?key=own`)).status, 200);
    assert.equal(asked.at(-1), '/page?key=own');
  });
});
