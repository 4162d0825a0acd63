import type { EndpointDefinition } from '../../contract/endpoint.ts';
import { parseWith } from '../../lib/validate.ts';

/** Checks the parts of a request by the schemas of its endpoint; what is wrong is a BAD_REQUEST that says where. */
export function parseInput(
  endpoint: EndpointDefinition,
  { params, query, headers }: { params?: unknown; query?: unknown; headers?: unknown },
  body: unknown,
): { body?: unknown } {
  return {
    ...(endpoint.params && {
      params: parseWith(endpoint.params, params ?? {}, { subject: 'The path', code: 'INVALID_ID' }),
    }),
    ...(endpoint.query && { query: parseWith(endpoint.query, query ?? {}, { subject: 'The query' }) }),
    ...(endpoint.headers && {
      headers: parseWith(endpoint.headers, headers ?? {}, { subject: 'The headers' }),
    }),
    ...(endpoint.body && { body: parseWith(endpoint.body, body) }),
  };
}
