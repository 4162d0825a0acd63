import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import { openLoopbackSite, openTcpSite } from '../../../../test/support/loopback-site.ts';
import { askProvider } from '../../../../test/support/search-providers/ask-provider.ts';
import { PLAYED_PROVIDERS } from '../../../../test/support/search-providers/index.ts';
import { openProviderServer } from '../../../../test/support/search-providers/open-provider-server.ts';
import { PROVIDER_KEY } from '../../../../test/support/search-providers/played-provider.ts';
import type { ProviderSettings } from '../../../lib/settings/search-settings.ts';
import { ProviderFailure, type ProviderFailureKind, type ProviderRequest } from './provider.ts';

const SAID = 'WORDS-OF-THE-PROVIDER';
const QUERY = 'QUERY-OF-A-CALLER';

async function failureOf(
  settings: ProviderSettings,
  { signal, ...given }: Partial<ProviderRequest> & { signal?: AbortSignal } = {},
): Promise<ProviderFailure> {
  try {
    const page = await askProvider({ settings }, { text: QUERY, ...given }, signal);
    throw new Error(`answered ${inspect(page)}`);
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    // For callers, and for the log.
    assert.equal(error.provider, settings.name);
    assert.ok(error.message.startsWith(settings.name), error.message);
    for (const secret of [PROVIDER_KEY, settings.url.host, SAID, QUERY])
      assert.ok(!error.message.includes(secret), `${secret} is in ${error.message}`);
    for (const secret of [PROVIDER_KEY, SAID, QUERY])
      assert.ok(!error.detail.includes(secret), `${secret} is in ${error.detail}`);
    return error;
  }
}

interface Failing {
  name: string;
  status?: number;
  headers?: Record<string, string>;
  body: string | Buffer;
  kind: ProviderFailureKind;
  restMs?: number;
}

const error = JSON.stringify({ success: false, error: SAID, message: `${SAID} ${PROVIDER_KEY}` });
const FAILING: readonly Failing[] = [
  { name: '429', status: 429, body: error, kind: 'limited' },
  {
    name: '429 with a rest',
    status: 429,
    headers: { 'retry-after': '7' },
    body: error,
    kind: 'limited',
    restMs: 7_000,
  },
  { name: '401', status: 401, body: error, kind: 'refused' },
  { name: '402', status: 402, body: error, kind: 'refused' },
  { name: '403', status: 403, body: error, kind: 'refused' },
  { name: '400, of this request', status: 400, body: error, kind: 'refused', restMs: 0 },
  { name: '422, of this request', status: 422, body: error, kind: 'refused', restMs: 0 },
  { name: '404', status: 404, body: SAID, kind: 'nonsense' },
  {
    name: 'a redirect',
    status: 302,
    headers: { location: 'http://127.0.0.1:1/' },
    body: SAID,
    kind: 'nonsense',
  },
  { name: '500', status: 500, body: error, kind: 'down' },
  {
    name: '503 with a rest',
    status: 503,
    headers: { 'retry-after': '3' },
    body: SAID,
    kind: 'down',
    restMs: 3_000,
  },
  { name: '200 with an error', body: error, kind: 'down' },
  { name: '200 with HTML', body: `<!doctype html><p>${SAID}`, kind: 'nonsense' },
  { name: '200 with half a JSON', body: `{"results": [{"title": "${SAID}`, kind: 'nonsense' },
  { name: '200 without a body', body: '', kind: 'nonsense' },
  { name: '204', status: 204, body: '', kind: 'nonsense' },
  { name: 'null', body: 'null', kind: 'nonsense' },
  { name: 'a list', body: '[]', kind: 'nonsense' },
  { name: 'an empty object', body: '{}', kind: 'nonsense' },
  {
    name: 'texts in place of lists',
    body: '{"type":"search","web":"a","results":"a","organic":"a","data":"a","success":true}',
    kind: 'nonsense',
  },
  { name: '3 MB', body: `{"results": "${'x'.repeat(3_000_000)}"}`, kind: 'nonsense' },
  {
    name: '3 MB, compressed',
    headers: { 'content-encoding': 'gzip' },
    body: gzipSync(Buffer.alloc(3_000_000, ' ')),
    kind: 'nonsense',
  },
  { name: 'what is not compressed', headers: { 'content-encoding': 'gzip' }, body: 'x', kind: 'nonsense' },
  { name: '10,000 levels', body: '['.repeat(10_000) + ']'.repeat(10_000), kind: 'nonsense' },
  { name: '2 MB of brackets', body: `[${'[],'.repeat(600_000)}[]]`, kind: 'nonsense' },
  { name: 'a lone surrogate', body: String.raw`"\ud800"`, kind: 'nonsense' },
];

