import { buffer } from 'node:stream/consumers';
import type { App } from '../../../app.ts';
import type { Caller } from '../../../accounts/caller.ts';
import type { EndpointDefinition } from '../../../contract/endpoint.ts';
import { endpoints } from '../../../contract/endpoints/index.ts';
import { MAX_UPLOAD_BYTES } from '../../../contract/requests/parse.ts';
import { JsonText } from '../../../lib/json/json-text.ts';
import { ServiceError } from '../../../lib/service-error.ts';
import { parseInput } from '../parse-input.ts';
import { checkRateLimit } from '../rate-limit.ts';
import type { RouteRequest, Routes } from '../routes.ts';
import { MAX_PICTURE_BYTES, type ApiCalls, type EndpointName } from './api-calls.ts';

export interface LocalCallsOptions {
  app: Pick<App, 'checkRateLimit' | 'blobUrls' | 'readBlob'>;
  routes: Routes;
  caller: Caller;
  baseUrl: string;
  readFile?: ApiCalls['readFile'];
}

type AnyHandler = (request: RouteRequest<unknown> & { caller: Caller }) => Promise<unknown>;

/** The API within this process, for a caller who is known: the same checks, limits and prices as over HTTP. */
export function createLocalCalls({ app, routes, caller, baseUrl, readFile }: LocalCallsOptions): ApiCalls {
  async function answer(name: EndpointName, request: Given, signal: AbortSignal) {
    const endpoint: EndpointDefinition = endpoints[name];
    await checkRateLimit(app, endpoint, caller);
    using kept = new DisposableStack();
    const given = request.body ?? {};
    const input = parseInput(endpoint, { ...request, headers: {} }, given);
    const reply = await (routes[name] as AnyHandler)({
      input,
      caller,
      signal,
      baseUrl,
      given,
      upload: request.upload,
      signBlob: (key) => app.blobUrls.urlOf(key, baseUrl),
      keep: (resource) => void kept.use(resource),
    });
    return (reply instanceof JsonText ? reply.parse() : reply) as Record<string, unknown>;
  }

  return {
    call: answer,
    async parse({ name, bytes }, signal) {
      if (bytes.length > MAX_UPLOAD_BYTES)
        throw new ServiceError('BODY_TOO_LARGE', { message: 'A file has 50 MB at most' });
      const upload = { name, contentType: undefined, size: bytes.length, read: async () => bytes };
      return await answer('parse', { body: { file: name }, upload }, signal);
    },
    async readPicture(address, signal) {
      const { pathname, searchParams } = new URL(address);
      const link = {
        name: pathname.slice(pathname.lastIndexOf('/') + 1),
        expires: searchParams.get('expires') ?? '',
        signature: searchParams.get('signature') ?? '',
      };
      const blob = await app.readBlob(link, signal);
      if (blob.sizeBytes > MAX_PICTURE_BYTES) return undefined;
      return { type: blob.contentType, bytes: await buffer(await blob.read(undefined, signal)) };
    },
    ...(readFile && { readFile }),
  };
}

type Given = Parameters<ApiCalls['call']>[1] & Pick<RouteRequest<unknown>, 'upload'>;
