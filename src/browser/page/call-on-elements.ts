import { CdpError } from '../cdp/cdp-error.ts';
import type { CallOptions } from '../cdp/pending-calls.ts';
import { evaluate, expressionOf, PageScriptError } from './evaluate.ts';
import type { LivePage } from './live-page.ts';
import { PageProblem } from '../page-problem.ts';
import { sleep } from '../../lib/time/sleep.ts';

/** A page that goes on and on to another address is not followed. */
const MAX_ATTEMPTS = 5;
const BETWEEN_MS = 50;

/**
 * Calls a function of `page-scripts/` that acts on elements in our own world of the main frame; once more on the next
 * page when this one goes away meanwhile. A selector that is none is a `PageProblem`.
 */
export async function callOnElements<Args extends unknown[], T>(
  live: LivePage,
  script: (...args: Args) => T,
  args: NoInfer<Args>,
  call: CallOptions,
): Promise<Awaited<T>> {
  const expression = expressionOf(script, args);
  for (let attempt = 1; ; attempt += 1) {
    try {
      const contextId = await live.ownWorld(call);
      return await evaluate<Awaited<T>>(live.session, expression, { ...call, contextId });
    } catch (error) {
      if (error instanceof PageScriptError && error.message.includes('is not a valid selector')) {
        throw new PageProblem('the selector is not a CSS selector', { cause: error });
      }
      if (!isPageGone(error) || live.state.hasCrashed || attempt === MAX_ATTEMPTS) throw error;
      await sleep(BETWEEN_MS, call.signal);
    }
  }
}

/** Whether a call failed because its document gave way to another one. */
export function isPageGone(error: unknown): boolean {
  return (
    error instanceof CdpError &&
    error.failure === 'refused' &&
    /context|navigated|collected/i.test(error.message)
  );
}
