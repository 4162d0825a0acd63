import { createJsonMeter, jsonExcess, type JsonLimits } from '../../../lib/json/json-excess.ts';
import { ServiceError } from '../../../lib/service-error.ts';

/** More than any request needs (a batch of 100,000 URLs is one list), and parsed in a tenth of a second. */
const LIMITS: JsonLimits = { levels: 100, containers: 50_000, members: 100_000, entries: 250_000 };

/**
 * Parses a caller's JSON. `subject` begins the sentence of the error: BAD_REQUEST_INVALID_JSON when the text is no
 * JSON, BAD_REQUEST when parsing would keep everybody else waiting.
 */
export function parseJson(text: string, subject: string): unknown {
  refuseExcess(jsonExcess(text, LIMITS), subject);
  return parseMeasured(text, subject);
}

/** Parses what `measureJson` has let pass; BAD_REQUEST_INVALID_JSON when the text is no JSON. */
export function parseMeasured(text: string, subject: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    const reason = cause instanceof Error ? `: ${cause.message}` : '';
    throw new ServiceError('BAD_REQUEST_INVALID_JSON', { message: `${subject} is not valid JSON${reason}` });
  }
}

/** Measures a JSON text while its bytes arrive: `add` throws the BAD_REQUEST of `parseJson` as soon as it is due. */
export function measureJson(subject: string): { add(bytes: Buffer): void } {
  const meter = createJsonMeter(LIMITS);
  // Signs that JSON is made of are single bytes in UTF-8: they need no decoding.
  return { add: (bytes) => refuseExcess(meter.add(bytes.toString('latin1')), subject) };
}

function refuseExcess(excess: string | undefined, subject: string): void {
  if (excess !== undefined) throw new ServiceError('BAD_REQUEST', { message: `${subject} ${excess}` });
}
