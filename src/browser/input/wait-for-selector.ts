import type { CallOptions } from '../cdp/pending-calls.ts';
import { waitForElement } from '../page-scripts/wait-for-element.js';
import type { LivePage } from '../page/live-page.ts';
import { PageProblem } from '../page-problem.ts';
import { callInFrames } from './call-in-frame.ts';
import { callOnElements } from '../page/call-on-elements.ts';
import { lookAround } from '../page-scripts/look-around.js';

/** So long the page itself is asked before its frames are. */
const ROUND_MS = 500;
const ANSWER_MS = 10_000;
const FRAME_TIMEOUT_MS = 1_000;

/** Resolves when an element that matches is there and shown; a `PageProblem` after `maxMs`. */
export async function waitForSelector(
  live: LivePage,
  { selector, maxMs }: { selector: string; maxMs: number },
  call: CallOptions,
): Promise<void> {
  const until = performance.now() + maxMs;
  const seen = { matches: 0 };
  do {
    const leftMs = Math.max(0, Math.min(ROUND_MS, until - performance.now()));
    const options = { ...call, timeoutMs: leftMs + ANSWER_MS };
    const { isShown, matches } = await callOnElements(
      live,
      waitForElement,
      [{ selector, maxMs: leftMs }],
      options,
    );
    if (isShown) return;
    const inFrame = await callInFrames(live, waitForElement, [{ selector, maxMs: 0 }], {
      ...call,
      timeoutMs: FRAME_TIMEOUT_MS,
      counts: (told) => told.isShown,
    });
    if (inFrame) return;
    seen.matches = matches;
  } while (performance.now() < until);
  const waited = `after ${Math.round(maxMs / 100) / 10} s`;
  if (seen.matches > 0) {
    throw new PageProblem(
      `${seen.matches} element${seen.matches === 1 ? ' matches' : 's match'} but ${waited} none is shown`,
    );
  }
  const { title, url } = await callOnElements(live, lookAround, ['none', 0], call);
  throw new PageProblem(`${waited} no element matches on ${url}${title ? ` ("${title}")` : ''}`);
}
