import { decodeXML } from 'entities';
import { isBlobKey } from '../../lib/blob-key.ts';
import type { S3Client } from './s3-client.ts';

/** Objects that are removed at a time. */
const REMOVALS = 8;

interface Sweep {
  s3: S3Client;
  /** Before every key. */
  prefix: string;
  /** Name of the first day whose blobs stay. */
  before: string;
}

/** Removes the blobs of the days before, of all objects below the prefix only those that are named as we name them. */
export async function sweepS3({ s3, prefix, before }: Sweep, signal?: AbortSignal): Promise<number> {
  let removed = 0;
  for (let token: string | undefined; ;) {
    const { names, next } = await listObjects(s3, { prefix, token }, signal);
    const ours = names.filter((name) => name.startsWith(prefix) && isBlobKey(name.slice(prefix.length)));
    const old = ours.filter((name) => name < prefix + before);
    await removeObjects(s3, old, signal);
    removed += old.length;
    // Names come in order: after the first of a later day there is no older one.
    if (next === undefined || old.length < ours.length) return removed;
    token = next;
  }
}

/** One page of names, in their order, and where the next begins. */
async function listObjects(
  s3: S3Client,
  { prefix, token }: { prefix: string; token: string | undefined },
  signal?: AbortSignal,
): Promise<{ names: string[]; next: string | undefined }> {
  const query = {
    'list-type': '2',
    'max-keys': '1000',
    ...(prefix !== '' && { prefix }),
    ...(token !== undefined && { 'continuation-token': token }),
  };
  const { text } = await s3.ask({ method: 'GET', query, expects: [200] }, signal);
  const next = /<NextContinuationToken>([^<]*)<\/NextContinuationToken>/.exec(text)?.[1];
  return {
    names: Array.from(text.matchAll(/<Key>([^<]*)<\/Key>/g), ([, name = '']) => decodeXML(name)),
    next: next === undefined ? undefined : decodeXML(next),
  };
}

async function removeObjects(s3: S3Client, names: readonly string[], signal?: AbortSignal): Promise<void> {
  const queue = names.values();
  const lane = async (): Promise<void> => {
    for (const objectName of queue)
      await s3.ask({ method: 'DELETE', objectName, expects: [200, 204, 404] }, signal);
  };
  await Promise.all(Array.from({ length: REMOVALS }, lane));
}
