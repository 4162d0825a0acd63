import { buffer } from 'node:stream/consumers';
import type { Document } from '../../contract/documents/document.ts';
import { ERRORS, type ErrorCode } from '../../contract/errors.ts';
import { ServiceError } from '../../lib/service-error.ts';
import { openOperatorFetch, type OperatorAnswer, type OperatorRequest } from '../../net/operator-fetch.ts';
import { commandName } from './command-name.ts';
import { UsageError, type CommandContext } from './command.ts';

/** A running service, as a command speaks to it. */
export interface ServiceClient extends AsyncDisposable {
  /** Sends JSON, or a form with a file; the whole answer of a call that succeeded, else its error is thrown. */
  post(path: string, body: object, signal: AbortSignal): Promise<Record<string, unknown>>;
  get(path: string, signal: AbortSignal): Promise<Record<string, unknown>>;
  delete(path: string, signal: AbortSignal): Promise<Record<string, unknown>>;
  /** A document with the pictures in it that the service keeps for it. */
  withPictures(document: Document, signal: AbortSignal): Promise<Document>;
}

/** Statuses of a service, or of a proxy before it, that is about to be there again. */
const GONE_FOR_NOW: ReadonlySet<number> = new Set([429, 502, 503, 504]);
/** A service that is started anew takes some seconds. */
const RETRY_SECONDS = 2;

/** The service that a command was told to ask: by `--service`, else by DECANT_URL; undefined for none. */
export function namedService(given: unknown, config: CommandContext['config']): URL | undefined {
  if (typeof given !== 'string')
    return config.serviceUrl === undefined ? undefined : new URL(config.serviceUrl);
  const url = URL.parse(given);
  if (url !== null && /^https?:$/.test(url.protocol)) return url;
  throw new UsageError(`--service takes a URL such as http://127.0.0.1:3002, not "${given}"`);
}

/** Opens connections to a service; none is made before the first call. */
export function openServiceClient(service: URL, { config }: Pick<CommandContext, 'config'>): ServiceClient {
  // A map takes the time that it needs, and the service has limits of its own.
  const limits = { headMs: 0, idleMs: 0 };
  const way = openOperatorFetch({ endpoint: service, ownPorts: () => [], limits });
  const base = service.href.replace(/\/?$/, '/');
  const key = config.auth.apiKey;
  const authorization: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` };

  async function send(request: OperatorRequest, signal: AbortSignal): Promise<OperatorAnswer> {
    try {
      return await way.send({ ...request, headers: { ...authorization, ...request.headers } }, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ServiceError)) throw error;
      throw new ServiceError('SERVICE_UNAVAILABLE', {
        message: `No service answers at ${service.origin}: ${error.message}. "${commandName()} serve" starts one here`,
        cause: error,
        retryAfterSeconds: RETRY_SECONDS,
      });
    }
  }

  async function ask(request: OperatorRequest, signal: AbortSignal): Promise<Record<string, unknown>> {
    const { status, body } = await send(request, signal);
    const answer = readJson(await buffer(body));
    // An answer of the support says how sure it is instead.
    if (status < 300 && (answer?.['success'] === true || answer?.['confidence'] !== undefined)) return answer;
    throw refusal(status, answer, { service, hasKey: key !== undefined });
  }

  return {
    get: (path, signal) => ask({ method: 'GET', url: new URL(path, base), headers: {} }, signal),
    delete: (path, signal) => ask({ method: 'DELETE', url: new URL(path, base), headers: {} }, signal),
    async post(path, body, signal) {
      // Makes the body of a form, and its header.
      const given = body instanceof FormData ? new Response(body) : Response.json(body);
      const request = {
        method: 'POST' as const,
        url: new URL(path, base),
        headers: { 'content-type': given.headers.get('content-type') ?? '' },
        body: new Uint8Array(await given.arrayBuffer()),
      };
      return ask(request, signal);
    },
    async withPictures(document, signal) {
      const found = await Promise.all(
        Object.entries(document).map(async ([format, value]) => {
          const url = PICTURES.has(format) && typeof value === 'string' ? URL.parse(value) : null;
          if (url?.origin !== service.origin) return [];
          const data = await readDataUrl(await send({ method: 'GET', url, headers: {} }, signal));
          return data === undefined ? [] : [[format, data]];
        }),
      );
      return { ...document, ...(Object.fromEntries(found.flat()) as Partial<Document>) };
    },
    [Symbol.asyncDispose]: () => way[Symbol.asyncDispose](),
  };
}

/** A file as a data URL; undefined when it is not there any more. */
async function readDataUrl({ status, headers, body }: OperatorAnswer): Promise<string | undefined> {
  const bytes = await buffer(body);
  const type = String(headers['content-type'] ?? '').split(';')[0];
  return status === 200 ? `data:${type};base64,${bytes.toString('base64')}` : undefined;
}

const PICTURES: ReadonlySet<string> = new Set(['screenshot', 'audio', 'video']);

function readJson(bytes: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString());
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** A refused address is opened by the settings of the service, not by those of this command. */
function hintFor(code: ErrorCode, { origin }: URL): string | undefined {
  if (code !== 'SCRAPE_ADDRESS_NOT_ALLOWED') return undefined;
  return `DECANT_ALLOW_ADDRESSES of the service at ${origin} does not name it`;
}

/** The error that an answer tells of, in words for who typed the command. */
function refusal(
  status: number,
  answer: Record<string, unknown> | undefined,
  { service, hasKey }: { service: URL; hasKey: boolean },
): ServiceError {
  if (status === 401) {
    const what = hasKey ? 'does not know the key in DECANT_API_KEY' : 'asks for a key: set DECANT_API_KEY';
    const where = `"${commandName()} keys" on its machine shows or makes one`;
    return new ServiceError('SERVICE_UNAVAILABLE', {
      message: `The service at ${service.origin} ${what}; ${where}`,
    });
  }
  const { code, error } = answer ?? {};
  const away = GONE_FOR_NOW.has(status) ? { retryAfterSeconds: RETRY_SECONDS } : {};
  if (typeof error !== 'string') {
    return new ServiceError('SERVICE_UNAVAILABLE', {
      message: `What answers at ${service.origin} is no Decant: status ${status}, and no JSON of its kind`,
      ...away,
    });
  }
  const known =
    typeof code === 'string' && Object.hasOwn(ERRORS, code) ? (code as ErrorCode) : 'UNKNOWN_ERROR';
  return new ServiceError(known, { message: error, hint: hintFor(known, service), ...away });
}
