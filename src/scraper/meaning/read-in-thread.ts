import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { CheckedSchema } from '../../json-schema/check-schema.ts';
import type { ReadAnswer } from '../../json-schema/prepare-schema.ts';
import { ownFile } from '../../lib/own-file.ts';

const THREAD_HEAP_MEGABYTES = 256;

/** An answer to read, and the schema that it should fit. */
export interface ReadTask {
  schema: CheckedSchema;
  answer: unknown;
  isStrict: boolean;
}

/** Reads an answer where a pattern that never ends can be ended. Rejects with the signal's reason. */
export async function readInThread(task: ReadTask, signal: AbortSignal): Promise<ReadAnswer> {
  signal.throwIfAborted();
  const worker = new Worker(ownFile(import.meta.url, 'read-worker'), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: THREAD_HEAP_MEGABYTES },
  });
  try {
    const [read] = (await once(worker, 'message', { signal })) as [ReadAnswer];
    return read;
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    // An error while the thread ends concerns nobody, but without a listener it would end the process.
    worker.on('error', () => undefined);
    await worker.terminate();
  }
}
