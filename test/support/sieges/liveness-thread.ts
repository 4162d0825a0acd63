import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

const EVERY_MS = 20;

/** Entry of a thread that asks `GET /health/live` until it gets a message, and answers with the longest wait, ms. */
const { url } = workerData as { url: string };
const state = { isOver: false, longestMs: 0 };
parentPort?.once('message', () => (state.isOver = true));
const agent = new Agent({ keepAlive: true });
while (!state.isOver) {
  const from = performance.now();
  await new Promise<void>((resolve, reject) => {
    const request = get(`${url}/health/live`, { agent }, (reply) => reply.resume().once('end', resolve));
    request.once('error', reject);
  });
  state.longestMs = Math.max(state.longestMs, performance.now() - from);
  await sleep(EVERY_MS);
}
agent.destroy();
parentPort?.postMessage(state.longestMs, []);
