import type { ContentKind } from '../index.ts';
import { oleKind } from './ole-kind.ts';
import { zipKind } from './zip-kind.ts';

interface Signature {
  /** As Latin-1. */
  bytes: string;
  /** Where they stand; 0 when absent. */
  offset?: number;
  /** What they mean, or how to find out. */
  kind: ContentKind | ((bytes: Uint8Array) => ContentKind | undefined);
}

/** The kind that the first bytes of a binary format tell; undefined for text and for formats not known here. */
export function kindByMagicBytes(bytes: Uint8Array): ContentKind | undefined {
  for (const { bytes: signature, offset = 0, kind } of SIGNATURES) {
    if (!hasAt(bytes, offset, signature)) continue;
    const found = typeof kind === 'string' ? kind : kind(bytes);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** WHATWG MIME Sniffing 6, and the specifications of the formats that it leaves out. */
const SIGNATURES: readonly Signature[] = [
  { bytes: '%PDF-', kind: 'pdf' },
  { bytes: 'PK\x03\x04', kind: zipKind },
  { bytes: '\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1', kind: oleKind },
  { bytes: '{\\rtf', kind: 'rtf' },
  { bytes: '\x89PNG\r\n\x1A\n', kind: 'image' },
  { bytes: 'GIF87a', kind: 'image' },
  { bytes: 'GIF89a', kind: 'image' },
  { bytes: '\xFF\xD8\xFF', kind: 'image' },
  { bytes: '\x00\x00\x01\x00', kind: 'image' },
  { bytes: 'II*\x00', kind: 'image' },
  { bytes: 'MM\x00*', kind: 'image' },
  { bytes: 'II+\x00', kind: 'image' },
  { bytes: 'MM\x00+', kind: 'image' },
  { bytes: '\x00\x00\x00\x0CJXL \r\n', kind: 'image' },
  { bytes: '\x00\x00\x00\x0CjP  \r\n', kind: 'image' },
  { bytes: 'BM', kind: bitmapKind },
  { bytes: 'RIFF', kind: riffKind },
  { bytes: 'ftyp', offset: 4, kind: isoMediaKind },
  { bytes: 'ID3', kind: 'audio' },
  { bytes: '\xFF\xFB', kind: 'audio' },
  { bytes: '\xFF\xF3', kind: 'audio' },
  { bytes: 'OggS\x00', kind: 'audio' },
  { bytes: 'fLaC', kind: 'audio' },
  { bytes: 'MThd\x00\x00\x00\x06', kind: 'audio' },
  { bytes: '\x1A\x45\xDF\xA3', kind: 'video' },
  { bytes: 'FLV\x01', kind: 'video' },
  { bytes: '\x1F\x8B\x08', kind: 'archive' },
  { bytes: 'Rar!\x1A\x07', kind: 'archive' },
  { bytes: "7z\xBC\xAF'\x1C", kind: 'archive' },
  { bytes: 'BZh', kind: 'archive' },
  { bytes: '\xFD7zXZ\x00', kind: 'archive' },
  { bytes: '\x28\xB5\x2F\xFD', kind: 'archive' },
  { bytes: 'ustar', offset: 257, kind: 'archive' },
  { bytes: '\x7FELF', kind: 'binary' },
  { bytes: '\x00asm', kind: 'binary' },
  { bytes: '\xCA\xFE\xBA\xBE', kind: 'binary' },
  { bytes: 'wOFF', kind: 'binary' },
  { bytes: 'wOF2', kind: 'binary' },
  { bytes: '\x00\x01\x00\x00', kind: 'binary' },
  { bytes: 'SQLite format 3\x00', kind: 'binary' },
];

/** "BM" alone begins many a sentence: the four reserved bytes of the file header must be zero as well. */
function bitmapKind(bytes: Uint8Array): ContentKind | undefined {
  return hasAt(bytes, 6, '\0\0\0\0') ? 'image' : undefined;
}

function riffKind(bytes: Uint8Array): ContentKind | undefined {
  if (hasAt(bytes, 8, 'WEBP')) return 'image';
  if (hasAt(bytes, 8, 'WAVE')) return 'audio';
  return hasAt(bytes, 8, 'AVI ') ? 'video' : undefined;
}

/** Brands of ISO base media files (ISO/IEC 14496-12 4.3). */
function isoMediaKind(bytes: Uint8Array): ContentKind {
  const isOf = (...brands: string[]): boolean => brands.some((brand) => hasAt(bytes, 8, brand));
  if (isOf('avif', 'avis', 'heic', 'heix', 'heim', 'heis', 'mif1', 'msf1')) return 'image';
  return isOf('M4A ', 'M4B ') ? 'audio' : 'video';
}

function hasAt(bytes: Uint8Array, offset: number, signature: string): boolean {
  if (bytes.length < offset + signature.length) return false;
  for (let i = 0; i < signature.length; i++) {
    if (bytes[offset + i] !== signature.charCodeAt(i)) return false;
  }
  return true;
}
