import assert from 'node:assert/strict';
import { lookup as systemLookup } from 'node:dns/promises';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { Deadline } from '../../lib/time/deadline.ts';
import { silentLog } from '../../lib/log/log.ts';
import { openLoopbackSite, type LoopbackSite } from '../../../test/support/loopback-site.ts';
import { createAddressGuard } from './address-guard.ts';
import { createAllowList } from './allow-list.ts';
import type { FetchedPage } from '../fetch.ts';
import { openOutbound } from '../outbound.ts';

/**
 * Every way we know to write an internal address. Host spellings stand in `http://HOST:PORT/`, where PORT is that of
 * canaries which listen on loopback; `locations` can only be said by a redirect, since they take their scheme or host
 * from the page; `answers` is what the name server says.
 */
const FORMS = JSON.parse(
  readFileSync(new URL('../../../test/fixtures/net/address-forms.json', import.meta.url), 'utf8'),
) as {
  addresses: string[];
  names: string[];
  urls: string[];
  locations: string[];
  answers: Record<string, string[]>;
};
const HOSTS = [...FORMS.addresses, ...FORMS.names];

const STATUSES = [301, 302, 303, 307, 308];

const sing = (_request: unknown, response: { end(text: string): void }): void => response.end('canary');
const canary = await openLoopbackSite(sing);
const canary6 = await openLoopbackSite(sing, { host: '::1', port: canary.port }).catch(() => undefined);
const canaries: LoopbackSite[] = canary6 ? [canary, canary6] : [canary];
const { port } = canary;
const redirector = await openLoopbackSite((request, response) => {
  const { searchParams } = new URL(request.url ?? '', 'http://redirector.test');
  const location = Buffer.from(searchParams.get('to') ?? '', 'utf8').toString('latin1');
  response.writeHead(Number(searchParams.get('status') ?? 200), { location }).end();
});
const outbound = openOutbound({
  guard: createAddressGuard({
    allow: createAllowList([`127.0.0.1:${redirector.port}`]),
    ownPorts: () => [],
  }),
  log: silentLog,
  lookup,
});

after(async () => {
  await outbound[Symbol.asyncDispose]();
  for (const site of [redirector, ...canaries]) await site[Symbol.asyncDispose]();
});

/** The system's resolver for numbers, which it reads as inet_aton does; a fixed table for names. */
async function lookup(hostname: string): Promise<readonly string[]> {
  const answer = FORMS.answers[hostname.replace(/\.$/, '')];
  if (answer) return answer;
  if (/^[0-9a-fx.]+$/i.test(hostname)) return [(await systemLookup(hostname)).address];
  throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
}

async function visit(url: string): Promise<FetchedPage> {
  using deadline = new Deadline(5_000);
  return await outbound.fetchPage({
    url: new URL(url),
    headers: {},
    isMobile: false,
    languages: [],
    skipTlsVerification: true,
    maxBodyBytes: 1_000_000,
    deadline,
    teamId: undefined,
  });
}

/** Gives the outcome of an attempt: an error code, `INVALID_URL`, or `REACHED`. */
async function outcome(attempt: () => Promise<unknown>): Promise<string> {
  try {
    await attempt();
    return 'REACHED';
  } catch (error) {
    const { code } = error as { code?: string };
    return code === 'ERR_INVALID_URL' ? 'INVALID_URL' : (code ?? String(error));
  }
}

const withPort = (text: string): string => text.replaceAll('PORT', String(port));

const redirectTo = (status: number, location: string): Promise<string> =>
  outcome(() => visit(`${redirector.origin}/?status=${status}&to=${encodeURIComponent(location)}`));

function assertCanariesUntouched(): void {
  for (const { sockets } of canaries) assert.equal(sockets.length, 0, 'a canary was reached');
}

const REFUSALS = new Set(['SCRAPE_ADDRESS_NOT_ALLOWED', 'SCRAPE_DNS_RESOLUTION_ERROR', 'INVALID_URL']);

test('the list is long enough to mean something', () => {
  assert.ok(new Set([...HOSTS, ...FORMS.urls, ...FORMS.locations]).size >= 200);
});

