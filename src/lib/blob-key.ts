import { randomBytes } from 'node:crypto';

/**
 * Where a stored file (screenshot, PDF, audio, video) lies: `YYYYMMDD/<32 random hex digits>.<extension>`. The day, of
 * UTC, is the one it was stored on, so that a whole day can go at once; the rest nobody can guess.
 */
export type BlobKey = string;

/** Source of the regular expression of a key. */
export const BLOB_KEY_PATTERN = String.raw`\d{8}/[0-9a-f]{32}\.[a-z0-9]{2,4}`;
const BLOB_KEY = new RegExp(`^${BLOB_KEY_PATTERN}$`);

/** The extension of each content type that can be told from it again. None of them can carry a script of a page. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
  'application/pdf': 'pdf',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/aac': 'aac',
  'audio/ogg': 'ogg',
  'audio/flac': 'flac',
  'audio/wav': 'wav',
  'audio/webm': 'weba',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'video/ogg': 'ogv',
  'video/quicktime': 'mov',
  'video/mp2t': 'ts',
  'video/x-matroska': 'mkv',
};
const CONTENT_TYPES = new Map(Object.entries(EXTENSIONS).map(([type, extension]) => [extension, type]));

/** A new key for something of this content type, stored now (ms since the epoch). */
export function createBlobKey(contentType: string, now: number): BlobKey {
  return `${blobDayName(now)}/${randomBytes(16).toString('hex')}.${extensionForType(contentType)}`;
}

/** Without its dot; `bin` for every content type that is not of the list. */
export function extensionForType(contentType: string): string {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return Object.hasOwn(EXTENSIONS, type) ? (EXTENSIONS[type] ?? 'bin') : 'bin';
}

export function isBlobKey(text: string): boolean {
  return BLOB_KEY.test(text);
}

/** Gives the content type of a key's extension; `application/octet-stream` for an unknown one. */
export function blobContentType(key: BlobKey): string {
  return CONTENT_TYPES.get(blobExtension(key)) ?? 'application/octet-stream';
}

/** Without its dot. */
export function blobExtension(key: BlobKey): string {
  return key.slice(key.lastIndexOf('.') + 1);
}

/** The first part of the keys of this moment's day. */
export function blobDayName(time: number): string {
  return new Date(time).toISOString().slice(0, 10).replaceAll('-', '');
}
