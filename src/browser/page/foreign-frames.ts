import type { CallOptions } from '../cdp/pending-calls.ts';
import type { CdpSession } from '../cdp/cdp-session.ts';
import { takeForeignFrames } from '../page-scripts/take-foreign-frames.js';
import { evaluate, expressionOf } from './evaluate.ts';
import type { LivePage } from './live-page.ts';

/** One world of ours, of a page or of a frame in it. */
export interface OwnWorld {
  live: LivePage;
  session: CdpSession;
  contextId: number;
}

/** Ids of the frames in the elements that a script could not look into, in order. */
export async function foreignFrameIds(
  { live, session, contextId }: OwnWorld,
  call: CallOptions,
): Promise<Array<string | undefined>> {
  const expression = expressionOf(takeForeignFrames, [live.names.instrument]);
  const { result: list } = await session.send('Runtime.evaluate', { expression, contextId }, call);
  if (list.objectId === undefined) return [];
  const { objectId } = list;
  const { result } = await session.send('Runtime.getProperties', { objectId, ownProperties: true }, call);
  const elements = result.filter(({ name }) => /^\d+$/.test(name)).map(({ value }) => value?.objectId);
  return Promise.all(
    elements.map(async (element) => {
      if (element === undefined) return undefined;
      const { node } = await session.send('DOM.describeNode', { objectId: element }, call);
      return node.frameId;
    }),
  );
}

/** Opens our own world of a frame, which keeps it for as long as its document is there. */
export async function worldOfFrame(
  { live, session: parent }: Pick<OwnWorld, 'live' | 'session'>,
  frameId: string,
  call: CallOptions,
): Promise<OwnWorld> {
  // One with a process of its own has a session of its own.
  const session = live.frames.get(frameId) ?? parent;
  const { executionContextId: contextId } = await session.send(
    'Page.createIsolatedWorld',
    { frameId, worldName: live.names.world },
    call,
  );
  return { live, session, contextId };
}

/** A function of `page-scripts/` with what it is given. */
export interface FrameCall<Args extends unknown[], T> {
  script: (...args: Args) => T;
  args: NoInfer<Args>;
  call: CallOptions;
}

/** Calls a function of `page-scripts/` in our own world of a frame of another site. */
export async function callInFrame<Args extends unknown[], T>(
  live: LivePage,
  frameId: string,
  { script, args, call }: FrameCall<Args, T>,
): Promise<Awaited<T>> {
  const { session, contextId } = await worldOfFrame({ live, session: live.session }, frameId, call);
  return evaluate<Awaited<T>>(session, expressionOf(script, args), { ...call, contextId });
}