test('a canary that is allowed is reached, so that silence means something', async () => {
  await using site = await openLoopbackSite((_request, response) => response.end('hello'));
  await using open = openOutbound({
    guard: createAddressGuard({ allow: createAllowList([`127.0.0.1:${site.port}`]), ownPorts: () => [] }),
    log: silentLog,
    lookup,
  });
  const socket = await open.connectGuarded({
    hostname: 'loopback.test',
    port: site.port,
    teamId: undefined,
    signal: AbortSignal.timeout(5_000),
  });
  socket.destroy();
  assert.equal(site.sockets.length, 1);
});

for (const host of HOSTS) {
  test(`${JSON.stringify(host)} as start URL`, async () => {
    assert.equal(await outcome(() => visit(`http://${host}:${port}/`)), 'SCRAPE_ADDRESS_NOT_ALLOWED');
    assertCanariesUntouched();
  });
}

for (const url of FORMS.urls) {
  test(`URL ${JSON.stringify(url)}`, async () => {
    const result = await outcome(() => visit(withPort(url)));
    assert.ok(REFUSALS.has(result), result);
    assertCanariesUntouched();
  });
}

for (const host of HOSTS) {
  test(`${JSON.stringify(host)} as a bare host, as a proxy's client would name it`, async () => {
    const connect = (): Promise<unknown> =>
      outbound.connectGuarded({
        hostname: host,
        port,
        teamId: undefined,
        signal: AbortSignal.timeout(5_000),
      });
    assert.ok(REFUSALS.has(await outcome(connect)));
    assertCanariesUntouched();
  });
}

for (const location of [
  ...HOSTS.map((host) => `http://${host}:PORT/`),
  ...FORMS.urls.filter((url) => !/^http:\/?[^/\\]|\n/.test(url)),
  ...FORMS.locations,
]) {
  test(`redirect to ${JSON.stringify(location)}`, async () => {
    for (const status of STATUSES) {
      const result = await redirectTo(status, withPort(location));
      // A Location that is no URL is the site's mistake.
      assert.ok(REFUSALS.has(result) || result === 'SCRAPE_SITE_ERROR', `${status}: ${result}`);
    }
    assertCanariesUntouched();
  });
}

test('a chain of redirects is checked at its last hop too', async () => {
  const last = `/?status=302&to=${encodeURIComponent(withPort('http://127.0.0.1:PORT/'))}`;
  const first = `/?status=307&to=${encodeURIComponent(last)}`;
  assert.equal(await redirectTo(301, first), 'SCRAPE_ADDRESS_NOT_ALLOWED');
  assertCanariesUntouched();
});

test('the message of a refusal holds no address', async () => {
  for (const hostname of ['metadata.test', 'private.test']) {
    await assert.rejects(
      visit(`http://${hostname}/`),
      ({ message }: Error) => !/\d+\.\d+\.\d+/.test(message),
    );
  }
});

test('a second, different answer of the name server is never used (rebinding)', async () => {
  await using site = await openLoopbackSite((_request, response) =>
    response.setHeader('connection', 'close').end('site'),
  );
  await using decoy = await openLoopbackSite(sing, {
    host: '127.0.0.2',
    port: site.port,
  });
  const answers = ['127.0.0.1', '127.0.0.2'];
  const asked: string[] = [];
  await using rebinding = openOutbound({
    guard: createAddressGuard({ allow: createAllowList([`127.0.0.1:${site.port}`]), ownPorts: () => [] }),
    log: silentLog,
    lookup: async (hostname) => {
      asked.push(hostname);
      return [answers[Math.min(asked.length, answers.length) - 1] ?? ''];
    },
  });
  const visitRebinding = async (): Promise<FetchedPage> => {
    using deadline = new Deadline(5_000);
    return await rebinding.fetchPage({
      url: new URL(`http://rebind.test:${site.port}/`),
      headers: {},
      isMobile: false,
      languages: [],
      skipTlsVerification: true,
      maxBodyBytes: 1_000,
      deadline,
      teamId: undefined,
    });
  };
  assert.equal(Buffer.from((await visitRebinding()).body).toString(), 'site');
  assert.equal(asked.length, 1);
  await assert.rejects(visitRebinding(), { code: 'SCRAPE_ADDRESS_NOT_ALLOWED' });
  assert.equal(asked.length, 2);
  assert.equal(decoy.sockets.length, 0);
});

test('no canary was touched', assertCanariesUntouched);
