import type { ByteRange } from '../../store/blobs/blob-store.ts';

/**
 * Reads the range that a request asks for (RFC 9110 section 14.1.2). Undefined for the whole file, also for several
 * ranges or a header that is not valid, which a server may ignore.
 */
export function readRange(
  header: string | undefined,
  sizeBytes: number,
): ByteRange | 'unsatisfiable' | undefined {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined;
  const end = sizeBytes - 1;
  if (first === '') {
    const length = Math.min(Number(last), sizeBytes);
    return length === 0 ? 'unsatisfiable' : { start: sizeBytes - length, end };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return undefined;
  if (start > end) return 'unsatisfiable';
  return { start, end: last === '' ? end : Math.min(Number(last), end) };
}
