import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { blobContentType, blobDayName, createBlobKey, isBlobKey, type BlobKey } from '../../lib/blob-key.ts';
import { ServiceError } from '../../lib/service-error.ts';
import type { S3Location } from './blob-location.ts';
import type { BlobStore, NewBlob, StoredBlob } from './blob-store.ts';
import { newBlobBytes } from './new-blob-bytes.ts';
import { createS3Client, type S3ClientOptions } from './s3-client.ts';
import { sweepS3 } from './s3-sweep.ts';
import { openSpool, type Spool } from './spool.ts';

interface S3BlobsOptions extends Omit<S3ClientOptions, 'bucketUrl' | 'region'> {
  location: S3Location;
}

/**
 * Blobs as objects of a bucket. The credentials must be allowed to list it, too: else it says of an object that is not
 * there that it is forbidden.
 */
export function createS3Blobs({ location, ...options }: S3BlobsOptions): BlobStore {
  const { bucket, prefix } = location;
  const { clock } = options;
  const s3 = createS3Client({ ...options, ...location });

  async function find(key: BlobKey, signal?: AbortSignal): Promise<StoredBlob | undefined> {
    if (!isBlobKey(key)) return undefined;
    const objectName = prefix + key;
    const { status, headers } = await s3.ask({ method: 'HEAD', objectName, expects: [200, 404] }, signal);
    if (status === 404) return undefined;
    const sizeBytes = Number(headers['content-length'] ?? Number.NaN);
    if (!Number.isSafeInteger(sizeBytes))
      throw unusable('The store of files did not tell the size of a file');
    return {
      contentType: blobContentType(key),
      sizeBytes,
      async read(range, readSignal) {
        const headersOfRange = range && { headers: { range: `bytes=${range.start}-${range.end}` } };
        const expects = [range ? 206 : 200, 404];
        const answer = await s3.read({ method: 'GET', objectName, ...headersOfRange, expects }, readSignal);
        if (answer.status !== 404) return answer.body;
        answer.body.destroy();
        throw new ServiceError('NOT_FOUND');
      },
    };
  }

  return {
    async put(blob, signal) {
      const key = createBlobKey(blob.contentType, clock.now());
      const headers = { 'content-type': blobContentType(key) };
      await using body = await readContent(blob, signal);
      await s3.ask({ method: 'PUT', objectName: prefix + key, headers, body, expects: [200] }, signal);
      return key;
    },
    open: find,
    has: async (key, signal) => (await find(key, signal)) !== undefined,
    async renew(key, signal) {
      if ((await find(key, signal)) === undefined) return undefined;
      if (key.startsWith(`${blobDayName(clock.now())}/`)) return key;
      const renewed = createBlobKey(blobContentType(key), clock.now());
      const headers = { 'x-amz-copy-source': `/${bucket}/${prefix}${key}` };
      const { status, text } = await s3.ask(
        { method: 'PUT', objectName: prefix + renewed, headers, expects: [200, 404] },
        signal,
      );
      if (status === 404) return undefined;
      // A copy that fails half-way is an error in an answer of status 200.
      if (!text.includes('<CopyObjectResult')) throw unusable('The stored file cannot be copied now');
      return renewed;
    },
    sweep: (beforeDay, signal) => sweepS3({ s3, prefix, before: blobDayName(beforeDay) }, signal),
  };
}

function unusable(message: string): ServiceError {
  return new ServiceError('SERVICE_UNAVAILABLE', { message });
}

/**
 * Reads the size and digest of a body, which a request needs beforehand: a stream is written to a temporary file for
 * that.
 */
async function readContent(blob: NewBlob, signal?: AbortSignal): Promise<Spool> {
  if ('stream' in blob) {
    try {
      return await openSpool(newBlobBytes(blob, signal));
    } finally {
      blob.stream.destroy();
    }
  }
  const { bytes } = blob;
  return {
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    read: () => Readable.from([bytes]),
    async [Symbol.asyncDispose]() {},
  };
}
