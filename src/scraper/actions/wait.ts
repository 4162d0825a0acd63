import { waitForSelector } from '../../browser/input/wait-for-selector.ts';
import { patienceOf, type ActionRunner } from './action.ts';
import { sleep } from '../../lib/time/sleep.ts';

const MAX_SELECTOR_MS = 30_000;

export const wait: ActionRunner<'wait'> = async (run, { milliseconds, selector }) => {
  const { live, call } = run;
  const maxMs = patienceOf(run, MAX_SELECTOR_MS);
  if (selector !== undefined) return waitForSelector(live, { selector, maxMs }, call);
  await sleep(milliseconds ?? 0, call.signal);
};
