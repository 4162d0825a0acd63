import { isConnectionHeader } from '../../contract/options/connection-headers.ts';
import type { ValidationIssue } from '../../contract/errors.ts';
import { headerBytes, MAX_HEADER_BYTES, MAX_HEADERS } from '../../contract/options/request-headers.ts';
import { ServiceError } from '../../lib/service-error.ts';

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
  if (headerBytes(headers) > MAX_HEADER_BYTES)
    issues.push(onAll(`The headers are larger than ${MAX_HEADER_BYTES} bytes`));
  const [first] = issues;
  if (first) throw new ServiceError('BAD_REQUEST', { message: first.message, details: issues });
}

function problemOf(name: string, value: string): string | undefined {
  if (!TOKEN.test(name)) return `${JSON.stringify(name)} is not a header name`;
  if (isConnectionHeader(name)) return `The header ${name} cannot be set`;
  if (!FIELD_VALUE.test(value)) return `The header ${name} has a character that a header cannot hold`;
  return undefined;
}

function onAll(message: string): ValidationIssue {
  return { path: ['headers'], code: 'too_big', message };
}
