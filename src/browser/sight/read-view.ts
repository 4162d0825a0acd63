import type { CallOptions } from '../cdp/pending-calls.ts';
import { callInFrame, foreignFrameIds } from '../page/foreign-frames.ts';
import { callOnElements } from '../page/call-on-elements.ts';
import type { LivePage } from '../page/live-page.ts';
import { viewPage } from '../page-scripts/sight/view-page.js';
import type { PageView, ViewedItem } from './page-view.ts';

/** Frames of other sites that are looked into. */
const MAX_FRAMES = 10;
/** One that does not answer in this time is passed over. */
const FRAME_TIMEOUT_MS = 2_000;

type Seen = ReturnType<typeof viewPage>;

/**
 * Reads what is seen of a page and can be acted on, its frames of other sites with it. `from` is the first number that no
 * element has had so far: numbers are never given twice, so one of an earlier page means no other element.
 */
export async function readView(live: LivePage, from: number, call: CallOptions): Promise<PageView> {
  const framesName = live.names.instrument;
  const main = await callOnElements(live, viewPage, [{ from, framesName, isInner: false }], call);
  const view: PageView = {
    url: main.url,
    title: main.title,
    items: [],
    texts: [...main.texts],
    next: main.next,
    isCut: main.isCut,
  };
  const ids = main.entries.some((entry) => 'frame' in entry) ? await frameIds(live, call) : [];
  let frames = 0;
  for (const entry of main.entries) {
    if (!('frame' in entry)) {
      view.items.push({ ...entry, frameId: undefined });
      continue;
    }
    const frameId = ids[entry.frame];
    if (frameId === undefined || ++frames > MAX_FRAMES) continue;
    const inner = await readFrame(live, frameId, { from: view.next, call });
    if (inner === undefined) continue;
    view.items.push(...itemsOf(inner, frameId, entry.isShown));
    view.texts.push(...inner.texts);
    view.next = inner.next;
  }
  return view;
}

async function frameIds(live: LivePage, call: CallOptions): Promise<ReadonlyArray<string | undefined>> {
  const contextId = await live.ownWorld(call);
  try {
    return await foreignFrameIds({ live, session: live.session, contextId }, call);
  } catch {
    call.signal?.throwIfAborted();
    return [];
  }
}

async function readFrame(
  live: LivePage,
  frameId: string,
  { from, call }: { from: number; call: CallOptions },
): Promise<Seen | undefined> {
  const options = { from, framesName: live.names.instrument, isInner: true };
  try {
    return await callInFrame(live, frameId, {
      script: viewPage,
      args: [options],
      call: { ...call, timeoutMs: FRAME_TIMEOUT_MS },
    });
  } catch {
    call.signal?.throwIfAborted();
    return undefined;
  }
}

function itemsOf({ entries }: Seen, frameId: string, isFrameShown: boolean): ViewedItem[] {
  return entries.flatMap((entry) =>
    'frame' in entry ? [] : [{ ...entry, frameId, isShown: entry.isShown && isFrameShown }],
  );
}
