import { ServiceError } from '../../lib/service-error.ts';

/** How far somebody has read the changes of a job. */
export interface ChangesCursor {
  /** The last page that was told of those that were there at the begin, 16 bytes as base64url; null when all were. */
  key: string | null;
  /** The order of discovery of the last page that was told as found. */
  seq: number;
  /** Documents that were told. */
  done: number;
  /** The last end of a page without a document that was told: microseconds since 1970, and its order of discovery. */
  endedAt: number;
  endedSeq: number;
}

const COUNTS = ['seq', 'done', 'endedAt', 'endedSeq'] as const;
/** As far as the database counts them. */
const MAX_DOCUMENTS = 2 ** 31 - 1;
const KEY = /^[\w-]{22}$/;

/** Writes it as text, opaque to callers. */
export function encodeChangesCursor({ key, ...counts }: ChangesCursor): string {
  const text = [key ?? '', ...COUNTS.map((name) => counts[name])].join(' ');
  return Buffer.from(text).toString('base64url');
}

/** Undefined for an empty text; BAD_REQUEST when it is none of ours. */
export function decodeChangesCursor(text: string): ChangesCursor | undefined {
  if (text === '') return undefined;
  const [key = '', ...rest] = Buffer.from(text, 'base64url').toString().split(' ');
  const [seq, done, endedAt, endedSeq, ...more] = rest.map(Number);
  const cursor = { key: key === '' ? null : key, seq, done, endedAt, endedSeq };
  const isKey = key === '' || KEY.test(key);
  const isPlace = isKey && (done ?? 0) <= MAX_DOCUMENTS;
  if (isPlace && more.length === 0 && COUNTS.every((name) => isCount(cursor[name]))) {
    return cursor as ChangesCursor;
  }
  throw new ServiceError('BAD_REQUEST', {
    message: 'cursor is not valid: send the cursor of the answer before as it came, or none',
  });
}

function isCount(value: number | undefined): boolean {
  return Number.isSafeInteger(value) && value !== undefined && value >= 0;
}
