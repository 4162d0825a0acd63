import { goTo } from '../../src/browser/page/go-to.ts';
import type { LivePage } from '../../src/browser/page/live-page.ts';

/** Longer than any machine needs to leave a page. */
const MOST_MS = 20_000;

/**
 * A tab for one page after the other, as a job has it: a page in a used tab costs a third of one in a new tab and context.
 * Disposed of, it is kept for the next caller, unless its page has spoilt it.
 */
export function useAgain(openPage: () => Promise<LivePage>): () => Promise<LivePage> {
  const kept: LivePage[] = [];
  return async function openTab() {
    const used = kept.pop();
    if (used) return used;
    const live = await openPage();
    const close = live[Symbol.asyncDispose];
    return Object.assign(live, {
      async [Symbol.asyncDispose]() {
        // Nothing goes on in it meanwhile.
        if (live.isReusable && (await hasLeft(live))) kept.push(live);
        else await close();
      },
    });
  };
}

async function hasLeft(live: LivePage): Promise<boolean> {
  const signal = AbortSignal.timeout(MOST_MS);
  const going = goTo(live, 'about:blank', { signal, timeoutMs: MOST_MS, giveWayMs: MOST_MS });
  return going.then(
    ({ kind }) => kind === 'page',
    () => false,
  );
}
