import { callOnElements, isPageGone } from './call-on-elements.ts';
import { readInstrument } from '../page-scripts/read-instrument.js';
import { twoFrames } from '../page-scripts/next-frame.js';
import { readState } from '../page-scripts/read-state.js';
import { callOnPage } from './evaluate.ts';
import type { LivePage } from './live-page.ts';
import type { SettleOptions } from './settle.ts';
import type { Departure } from './watch-departure.ts';
import { sleep } from '../../lib/time/sleep.ts';

/** How long a request may hold up what is done next, and how long texts may not change. */
const REQUEST_MS = 1_500;
const QUIET_MS = 60;
const TICK_MS = 15;
const ANSWER_MS = 10_000;

/**
 * Waits for what a page does at once after something was done on it: two frames, requests and timers that began since,
 * texts that change. Resolves at once when it leaves for another document.
 */
export async function calmDown(
  live: LivePage,
  departure: Departure,
  { signal, maxMs }: SettleOptions,
): Promise<void> {
  const startedAt = performance.now();
  const { session, network, names } = live;
  const call = { signal, timeoutMs: ANSWER_MS };
  try {
    // The network log knows all requests that listeners began once the page answers.
    await callOnElements(live, twoFrames, [], call);
    for (;;) {
      const now = performance.now();
      if (departure.hasLeft() || now - startedAt >= maxMs) return;
      const [{ sinceChangeMs, changes }, { nearMs }] = await Promise.all([
        live.call(readState, [names.observer, 1, false], call),
        live.isInstrumented
          ? callOnPage(session, readInstrument, [names.instrument, 0], call)
          : { nearMs: 0 },
      ]);
      const isChanging = changes > 0 && sinceChangeMs < Math.min(QUIET_MS, now - startedAt);
      const isAsking = network.open
        .values()
        .some(
          (request) => request.startedAt >= startedAt - REQUEST_MS && now - request.startedAt < REQUEST_MS,
        );
      if (!isChanging && !isAsking && nearMs === 0 && !departure.isLeaving()) return;
      await sleep(TICK_MS, signal);
    }
  } catch (error) {
    if (!isPageGone(error)) throw error;
  }
}
