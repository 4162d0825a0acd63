import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { ownsBuffer } from '../../lib/bytes/owns-buffer.ts';
import { PackedJson } from '../../lib/json/packed-json.ts';
import { ownFile } from '../../lib/own-file.ts';
import { diffTexts, type DiffText } from './diff-texts.ts';
import type { SentDiff } from './diff-worker.ts';

/** Up to so many bytes of both sides a diff takes some ten milliseconds; of a hundred millions, seconds. */
const INLINE_MAX_LENGTH = 500_000;
/** Texts whose diff needs a larger heap get no diff. */
const THREAD_HEAP_MEGABYTES = 1_024;

/**
 * Resolves to the diff of two texts, for large ones as JSON; undefined when they are too large. Rejects with the
 * signal's reason. The buffers of large texts are handed to a thread, so the caller cannot read them any more.
 */
export type DiffLargeTexts = (
  before: DiffText,
  after: DiffText,
  signal: AbortSignal,
) => Promise<string | PackedJson | undefined>;

/** Large texts are compared in a thread, one pair at a time: each may take a gigabyte. */
export function createDiffLargeTexts(): DiffLargeTexts {
  const state = { last: Promise.resolve() as Promise<unknown> };
  return async function diffLargeTexts(before, after, signal) {
    signal.throwIfAborted();
    if (before.bytes.length + after.bytes.length <= INLINE_MAX_LENGTH) return diffTexts(before, after);
    const run = state.last.then(() => diffInThread({ before, after }, signal));
    state.last = run.catch(() => undefined);
    return run;
  };
}

async function diffInThread(
  sides: { before: DiffText; after: DiffText },
  signal: AbortSignal,
): Promise<PackedJson | undefined> {
  signal.throwIfAborted();
  const worker = new Worker(ownFile(import.meta.url, 'diff-worker'), {
    workerData: sides,
    transferList: [sides.before.bytes, sides.after.bytes].filter(ownsBuffer).map(({ buffer }) => buffer),
    resourceLimits: { maxOldGenerationSizeMb: THREAD_HEAP_MEGABYTES },
  });
  try {
    const [{ pieces, length }] = (await once(worker, 'message', { signal })) as [SentDiff];
    return new PackedJson(pieces, length);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
      return undefined;
    throw error;
  } finally {
    // An error while the thread ends concerns nobody, but without a listener it would end the process.
    worker.on('error', () => undefined);
    await worker.terminate();
  }
}
