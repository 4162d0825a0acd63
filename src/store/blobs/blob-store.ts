import type { Readable } from 'node:stream';
import type { BlobKey } from '../../lib/blob-key.ts';

/** A file to be stored: bytes at hand, or a stream that may bring `maxBytes` at most. */
export type NewBlob =
  | { contentType: string; bytes: Uint8Array }
  | { contentType: string; stream: Readable; maxBytes: number };

/** Both ends included, as in an HTTP range. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface StoredBlob {
  contentType: string;
  sizeBytes: number;
  /** Throws NOT_FOUND when the blob has gone since; the stream ends with an error when the signal aborts. */
  read(range?: ByteRange, signal?: AbortSignal): Promise<Readable>;
}

/** Files that documents refer to. Failures of the store itself are SERVICE_UNAVAILABLE, and logged. */
export interface BlobStore {
  /**
   * Stores it durably under a new key. A stream is read to its end or destroyed; what it fails with is thrown as it
   * is, and a BodyTooLargeError when it is longer than allowed.
   */
  put(blob: NewBlob, signal?: AbortSignal): Promise<BlobKey>;
  /** Undefined when there is no such blob. */
  open(key: BlobKey, signal?: AbortSignal): Promise<StoredBlob | undefined>;
  has(key: BlobKey, signal?: AbortSignal): Promise<boolean>;
  /**
   * A key of today for the same bytes, for a document of today that refers to what an older one did; undefined when
   * the blob is gone.
   */
  renew(key: BlobKey, signal?: AbortSignal): Promise<BlobKey | undefined>;
  /** Removes what was stored on days before that of `beforeDay` (ms since the epoch). Returns how many. */
  sweep(beforeDay: number, signal?: AbortSignal): Promise<number>;
}
