import { parentPort, workerData } from 'node:worker_threads';
import { prepareSchema } from '../../json-schema/prepare-schema.ts';
import { yieldToMainThread } from '../../lib/yield-to-main-thread.ts';
import type { ReadTask } from './read-in-thread.ts';

/** Entry of a thread that reads one answer, and ends. */
yieldToMainThread();
const { schema, answer, isStrict } = workerData as ReadTask;
parentPort?.postMessage(prepareSchema(schema).read(answer, isStrict), []);
