import { PageProblem } from '../../browser/page-problem.ts';
import { CdpError } from '../../browser/cdp/cdp-error.ts';
import { PageScriptError } from '../../browser/page/evaluate.ts';
import type { LivePage } from '../../browser/page/live-page.ts';
import { settle } from '../../browser/page/settle.ts';
import type { Action, ActionName } from '../../contract/options/actions.ts';
import type { Deadline } from '../../lib/time/deadline.ts';
import { ServiceError } from '../../lib/service-error.ts';
import type { Trace } from '../trace.ts';
import type { ActionResults, ActionRun, ActionRunner } from './action.ts';
import { actions as runners } from './index.ts';
import { createResultMeter } from './result-meter.ts';

export interface RunActionsOptions {
  deadline: Deadline;
  trace: Trace;
  /** How a page that an action led to is waited for; the smart wait when absent. */
  settle?: ActionRun['settle'];
}

/** The most bytes of all results together, which are held until the last action is done. */
const MAX_RESULT_BYTES = 128 * 2 ** 20;
/** Where and what, in a few characters. */
const MAX_SUBJECT = 60;

/**
 * Does the actions in order on a page that has come to rest. The first that fails ends them: SCRAPE_ACTION_ERROR with its
 * place in `details` (`index`, from 0), SCRAPE_TIMEOUT when the time is over. A `CdpError` means that the browser or the
 * tab has gone, which is nobody's fault here.
 */
export async function runActions(
  live: LivePage,
  actions: readonly Action[],
  options: RunActionsOptions,
): Promise<ActionResults> {
  const { deadline, trace } = options;
  const results: ActionResults = {
    screenshots: [],
    scrapes: [],
    javascriptReturns: [],
    pdfs: [],
    warnings: [],
  };
  const meter = createResultMeter(results, MAX_RESULT_BYTES);
  const call = { signal: AbortSignal.any([deadline.signal, live.crashed]) };
  // Pages that are not in front have no focus, and keys go nowhere.
  await live.session.send('Emulation.setFocusEmulationEnabled', { enabled: true }, call);
  for (const [index, action] of actions.entries()) {
    await trace.measure(`action ${index + 1}: ${action.type}`, async (details) => {
      const note = (more: Record<string, unknown>): void => void Object.assign(details, more);
      try {
        deadline.check();
        const run = { live, deadline, call, results, note, settle: options.settle ?? settle };
        await (runners[action.type] as ActionRunner<ActionName>)(run, action);
        meter.check();
      } catch (error) {
        throw failureOf(error, { index, action, live, deadline });
      }
    });
  }
  return results;
}

interface Place {
  index: number;
  action: Action;
  live: LivePage;
  deadline: Deadline;
}

/** Turns the error of an action into the caller's: the error names the action and its selector. */
function failureOf(error: unknown, { index, action, live, deadline }: Place): unknown {
  const details = { index, type: action.type };
  const place = `Action ${index + 1} (${subjectOf(action)})`;
  if (deadline.signal.aborted) {
    const reason: unknown = deadline.signal.reason;
    if (!(reason instanceof ServiceError) || reason.code !== 'SCRAPE_TIMEOUT') return reason;
    return new ServiceError('SCRAPE_TIMEOUT', {
      message: `${reason.message}; ${place} was under way`,
      details,
      cause: error,
    });
  }
  if (live.crashed.aborted) return live.crashed.reason;
  const what = problemOf(error, live);
  if (what === undefined) return error;
  return new ServiceError('SCRAPE_ACTION_ERROR', {
    message: `${place} failed: ${what}`,
    details,
    cause: error,
  });
}

/** Says what went wrong on the page; undefined for an error that is not the page's. */
function problemOf(error: unknown, { state }: LivePage): string | undefined {
  if (error instanceof PageProblem || error instanceof PageScriptError) return error.message;
  if (!(error instanceof CdpError) || error.failure === 'closed' || state.hasCrashed) return undefined;
  if (error.failure === 'timeout') return 'the page did not answer: its scripts are busy';
  return `the browser refused it (${error.message})`;
}

function subjectOf(action: Action): string {
  const about = aboutOf(action);
  if (about === undefined) return action.type;
  return `${action.type} "${about.length > MAX_SUBJECT ? `${about.slice(0, MAX_SUBJECT - 1)}…` : about}"`;
}

/** Texts are not repeated: they may be passwords. */
function aboutOf(action: Action): string | undefined {
  if ('selector' in action) return action.selector;
  return action.type === 'press' ? action.key : undefined;
}
