import type { ValidationIssue } from '../contract/errors.ts';
import { ServiceError } from '../lib/service-error.ts';

/** These belong to the connection (RFC 9110 section 7.6.1) or would change where a message ends or goes. */
const FORBIDDEN: ReadonlySet<string> = new Set([
  'host',
  'content-length',
  'connection',
  'transfer-encoding',
  'keep-alive',
  'upgrade',
  'http2-settings',
  'te',
  'trailer',
  'expect',
]);

const MAX_HEADERS = 100;
const MAX_TOTAL_BYTES = 32 * 1024;

/** RFC 9110 section 5.6.2. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** RFC 9110 section 5.5: visible characters, space, tab and the upper half of Latin-1. */
const FIELD_VALUE = /^[\t\u0020-\u007e\u0080-\u00ff]*$/;

/**
 * Checks the headers that a caller wants to send; throws BAD_REQUEST with one issue for each bad one. An empty value
 * is allowed: it takes the header of that name out of the request.
 */
export function checkCallerHeaders(headers: Readonly<Record<string, string>>): void {
  const entries = Object.entries(headers);
  const issues: ValidationIssue[] = entries.flatMap(([name, value]) => {
    const message = problemOf(name, value);
    return message === undefined ? [] : [{ path: ['headers', name], code: 'custom', message }];
  });
  if (entries.length > MAX_HEADERS) issues.push(onAll(`At most ${MAX_HEADERS} headers can be sent`));
  const bytes = entries.reduce((total, [name, value]) => total + name.length + value.length + 4, 0);
  if (bytes > MAX_TOTAL_BYTES) issues.push(onAll(`The headers are larger than ${MAX_TOTAL_BYTES} bytes`));
  const [first] = issues;
  if (first) throw new ServiceError('BAD_REQUEST', { message: first.message, details: issues });
}

function problemOf(name: string, value: string): string | undefined {
  if (!TOKEN.test(name)) return `${JSON.stringify(name)} is not a header name`;
  const lower = name.toLowerCase();
  if (FORBIDDEN.has(lower) || lower.startsWith('proxy-')) return `The header ${name} cannot be set`;
  if (!FIELD_VALUE.test(value)) return `The header ${name} has a character that a header cannot hold`;
  return undefined;
}

function onAll(message: string): ValidationIssue {
  return { path: ['headers'], code: 'too_big', message };
}
