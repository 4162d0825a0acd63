import type { ProviderSettings } from '../../../lib/settings/search-settings.ts';
import { jsonExcess } from '../../../lib/json/json-excess.ts';
import { ServiceError } from '../../../lib/service-error.ts';
import { openOperatorFetch, type OperatorFetchOptions } from '../../../net/operator-fetch.ts';
import { createOperatorWebFetch, type OperatorWebFetch } from '../../../net/operator-web-fetch.ts';
import type { ProviderAdapter, ProviderQuestion, ReadRefusal } from './adapter.ts';
import { ProviderFailure, type ProviderFailureOptions } from './provider.ts';
import { readRestMs } from './read-rest.ts';

export type ProviderOptions = Pick<OperatorFetchOptions, 'ownPorts' | 'lookup' | 'certificateAuthorities'>;

/** An answer of a provider with status 200. */
export interface ProviderAnswer {
  json: unknown;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
}

/** The way to the service of one provider. Disposing it closes every connection. */
export interface ProviderFetch extends AsyncDisposable {
  /** Asks once. Rejects with a ProviderFailure, or with the signal's reason. */
  ask: (question: ProviderQuestion, signal: AbortSignal) => Promise<ProviderAnswer>;
}

const MAX_ANSWER_BYTES = 2_000_000;
/** No answer has half as much; a text of brackets alone would keep the process busy. */
const JSON_LIMITS = { levels: 100, containers: 100_000, members: 500_000, entries: 500_000 };
const LIMITS = { connectMs: 5_000, headMs: 30_000, idleMs: 15_000 };

/** Opens the operator's own way to a provider: nothing of callers decides where it leads. */
export function openProviderFetch(
  adapter: ProviderAdapter,
  { url: endpoint, apiKey }: ProviderSettings,
  options: ProviderOptions,
): ProviderFetch {
  const operator = openOperatorFetch({ ...options, endpoint, limits: LIMITS });
  const send = createOperatorWebFetch({ send: operator.send, endpoint, maxBytes: MAX_ANSWER_BYTES });
  const headers = {
    accept: 'application/json',
    'accept-encoding': 'gzip, deflate',
    'user-agent': 'Decant',
    ...adapter.headersOf(apiKey),
  };
  return {
    ask: (question, signal) => ask({ adapter, send, endpoint, headers }, question, signal),
    [Symbol.asyncDispose]: () => operator[Symbol.asyncDispose](),
  };
}

interface Way {
  adapter: ProviderAdapter;
  send: OperatorWebFetch;
  endpoint: URL;
  headers: Readonly<Record<string, string>>;
}

async function ask(way: Way, question: ProviderQuestion, signal: AbortSignal): Promise<ProviderAnswer> {
  const { adapter } = way;
  const fail = (kind: ProviderFailure['kind'], options: ProviderFailureOptions): ProviderFailure =>
    new ProviderFailure(adapter.name, kind, options);
  try {
    const response = await way.send(addressOf(way.endpoint, question), initOf(way.headers, question, signal));
    const text = await response.text();
    const headers = Object.fromEntries(response.headers.entries());
    const answer = readJson(text);
    const json = 'json' in answer ? answer.json : undefined;
    const own = adapter.readRefusal?.({ status: response.status, json });
    const refusal =
      own ??
      readStatus(response.status, adapter.variables) ??
      ('problem' in answer ? { kind: 'nonsense' as const, detail: answer.problem } : undefined);
    if (refusal !== undefined) {
      const isOfRequest = own === undefined && IS_OF_REQUEST.has(response.status);
      throw fail(refusal.kind, { ...refusal, retryAfterMs: isOfRequest ? 0 : restOf(refusal, headers) });
    }
    return { json, headers };
  } catch (error) {
    if (error instanceof ProviderFailure) throw error;
    if (signal.aborted && !isTimeout(signal.reason)) throw signal.reason;
    const { kind, detail } = signal.aborted ? TOO_LATE : describeFailure(error, adapter.variables.url);
    throw fail(kind, { detail, cause: error });
  }
}

function addressOf(endpoint: URL, { path, query = {} }: ProviderQuestion): URL {
  const url = new URL(endpoint);
  url.pathname = `${endpoint.pathname.replace(/\/+$/, '')}/${path}`;
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.set(name, String(value));
  return url;
}

function initOf(
  headers: Readonly<Record<string, string>>,
  { body, headers: own }: ProviderQuestion,
  signal: AbortSignal,
): RequestInit {
  if (body === undefined) return { headers: { ...headers, ...own }, signal };
  const content = { 'content-type': 'application/json' };
  return { method: 'POST', headers: { ...headers, ...own, ...content }, body: JSON.stringify(body), signal };
}

function readJson(text: string): { json: unknown } | { problem: string } {
  if (/^\s*</.test(text)) return { problem: 'answered with a page of HTML in place of JSON' };
  const excess = jsonExcess(text, JSON_LIMITS);
  if (excess !== undefined) return { problem: `answered with JSON that has ${excess}` };
  try {
    return { json: JSON.parse(text) as unknown };
  } catch {
    return { problem: 'answered with something else than whole JSON' };
  }
}

/** Undefined for an answer that may hold results. */
function readStatus(status: number, { url, key }: ProviderAdapter['variables']): ReadRefusal | undefined {
  const said = `answered with status ${status}`;
  if (status === 200) return undefined;
  if (status === 429)
    return { kind: 'limited', detail: `${said}: too many requests, or the quota is used up` };
  if (status === 402) return { kind: 'refused', detail: `${said}: the account has no credit left` };
  if (status === 401 || status === 403)
    return { kind: 'refused', detail: `${said}: it does not accept our key (${key ?? url})` };
  if (IS_OF_REQUEST.has(status)) return { kind: 'refused', detail: `${said}: it does not take this request` };
  if (status < 500 && status !== 408 && status !== 425)
    return { kind: 'nonsense', detail: `${said}: the address may be a wrong one (${url})` };
  return { kind: 'down', detail: said };
}

/** Another request may be taken. */
const IS_OF_REQUEST: ReadonlySet<number> = new Set([400, 413, 414, 422]);

function restOf({ kind }: ReadRefusal, headers: Readonly<Record<string, string>>): number | undefined {
  return kind === 'limited' || kind === 'down' ? readRestMs(headers) : undefined;
}

const TOO_LATE: ReadRefusal = {
  kind: 'timeout',
  detail: 'did not answer within the time that was left for it',
};

/** The reason of a signal whose time is over; another one comes from whoever asked. */
function isTimeout(reason: unknown): boolean {
  if (reason instanceof ServiceError) return reason.code === 'SCRAPE_TIMEOUT';
  return reason instanceof Error && reason.name === 'TimeoutError';
}

function describeFailure(error: unknown, variable: string): ReadRefusal {
  if (error instanceof ServiceError) {
    if (error.code === 'SCRAPE_TIMEOUT') return { kind: 'timeout', detail: 'did not answer in time' };
    return { kind: 'down', detail: `${error.message} (${variable})` };
  }
  if (!(error instanceof Error)) throw error;
  if (error.name === 'BodyTooLargeError')
    return { kind: 'nonsense', detail: `answered with more than ${MAX_ANSWER_BYTES} bytes` };
  if (error.name === 'BodyCorruptError')
    return { kind: 'nonsense', detail: 'answered with a body that cannot be decompressed' };
  if ('code' in error)
    return { kind: 'down', detail: 'closed the connection before its answer was complete' };
  throw error;
}
