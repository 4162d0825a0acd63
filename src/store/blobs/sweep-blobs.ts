import { oldestKeptDay } from '../partitions.ts';
import type { Queryable } from '../queryable.ts';
import type { BlobStore } from './blob-store.ts';

const DAY_MS = 86_400_000;
/** Longer than any answer, webhook or link can still be under way that nothing in the database speaks of any more. */
const KEEP_DAYS = 3;

/**
 * Removes the blobs that no document can refer to any more. Returns how many. A scrape's id is made after its files
 * are stored, at midnight a day later: its partition tells of files of the day before too.
 */
export async function sweepBlobs(
  db: Queryable,
  blobs: Pick<BlobStore, 'sweep'>,
  now: number,
  signal?: AbortSignal,
): Promise<number> {
  const oldest = await oldestKeptDay(db);
  if (oldest === undefined) return 0;
  return blobs.sweep(Math.min(now - KEEP_DAYS * DAY_MS, oldest - DAY_MS), signal);
}
