import { isUtf8 } from 'node:buffer';

/** A coding that we can undo. */
export type ContentCoding = 'gzip' | 'deflate' | 'br' | 'zstd';

/** Bytes in the codings that were applied to them, in that order; `decompress` undoes them. */
export interface EncodedBody {
  bytes: Buffer;
  codings: readonly ContentCoding[];
}

const CODINGS: Readonly<Record<string, ContentCoding>> = {
  gzip: 'gzip',
  'x-gzip': 'gzip',
  deflate: 'deflate',
  br: 'br',
  zstd: 'zstd',
};

/** Names that servers write for "not encoded"; only `identity` is in RFC 9110 section 12.5.3. */
const IDENTITY: ReadonlySet<string> = new Set(['', 'identity', 'none']);

/**
 * Reads Content-Encoding: the codings in the order they were applied. With a coding that we do not know the list is
 * empty, since a body can only be decoded from the outside in; browsers pass such a body on as it came, too.
 */
export function contentCodings(header: string | readonly string[] | undefined): ContentCoding[] {
  const names = String(header ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase());
  const codings: ContentCoding[] = [];
  for (const name of names) {
    const coding = Object.hasOwn(CODINGS, name) ? CODINGS[name] : undefined;
    if (coding) codings.push(coding);
    else if (!IDENTITY.has(name)) return [];
  }
  return codings;
}

/**
 * Whether a body that failed to decode may be in the coding at all, and not plain text under a wrong header. Brotli
 * and bare deflate have no signature; but compressed data is not valid UTF-8 by chance.
 */
export function isInCoding(bytes: Buffer, coding: ContentCoding): boolean {
  switch (coding) {
    case 'gzip': // RFC 1952 section 2.3.1
      return bytes[0] === 0x1f && bytes[1] === 0x8b;
    case 'zstd': // RFC 8878 sections 3.1.1 and 3.1.2: a frame or a skippable frame
      return (
        bytes.length >= 4 &&
        (bytes.readUInt32LE(0) === 0xfd2fb528 || bytes.readUInt32LE(0) >>> 4 === 0x184d2a5)
      );
    case 'br':
    case 'deflate':
      return !isUtf8(bytes);
  }
}
