import type { CallOptions } from '../cdp/pending-calls.ts';
import { callOnPage } from '../page/evaluate.ts';
import { foreignFrameIds, worldOfFrame, type OwnWorld } from '../page/foreign-frames.ts';
import type { LivePage } from '../page/live-page.ts';
import { writeSeen } from '../page-scripts/sight/write-seen.js';

/** The part of a page that its readers see, as HTML. */
export interface SeenHtml {
  html: string;
  url: string;
}

const MAX_FRAMES = 10;
const MAX_DEPTH = 3;
const FRAME_TIMEOUT_MS = 3_000;

/** Reads a page as its readers see it; what is hidden from them is not in it. Frames of other sites stand in their places. */
export async function readSeenHtml(live: LivePage, call: CallOptions): Promise<SeenHtml> {
  const world = { live, session: live.session, contextId: await live.ownWorld(call) };
  const budget = { frames: MAX_FRAMES };
  const { body, title, url } = await readWorld(world, { depth: 0, budget, call });
  return {
    html: `<!doctype html><html><head><title>${title}</title></head><body>${body}</body></html>`,
    url,
  };
}

interface Depth {
  depth: number;
  budget: { frames: number };
  call: CallOptions;
}

async function readWorld(
  world: OwnWorld,
  { depth, budget, call }: Depth,
): Promise<{ body: string; title: string; url: string }> {
  const { live, session, contextId } = world;
  const options = { framesName: live.names.instrument, isInner: depth > 0 };
  const { pieces, frames, title, url } = await callOnPage(session, writeSeen, [options], {
    ...call,
    contextId,
  });
  const ids = frames > 0 && depth < MAX_DEPTH ? await foreignFrameIds(world, call).catch(() => []) : [];
  const contents: string[] = [];
  for (const id of ids) {
    budget.frames -= 1;
    const isRead = id !== undefined && budget.frames >= 0;
    contents.push(isRead ? await readFrame(world, id, { depth: depth + 1, budget, call }) : '');
  }
  const body = pieces.map((piece, index) => piece + (contents[index] ?? '')).join('');
  return { body, title, url };
}

async function readFrame(world: OwnWorld, frameId: string, depth: Depth): Promise<string> {
  const call = { ...depth.call, timeoutMs: FRAME_TIMEOUT_MS };
  try {
    const inner = await worldOfFrame(world, frameId, call);
    const { body } = await readWorld(inner, { ...depth, call });
    return `<div>${body}</div>`;
  } catch {
    call.signal?.throwIfAborted();
    return '';
  }
}
