import type { CallOptions } from '../cdp/pending-calls.ts';
import { expressionOf } from '../page/evaluate.ts';
import { focusedFrame } from '../page-scripts/view/read-focus.js';
import type { NodePlace } from './call-on-node.ts';
import type { FramePlace, ViewedTab } from './viewed-tab.ts';

/** Frames within frames that are looked into. */
const MAX_DEPTH = 8;

/** The element at a point of the viewport, in frames of other sites too; undefined when nothing is there. */
export async function findNodeAt(
  tab: ViewedTab,
  at: { x: number; y: number },
  call: CallOptions,
): Promise<NodePlace | undefined> {
  let { session } = tab;
  let { x, y } = at;
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    const { backendNodeId, frameId } = await session.send(
      'DOM.getNodeForLocation',
      { x: Math.round(x), y: Math.round(y), includeUserAgentShadowDOM: false },
      call,
    );
    const { node } = await session.send('DOM.describeNode', { backendNodeId }, call);
    const inner = node.frameId === undefined ? undefined : tab.frames.get(node.frameId);
    if (!inner) return { session, frameId, backendNodeId, localName: node.localName };
    const { model } = await session.send('DOM.getBoxModel', { backendNodeId }, call);
    x -= model.content[0] ?? 0;
    y -= model.content[1] ?? 0;
    session = inner;
  }
  return undefined;
}

/** The innermost frame with the focus. */
export async function findFocusedFrame(tab: ViewedTab, call: CallOptions): Promise<FramePlace> {
  let place = await tab.place(tab.session, tab.targetId, call);
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    const { session, contextId } = place;
    const expression = expressionOf(focusedFrame, []);
    const { result } = await session.send('Runtime.evaluate', { expression, contextId }, call);
    if (result.objectId === undefined) return place;
    const { node } = await session.send('DOM.describeNode', { objectId: result.objectId }, call);
    session.send('Runtime.releaseObject', { objectId: result.objectId }, call).catch(() => undefined);
    if (node.frameId === undefined) return place;
    place = await tab.place(tab.frames.get(node.frameId) ?? session, node.frameId, call);
  }
  return place;
}
