import { runScript } from '../../browser/input/run-script.ts';
import type { ActionRunner } from './action.ts';
import { followUp } from './follow-up.ts';

/** A script that never ends is given up after so long, and before the scrape is when that is sooner. */
const MAX_MS = 30_000;
const SPARE_MS = 500;

export const executeJavascript: ActionRunner<'executeJavascript'> = async (run, { script }) => {
  const { live, call, deadline, results } = run;
  const maxMs = Math.max(1, Math.min(MAX_MS, deadline.remainingMs - SPARE_MS));
  await followUp(run, async () => {
    results.javascriptReturns.push(await runScript(live, { script, maxMs }, call));
  });
};
