import type { Protocol } from 'devtools-protocol';
import type { CallOptions } from '../cdp/pending-calls.ts';
import type { CdpSession } from '../cdp/cdp-session.ts';
import { pageScriptText } from './page-script-text.ts';

/** A script that was run on a page threw. */
export class PageScriptError extends Error {
  override readonly name = 'PageScriptError';
}

export interface EvaluateOptions extends CallOptions {
  /** An execution context of the session's page; its own scripts' when absent. */
  contextId?: number | undefined;
  /** As if the visitor had just clicked: pages may play, open, copy. */
  isUserGesture?: boolean;
}

/**
 * Runs an expression on a page and returns its value, awaited when it is a promise. The value must be JSON. Rejects
 * with a `PageScriptError` when it throws and with a `CdpError` when the page does not answer.
 */
export async function evaluate<T>(
  session: CdpSession,
  expression: string,
  { contextId, isUserGesture = false, ...call }: EvaluateOptions = {},
): Promise<T> {
  const { result, exceptionDetails } = await session.send(
    'Runtime.evaluate',
    {
      expression,
      returnByValue: true,
      awaitPromise: true,
      userGesture: isUserGesture,
      ...(contextId !== undefined && { contextId }),
    },
    call,
  );
  if (exceptionDetails) throw new PageScriptError(describeException(exceptionDetails));
  return result.value as T;
}

/** Calls a function on a page: its text is sent, see `pageScriptText`. */
export function callOnPage<Args extends unknown[], T>(
  session: CdpSession,
  script: (...args: Args) => T,
  args: NoInfer<Args>,
  options?: EvaluateOptions,
): Promise<Awaited<T>> {
  return evaluate<Awaited<T>>(session, expressionOf(script, args), options);
}

/** The call of a function as an expression. */
export function expressionOf<Args extends unknown[]>(
  script: (...args: Args) => unknown,
  args: NoInfer<Args>,
): string {
  return `${pageScriptText(script)}(${args.map((value) => JSON.stringify(value) ?? 'undefined').join(',')})`;
}

/** The error's own words, its first line. */
export function describeException({ exception, text }: Protocol.Runtime.ExceptionDetails): string {
  const description =
    exception?.description ?? (exception?.value === undefined ? text : String(exception.value));
  return (description.split('\n', 1)[0] ?? text).slice(0, 500);
}
