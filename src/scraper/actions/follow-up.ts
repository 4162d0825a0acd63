import { getDomain } from 'tldts';
import { PageProblem } from '../../browser/page-problem.ts';
import { goTo } from '../../browser/page/go-to.ts';
import { calmDown } from '../../browser/page/calm-down.ts';
import { watchDeparture, type Departure } from '../../browser/page/watch-departure.ts';
import type { ActionRun } from './action.ts';

/** The report of an action that its follow-up depends on. */
export interface Acted {
  /** The target of the link that was clicked. */
  href: string;
}

const MAX_SETTLE_MS = 10_000;
const MAX_CALM_MS = 3_000;

/**
 * Acts and waits for the effect: the next page when the action leads to one, in this tab or in a window of its own, and
 * otherwise the little that the page does at once. Rejects with a `PageProblem` when the next page cannot be had.
 */
export async function followUp(
  run: ActionRun,
  act: (departure: Departure) => Promise<Acted | void>,
): Promise<void> {
  const { live, deadline, call } = run;
  using departure = watchDeparture(live);
  const acted = await act(departure);
  await calmDown(live, departure, { signal: deadline.signal, maxMs: MAX_CALM_MS });
  if (departure.hasLeft()) {
    await run.settle(live, { signal: deadline.signal, maxMs: Math.min(MAX_SETTLE_MS, deadline.remainingMs) });
  } else {
    const window = windowToFollow(departure, acted?.href ?? '', live.network.document?.url);
    if (window !== undefined) {
      run.note({ followedWindow: window });
      const arrival = await goTo(live, window, {
        signal: deadline.signal,
        timeoutMs: call.timeoutMs ?? deadline.remainingMs,
      });
      if (arrival.kind === 'failed')
        throw new PageProblem(`${window} could not be loaded (${arrival.errorText})`);
      if (arrival.kind === 'file') run.note({ download: arrival.url });
      await run.settle(live, {
        signal: deadline.signal,
        maxMs: Math.min(MAX_SETTLE_MS, deadline.remainingMs),
      });
    } else if (departure.windows.length > 0) run.note({ closedWindows: departure.windows.slice(0, 5) });
  }
  if (departure.failure !== undefined) {
    throw new PageProblem(`${departure.failure.url} could not be loaded (${departure.failure.errorText})`);
  }
  if (live.incidents.download !== undefined) run.note({ download: live.incidents.download.url });
}

/** A link's own window, or one of the same site: what advertisers open is none of them. */
function windowToFollow(
  { windows }: Departure,
  href: string,
  pageUrl: string | undefined,
): string | undefined {
  return windows.find((url) => {
    if (!/^https?:/i.test(url)) return false;
    return url === href || (pageUrl !== undefined && siteOf(url) === siteOf(pageUrl));
  });
}

function siteOf(url: string): string {
  return getDomain(url, { allowPrivateDomains: true }) ?? new URL(url).hostname;
}
