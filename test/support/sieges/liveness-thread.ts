import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

const EVERY_MS = 20;

/**
 * Entry of a thread that asks `GET /health/live` until it ends. A message is answered when the call that is under way is,
 * with the longest wait since the last message, ms.
 */
const { url } = workerData as { url: string };
const state = { isWanted: false, longestMs: 0 };
parentPort?.on('message', () => (state.isWanted = true));
const agent = new Agent({ keepAlive: true });
for (;;) {
  const from = performance.now();
  await new Promise<void>((resolve, reject) => {
    const request = get(`${url}/health/live`, { agent }, (reply) => reply.resume().once('end', resolve));
    request.once('error', reject);
  });
  state.longestMs = Math.max(state.longestMs, performance.now() - from);
  if (state.isWanted) {
    parentPort?.postMessage(state.longestMs, []);
    state.isWanted = false;
    state.longestMs = 0;
  }
  await sleep(EVERY_MS);
}
