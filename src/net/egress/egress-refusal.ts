import type { ServerResponse } from 'node:http';
import { ServiceError } from '../../lib/service-error.ts';
import { UpstreamError } from '../upstream/upstream-error.ts';

/** Why the egress proxy did not do what the browser asked for. */
export type EgressRefusal = keyof typeof ANSWERS;

/** The texts are fixed: neither an address nor a failure's details reach the page. */
const ANSWERS = {
  malformed: { status: 400, text: 'Not a request that this proxy understands' },
  address: { status: 403, text: 'This address may not be reached' },
  'blocked-host': { status: 403, text: 'This host is blocked' },
  origin: { status: 403, text: 'This origin is not allowed' },
  bytes: { status: 403, text: 'The byte limit is reached' },
  dns: { status: 502, text: 'The host name could not be resolved' },
  connect: { status: 502, text: 'The site cannot be reached' },
  upstream: { status: 502, text: 'The proxy in between failed' },
  exhausted: { status: 503, text: 'No more connections can be opened' },
  timeout: { status: 504, text: 'The site did not answer in time' },
} as const;

/** Tells the refusal behind an error; undefined for a bug of ours. */
export function refusalOf(error: unknown): EgressRefusal | undefined {
  if (error instanceof UpstreamError) return 'upstream';
  if (!(error instanceof ServiceError)) return undefined;
  switch (error.code) {
    case 'SCRAPE_ADDRESS_NOT_ALLOWED':
      return 'address';
    case 'SCRAPE_DNS_RESOLUTION_ERROR':
      return 'dns';
    case 'SCRAPE_TIMEOUT':
      return 'timeout';
    case 'SERVICE_UNAVAILABLE':
      return 'exhausted';
    case 'SCRAPE_SITE_ERROR':
    case 'SCRAPE_SSL_ERROR':
      return 'connect';
    default:
      return undefined;
  }
}

/** Answers with a refusal, after which the connection closes. */
export function writeRefusal(response: ServerResponse, refusal: EgressRefusal): void {
  const { status, text } = ANSWERS[refusal];
  response.shouldKeepAlive = false;
  response.writeHead(status, { 'Content-Type': 'text/plain', 'Content-Length': text.length });
  response.end(text);
}
