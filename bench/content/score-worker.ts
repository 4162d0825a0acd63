import { parentPort, workerData } from 'node:worker_threads';
import type { LabelledPage } from './labelled-pages.ts';
import { scorePage } from './score-page.ts';

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread's port has no origin
parentPort?.postMessage((workerData as readonly LabelledPage[]).map(scorePage));
