import { parentPort, workerData } from 'node:worker_threads';
import { writeJsonPieces } from '../../lib/json/write-json-pieces.ts';
import { yieldToMainThread } from '../../lib/yield-to-main-thread.ts';
import { diffTexts, type DiffText } from './diff-texts.ts';

/** A diff as JSON, on its way from its thread. */
export interface SentDiff {
  pieces: Array<Uint8Array<ArrayBuffer>>;
  length: number;
}

/** Entry of a thread that makes one diff, and ends. */
yieldToMainThread();
const { before, after } = workerData as { before: DiffText; after: DiffText };
const diff = diffTexts(before, after);
const sent: SentDiff = { pieces: writeJsonPieces(diff), length: diff.length };
parentPort?.postMessage(
  sent,
  sent.pieces.map(({ buffer }) => buffer),
);
