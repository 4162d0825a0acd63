import { buffer } from 'node:stream/consumers';
import type { Document } from '../../contract/documents/document.ts';
import type { BlobKey } from '../../lib/blob-key.ts';
import { signBlobsOfDocument } from '../../lib/blob-reference.ts';
import type { BlobStore } from '../../store/blobs/blob-store.ts';

/** The document with its files in it, as `data:` URIs: for who has no service to ask for them. One that is gone stays away. */
export type InlineBlobs = (document: Document) => Promise<Document>;

export function createInlineBlobs(store: Pick<BlobStore, 'open'>): InlineBlobs {
  return async function inlineBlobs(document) {
    const keys = new Set<BlobKey>();
    signBlobsOfDocument(document, (key) => {
      keys.add(key);
      return '';
    });
    if (keys.size === 0) return document;
    const files = new Map<BlobKey, string>();
    for (const key of keys) files.set(key, await read(store, key));
    return signBlobsOfDocument(document, (key) => files.get(key) ?? '');
  };
}

async function read(store: Pick<BlobStore, 'open'>, key: BlobKey): Promise<string> {
  const blob = await store.open(key);
  if (blob === undefined) return '';
  const bytes = await buffer(await blob.read());
  return `data:${blob.contentType};base64,${bytes.toString('base64')}`;
}
