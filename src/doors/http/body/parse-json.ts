import { jsonExcess, type JsonLimits } from '../../../lib/json-excess.ts';
import { ServiceError } from '../../../lib/service-error.ts';

/** More than any request needs (a batch of 100,000 URLs is one list), and parsed in a tenth of a second. */
const LIMITS: JsonLimits = { levels: 100, containers: 50_000, members: 100_000, entries: 250_000 };

/**
 * Parses a caller's JSON. `subject` begins the sentence of the error: BAD_REQUEST_INVALID_JSON when the text is no
 * JSON, BAD_REQUEST when parsing would keep everybody else waiting.
 */
export function parseJson(text: string, subject: string): unknown {
  const excess = jsonExcess(text, LIMITS);
  if (excess !== undefined) throw new ServiceError('BAD_REQUEST', { message: `${subject} ${excess}` });
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    const reason = cause instanceof Error ? `: ${cause.message}` : '';
    throw new ServiceError('BAD_REQUEST_INVALID_JSON', { message: `${subject} is not valid JSON${reason}` });
  }
}
