import { ConfigError } from '../../config.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { Log } from '../../lib/log/log.ts';
import type { Lookup } from '../../net/names/lookup.ts';
import { openOperatorFetch } from '../../net/operator-fetch.ts';
import { parseBlobLocation } from './blob-location.ts';
import type { BlobStore } from './blob-store.ts';
import { createDiskBlobs } from './disk.ts';
import { createS3Blobs } from './s3.ts';

interface BlobStoreOptions {
  /** DECANT_BLOB_STORE; absent: a folder in the data folder. */
  location: string | undefined;
  dataDir: string;
  accessKeyId?: string | undefined;
  secretAccessKey?: string | undefined;
  sessionToken?: string | undefined;
  /** Ports that we listen on. */
  ownPorts: () => Iterable<number>;
  /** Finds names; one of its own when absent. */
  lookup?: Lookup | undefined;
  clock: Clock;
  log: Log;
}

/** The store that the operator chose; nothing is asked of it yet. Throws a ConfigError that names the variable. */
export function openBlobStore(options: BlobStoreOptions): BlobStore & AsyncDisposable {
  const { dataDir, accessKeyId, secretAccessKey, sessionToken, ownPorts, lookup, clock, log } = options;
  const location = parseBlobLocation(options.location, dataDir);
  if ('folder' in location)
    return {
      ...createDiskBlobs({ folder: location.folder, clock, log }),
      async [Symbol.asyncDispose]() {},
    };
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new ConfigError(
      'DECANT_BLOB_STORE is a bucket, which needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
    );
  const endpoint = openOperatorFetch({ endpoint: new URL(location.s3.bucketUrl), ownPorts, lookup });
  const credentials = { accessKeyId, secretAccessKey, sessionToken };
  return {
    ...createS3Blobs({ location: location.s3, credentials, send: endpoint.send, clock, log }),
    [Symbol.asyncDispose]: () => endpoint[Symbol.asyncDispose](),
  };
}