for (const { name, status = 200, headers = {}, body, kind, restMs } of FAILING) {
  test(`every provider that answers with ${name} fails as ${kind}`, async () => {
    await using site = await openLoopbackSite((_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
    });
    for (const { name: provider, apiKey } of PLAYED_PROVIDERS) {
      const failure = await failureOf({ name: provider, url: new URL(site.origin), apiKey });
      assert.deepEqual([provider, failure.kind, failure.retryAfterMs], [provider, kind, restMs]);
    }
    assert.equal(site.requests.length, PLAYED_PROVIDERS.length);
  });
}

test('a provider that is not there is down, and one that closes the connection too', async () => {
  await using closing = await openTcpSite((socket) => void socket.once('data', () => socket.destroy()));
  await using half = await openTcpSite((socket) => {
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"results": ['));
  });
  await using other = await openTcpSite(
    (socket) => void socket.once('data', () => socket.end('SSH-2.0\r\n')),
  );
  const gone = await openLoopbackSite(() => {});
  await gone[Symbol.asyncDispose]();
  for (const { origin } of [closing, half, other, gone]) {
    for (const { name, apiKey } of PLAYED_PROVIDERS) {
      const failure = await failureOf({ name, url: new URL(origin), apiKey });
      assert.equal(failure.kind, 'down', `${name}: ${failure.detail}`);
    }
  }
});

test('a provider that hangs is left when the time is over, with its connection', async () => {
  for (const { name, apiKey } of PLAYED_PROVIDERS) {
    const controller = new AbortController();
    await using site = await openTcpSite((socket) => {
      socket.once('data', () => controller.abort(new DOMException('over', 'TimeoutError')));
    });
    const { signal } = controller;
    const failure = await failureOf({ name, url: new URL(site.origin), apiKey }, { signal });
    assert.equal(failure.kind, 'timeout');
    await site.whenIdle();
  }
});

test('who went away gets his own reason back', async () => {
  const reason = new Error('went away');
  for (const { name, apiKey } of PLAYED_PROVIDERS) {
    const controller = new AbortController();
    await using site = await openTcpSite((socket) => {
      // In the middle of a body.
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"results": [', () =>
          controller.abort(reason),
        );
      });
    });
    const settings = { name, url: new URL(site.origin), apiKey };
    await assert.rejects(askProvider({ settings }, {}, controller.signal), reason);
  }
});

/** Entries that are odd in every member; the last one alone is a result. */
function oddEntries(): unknown[] {
  const members =
    'title url link description snippet content date page_age published_date publishedDate highlights'.split(
      ' ',
    );
  const odd = (value: unknown): object => Object.fromEntries(members.map((name) => [name, value]));
  const at = (url: string): object => ({ ...odd(null), url, link: url, title: 7 });
  return [
    null,
    7,
    'text',
    [],
    ...[null, {}, [], 7, true].map(odd),
    ...['javascript:alert(1)', 'file:///etc/passwd', 'ftp://a.test/', '//a.test', 'http://', '\u0000'].map(
      at,
    ),
    { ...at('https://user:secret@a.test/last'), title: 'x'.repeat(100_000), thumbnail: 7, image: 7 },
  ];
}

test('odd entries are left out, and what is left has bounds', async () => {
  for (const played of PLAYED_PROVIDERS) {
    await using server = await openProviderServer(played);
    const results = oddEntries();
    server.play(() => ({
      json: {
        type: 'search',
        success: true,
        results,
        organic: results,
        web: { results },
        data: { web: results },
      },
    }));
    if (played.name === 'firecrawl') server.play(() => ({ json: { success: true, data: { web: results } } }));
    const page = await askProvider(server);
    assert.equal(page.results.length, 1, played.name);
    const [only] = page.results;
    assert.equal(only?.url, 'https://a.test/last');
    assert.equal(only.title.length, 500);
  }
});

test('of 2,000 results no more are read than a provider gives', async () => {
  for (const played of PLAYED_PROVIDERS) {
    await using server = await openProviderServer(played);
    const results = Array.from({ length: 2_000 }, () => ({ url: 'http://a.test', link: 'http://a.test' }));
    server.play(() => ({
      json:
        played.name === 'firecrawl'
          ? { success: true, data: { web: results } }
          : played.name === 'brave'
            ? { type: 'search', web: { results } }
            : played.name === 'serper'
              ? { organic: results }
              : { results },
    }));
    const page = await askProvider(server);
    assert.equal(page.results.length, 500, played.name);
  }
});
