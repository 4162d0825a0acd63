import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { RateLimitKind } from './rate-limit-kinds.ts';

/** The promise of one endpoint. Validation, types, OpenAPI, the reference and the contract tests all come from here. */
export interface EndpointDefinition {
  /** Unique, camelCase; the operationId of OpenAPI. */
  name: string;
  method: 'GET' | 'POST' | 'DELETE';
  /** The path, with parameters in braces: `/v2/scrape/{id}`. */
  path: `/${string}`;
  /** Further paths that answer the same. */
  aliases?: ReadonlyArray<`/${string}`>;
  /** One line without a full stop. */
  summary: string;
  description?: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** Headers of the request that it reads, in lower case, besides those of every request. */
  headers?: z.ZodObject;
  body?: z.ZodType;
  /** The body is multipart/form-data: its member `file` a file, of which the schema sees the name, the others JSON text. */
  isUpload?: true;
  reply: z.ZodType;
  /** Media types of the answer and of an error where they are text; JSON when absent. */
  text?: { reply: string; error?: string };
  /** Codes of its own; what every endpoint of its kind can answer is added by `defineEndpoint`. */
  errors: readonly ErrorCode[];
  /** `address`: the key may be the parameter `key` of the address as well. */
  auth: 'bearer' | 'address' | 'none';
  /** The limit that a request counts towards when its team has one of that kind; only where a key is needed. */
  rateLimit?: RateLimitKind;
  /** The price of a call, in words. */
  credits?: string;
  /** A request and its answer, valid by the schemas above. */
  example: {
    params?: Record<string, string>;
    query?: Record<string, string>;
    headers?: Record<string, string>;
    body?: unknown;
    reply: unknown;
  };
}

export type Endpoint<Definition extends EndpointDefinition = EndpointDefinition> = Readonly<Definition>;

type Part = 'params' | 'query' | 'headers' | 'body';

/** The validated parts of a request: those of params, query, headers and body that the endpoint has. */
export type EndpointInput<E extends EndpointDefinition> = {
  [P in Part as E[P] extends z.ZodType ? P : never]: z.output<E[P]>;
};

/** The JSON body of a success. */
export type EndpointReply<E extends EndpointDefinition> = z.output<E['reply']>;

/** States an endpoint; `errors` becomes complete. */
export function defineEndpoint<const Definition extends EndpointDefinition>(
  definition: Definition,
): Endpoint<Definition> {
  return Object.freeze({
    ...definition,
    errors: [...new Set([...impliedErrors(definition), ...definition.errors])],
  });
}

function impliedErrors(definition: EndpointDefinition): ErrorCode[] {
  const { params, query, headers, body, auth, rateLimit } = definition;
  const codes: ErrorCode[] = [];
  if (body !== undefined || query !== undefined || headers !== undefined) codes.push('BAD_REQUEST');
  if (body !== undefined) codes.push('BAD_REQUEST_INVALID_JSON', 'BODY_TOO_LARGE');
  if (params?.shape['id'] !== undefined) codes.push('INVALID_ID');
  if (auth !== 'none') codes.push('UNAUTHORIZED');
  if (rateLimit !== undefined) codes.push('RATE_LIMITED');
  codes.push('UNKNOWN_ERROR');
  return codes;
}
