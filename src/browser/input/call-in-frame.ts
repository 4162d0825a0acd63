import type { CallOptions } from '../cdp/pending-calls.ts';
import type { LivePage } from '../page/live-page.ts';
import { callInFrame } from '../page/foreign-frames.ts';

/** One frame of another site that a function was called in, and what it said. */
export interface FrameAnswer<T> {
  frameId: string;
  value: T;
}

const MAX_FRAMES = 20;

/**
 * Calls a function of `page-scripts/` that acts on elements in the frames of other sites, one after the other, until one
 * gives an answer that counts. Frames that go away or do not answer are passed over.
 */
export async function callInFrames<Args extends unknown[], T>(
  live: LivePage,
  script: (...args: Args) => T,
  args: NoInfer<Args>,
  { counts, ...call }: CallOptions & { counts: (value: Awaited<T>) => boolean },
): Promise<FrameAnswer<Awaited<T>> | undefined> {
  for (const frameId of await childFrames(live, call)) {
    const value = await callInFrame(live, frameId, { script, args, call }).catch(() => undefined);
    call.signal?.throwIfAborted();
    if (value !== undefined && counts(value)) return { frameId, value };
  }
  return undefined;
}

async function childFrames({ session, frames }: LivePage, call: CallOptions): Promise<string[]> {
  const { frameTree } = await session.send('Page.getFrameTree', undefined, call);
  const found = new Set(frames.keys());
  const queue = frameTree.childFrames ?? [];
  for (const { frame, childFrames: inner = [] } of queue) {
    found.add(frame.id);
    queue.push(...inner);
  }
  return Array.from(found).slice(0, MAX_FRAMES);
}

/**
 * Gives the point of the window where the inside of a frame begins; undefined when the page does not show the frame.
 */
export async function cornerOfFrame(
  { session }: LivePage,
  frameId: string,
  call: CallOptions,
): Promise<{ x: number; y: number } | undefined> {
  try {
    const { backendNodeId } = await session.send('DOM.getFrameOwner', { frameId }, call);
    await session.send('DOM.scrollIntoViewIfNeeded', { backendNodeId }, call);
    const { model } = await session.send('DOM.getBoxModel', { backendNodeId }, call);
    const [x, y] = model.content;
    return x === undefined || y === undefined ? undefined : { x, y };
  } catch {
    call.signal?.throwIfAborted();
    return undefined;
  }
}
