import { once } from 'node:events';
import { request as sendRequest, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { addTestTeam } from '../add-test-team.ts';
import { openDnsServer, type DnsServer } from '../dns-server.ts';
import type { LoopbackSite } from '../loopback-site.ts';
import { startTestService, type CalledService } from '../test-service.ts';
import { startTestSite } from '../test-site.ts';
import { watchLiveness, type LivenessWatch } from './watch-liveness.ts';
import { SILENT_ZONE, type Field, type Siege } from './siege.ts';

export interface SiegeReport {
  /** Longest wait for an answer of `GET /health/live` before the siege, ms. */
  usualLiveMs: number;
  /** The same while the siege is laid. */
  longestLiveMs: number;
  /** A neighbour's scrape before the siege, ms: the one in the middle. */
  usualMs: number;
  /** The same while the siege is laid. */
  besiegedMs: number;
  /** A neighbour's scrapes that did not succeed, in words. */
  problems: string[];
  /** How the attacker's calls ended: statuses with counts; 0 is for those that the end of the siege cut off. */
  ends: Record<number, number>;
}

/** A service that depends on a name server, and the keys of two of its teams. */
export interface Besieged extends AsyncDisposable {
  service: CalledService;
  liveness: LivenessWatch;
  attackerKey: string;
  neighbourKey: string;
}

const PAUSE_MS = 50;
const USUAL_SCRAPES = 5;
/** On a slow machine a siege takes longer to begin: it goes on for so many of a neighbour's usual scrapes. */
const HELD_SCRAPES = 5;

/** 100 KB: with some selectors it is converted in a thread. */
const NEIGHBOUR_PAGE = `<h1>A page of somebody else</h1>${'<p>With some words in several paragraphs.</p>'.repeat(2_400)}`;

/** Sites of sieges are on loopback. */
export const SIEGE_ENVIRONMENT = { DECANT_ALLOW_ADDRESSES: '127.0.0.0/8', DECANT_LOG_LEVEL: 'info' };
const NEIGHBOUR_HOST = 'neighbour.test';

/** A name server that says nothing of names in the silent zone, and that all others are on loopback. */
export function openSiegeNames(): Promise<DnsServer> {
  return openDnsServer(({ name }) => (name.endsWith(SILENT_ZONE) ? undefined : { addresses: ['127.0.0.1'] }));
}

/** Teams on a service that runs, else on one of their own. */
export async function openBesieged(running?: CalledService): Promise<Besieged> {
  await using stack = new AsyncDisposableStack();
  const service = running ?? (await startService(stack));
  const liveness = stack.use(watchLiveness(service.url));
  const { key: attackerKey } = await addTestTeam(service);
  const { key: neighbourKey } = await addTestTeam(service);
  const resources = stack.move();
  return {
    service,
    liveness,
    attackerKey,
    neighbourKey,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

async function startService(stack: AsyncDisposableStack): Promise<CalledService> {
  const names = stack.use(await openSiegeNames());
  const environment = { ...SIEGE_ENVIRONMENT, DECANT_DNS_SERVERS: names.address };
  return stack.use(await startTestService({ environment }));
}

/** Lets a siege go on for `holdMs`, up to twice as long on a slow machine, and watches the service meanwhile. */
export async function laySiege(siege: Siege, besieged: Besieged, holdMs: number): Promise<SiegeReport> {
  await using attackerSite = await startTestSite(siege.pages);
  await using site = await startTestSite({ '*': NEIGHBOUR_PAGE });
  const neighbour = createNeighbour(besieged, site, siege.neighbourOptions ?? {});
  const usual: number[] = [];
  // The first one starts what the others use.
  await neighbour.scrape();
  await besieged.liveness.takeLongestMs();
  for (let count = 0; count < USUAL_SCRAPES; count++) usual.push(await neighbour.scrape());
  const usualLiveMs = await besieged.liveness.takeLongestMs();
  const usualMs = middleOf(usual);
  const ends: Record<number, number> = {};
  const over = new AbortController();
  const attack = siege.attack(createField(besieged, attackerSite, over.signal, ends));
  // Also when the attack has ended: what it left behind may be the worst of it.
  const heldMs = Math.min(Math.max(holdMs, HELD_SCRAPES * usualMs), 2 * holdMs);
  const timer = setTimeout(() => over.abort(), heldMs);
  const times = await neighbour.scrapeUntil(over.signal);
  const longestLiveMs = await besieged.liveness.takeLongestMs();
  clearTimeout(timer);
  await attack;
  return {
    usualLiveMs,
    longestLiveMs,
    usualMs,
    besiegedMs: middleOf(times),
    problems: neighbour.problems,
    ends,
  };
}

function createField(
  { service, attackerKey }: Besieged,
  site: LoopbackSite,
  signal: AbortSignal,
  ends: Record<number, number>,
): Field {
  const headers = { authorization: `Bearer ${attackerKey}`, 'content-type': 'application/json' };
  return {
    url: service.url,
    origin: site.origin,
    signal,
    async call(path, body, init) {
      const isRaw = body instanceof Uint8Array;
      const text = typeof body === 'string' ? body : JSON.stringify(isRaw ? undefined : body);
      const call = { headers, signal, ...(body !== undefined && { method: 'POST', body: text }), ...init };
      const called = isRaw
        ? sendBytes(`${service.url}${path}`, body, { headers, signal })
        : fetch(`${service.url}${path}`, call).then(async (reply) => (await discard(reply), reply.status));
      const status = await called.catch(() => 0);
      ends[status] = (ends[status] ?? 0) + 1;
      return status;
    },
  };
}

function createNeighbour({ service, neighbourKey }: Besieged, site: LoopbackSite, options: object) {
  const headers = { authorization: `Bearer ${neighbourKey}` };
  const problems: string[] = [];
  let count = 0;
  const scrape = async (): Promise<number> => {
    const url = `http://${NEIGHBOUR_HOST}:${site.port}/${count++}`;
    const from = performance.now();
    const request = { url, maxAge: 0, timeout: 30_000, ...options };
    const { status, body } = await service.call('/v2/scrape', request, { headers });
    if (status !== 200) problems.push(`${status} ${body.code}`);
    else if (!body.data.markdown.includes('somebody else')) problems.push('the page is not whole');
    return performance.now() - from;
  };
  return {
    problems,
    scrape,
    async scrapeUntil(signal: AbortSignal): Promise<number[]> {
      const times: number[] = [];
      while (!signal.aborted) {
        times.push(await scrape());
        await sleep(PAUSE_MS);
      }
      return times;
    },
  };
}

function middleOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Sends bytes as they are: `fetch` copies a body, at four times the cost that the service has with it. */
async function sendBytes(
  url: string,
  body: Uint8Array,
  { headers, signal }: { headers: Record<string, string>; signal: AbortSignal },
): Promise<number> {
  const lengths = { ...headers, 'content-length': String(body.length) };
  const sent = sendRequest(url, { method: 'POST', headers: lengths, signal });
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  sent.end(body);
  const [reply] = await answered;
  reply.resume();
  await once(reply, 'close');
  return reply.statusCode ?? 0;
}

/** Hundreds of megabytes are not kept. */
async function discard({ body }: Response): Promise<void> {
  for await (const chunk of body ?? []) void chunk;
}
