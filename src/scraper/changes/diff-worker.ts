import { parentPort, workerData } from 'node:worker_threads';
import { diffTexts, type DiffText } from './diff-texts.ts';

/** Entry of a thread that makes one diff, and ends. */
const { before, after } = workerData as { before: DiffText; after: DiffText };
// Of a thread, which has no origin.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
parentPort?.postMessage(diffTexts(before, after));
