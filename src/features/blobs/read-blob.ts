import { blobExtension } from '../../lib/blob-key.ts';
import { ServiceError } from '../../lib/service-error.ts';
import type { BlobStore, StoredBlob } from '../../store/blobs/blob-store.ts';
import type { BlobLink, BlobUrls } from './sign-blob.ts';

/** The file that a link leads to. */
export interface LinkedBlob extends StoredBlob {
  /** To save it under: the day that it was stored on. */
  fileName: string;
}

/** Throws FORBIDDEN for a link that we did not make, NOT_FOUND for one that has expired or whose blob is gone. */
export type ReadBlob = (link: BlobLink, signal?: AbortSignal) => Promise<LinkedBlob>;

export function createReadBlob({
  store,
  urls,
}: {
  store: Pick<BlobStore, 'open'>;
  urls: BlobUrls;
}): ReadBlob {
  return async function readBlob(link, signal) {
    const verified = urls.verify(link);
    if (!verified)
      throw new ServiceError('FORBIDDEN', { message: 'The signature of this link is not valid' });
    const { key, isExpired } = verified;
    if (isExpired) throw new ServiceError('NOT_FOUND', { message: 'This link has expired' });
    const blob = await store.open(key, signal);
    if (!blob) throw new ServiceError('NOT_FOUND', { message: 'This file is not kept any more' });
    return { ...blob, fileName: `${key.slice(0, key.indexOf('/'))}.${blobExtension(key)}` };
  };
}
