import type { BlobKey } from '../lib/blob-key.ts';

/** A file that a scrape made: a picture, a print. */
export interface Artefact {
  bytes: Buffer;
  contentType: string;
}

/** One that lies in the blob store. */
export interface StoredArtefact {
  blob: BlobKey;
}
