import type { CallOptions } from '../cdp/pending-calls.ts';
import { describeException, PageScriptError } from '../page/evaluate.ts';
import { pageScriptText, type PageScript } from '../page/page-script-text.ts';
import type { CdpSession } from '../cdp/cdp-session.ts';
import type { ViewedTab } from './viewed-tab.ts';

/** An element in a frame. */
export interface NodePlace {
  session: CdpSession;
  frameId: string;
  backendNodeId: number;
  /** Name of the element. */
  localName: string;
}

/** Calls a function of `page-scripts/` with an element, in a world of our own. Rejects when the element has gone. */
export async function callOnNode<E, Args extends unknown[], T>(
  tab: ViewedTab,
  { session, frameId, backendNodeId }: NodePlace,
  script: (element: E, ...args: Args) => T,
  { args, ...call }: CallOptions & { args: NoInfer<Args> },
): Promise<T> {
  const { contextId } = await tab.place(session, frameId, call);
  const resolved = await session.send(
    'DOM.resolveNode',
    { backendNodeId, executionContextId: contextId },
    call,
  );
  const { objectId } = resolved.object;
  if (objectId === undefined) throw new PageScriptError('The element has gone');
  const { result, exceptionDetails } = await session.send(
    'Runtime.callFunctionOn',
    {
      functionDeclaration: `function(...args) { return (${pageScriptText(script as PageScript)})(this, ...args); }`,
      objectId,
      arguments: args.map((value) => ({ value })),
      returnByValue: true,
      userGesture: true,
    },
    call,
  );
  session.send('Runtime.releaseObject', { objectId }, call).catch(() => undefined);
  if (exceptionDetails) throw new PageScriptError(describeException(exceptionDetails));
  return result.value as T;
}
