import type { CdpSession } from '../cdp/cdp-session.ts';
import type { CallOptions } from '../cdp/pending-calls.ts';
import { aim, hasMissed, keepAll, type Aimed, type Obstacle } from '../page-scripts/aim.js';
import type { LivePage } from '../page/live-page.ts';
import { PageProblem } from '../page-problem.ts';
import { callInFrame } from '../page/foreign-frames.ts';
import { callInFrames, cornerOfFrame, type FrameAnswer } from './call-in-frame.ts';
import { callOnElements } from '../page/call-on-elements.ts';
import { describeSurroundings } from './describe-surroundings.ts';

export interface ClickOptions {
  selector: string;
  /** How long the element may take until it can be clicked, ms. */
  maxMs: number;
  /** One of those that `keepMatches` has kept, instead of the first that is shown. */
  nth?: number;
  /** The frame of another site where it was kept. */
  frameId?: string | undefined;
}

/** The element that was clicked. */
export interface Clicked {
  /** The target of the link that the element is or lies in; empty when there is none. */
  href: string;
}

/** Something that never rests is clicked while it moves after so long. */
const MOVING_MS = 1_000;
/** The page's own listeners run before the browser answers. */
const INPUT_TIMEOUT_MS = 10_000;
/** How long the page itself is asked before its frames are, and a frame may take to answer. */
const ROUND_MS = 500;
const FRAME_TIMEOUT_MS = 1_000;

/**
 * Clicks an element as a visitor would, in the middle of what is shown of it, once it is there, at rest and not covered.
 * An element that never rests is clicked until it is hit.
 * Rejects with a `PageProblem` that says what stands in the way.
 */
export async function clickElement(
  live: LivePage,
  { selector, maxMs, nth = -1, frameId }: ClickOptions,
  call: CallOptions,
): Promise<Clicked> {
  const until = performance.now() + maxMs;
  for (;;) {
    const leftMs = Math.max(0, until - performance.now());
    const wanted = { selector, nth, maxMs: leftMs, movingMs: Math.min(MOVING_MS, leftMs) };
    const aimed = await (frameId === undefined
      ? aimAnywhere(live, wanted, call)
      : aimInFrame(live, frameId, { wanted, call }));
    if (aimed.kind === 'refused') throw new PageProblem(await explain(live, selector, aimed, call));
    if (aimed.kind === 'chosen') return { href: '' };
    await press(live.session, aimed, call);
    if (!aimed.isMoving || !(await callOnElements(live, hasMissed, [], call))) return { href: aimed.href };
    if (performance.now() >= until) throw new PageProblem(`"${selector}" moves, and no click hit it`);
  }
}

/** In the page first; what it does not have may be in a frame of another site. */
async function aimAnywhere(
  live: LivePage,
  wanted: Parameters<typeof aim>[0],
  call: CallOptions,
): Promise<Aimed> {
  const until = performance.now() + wanted.maxMs;
  let isUnseen = true;
  for (;;) {
    const leftMs = Math.max(0, until - performance.now());
    const maxMs: number = wanted.nth < 0 && isUnseen ? Math.min(ROUND_MS, leftMs) : leftMs;
    const options = { ...call, timeoutMs: maxMs + INPUT_TIMEOUT_MS };
    const aimed = await callOnElements(live, aim, [{ ...wanted, maxMs }], options);
    if (aimed.kind !== 'refused' || wanted.nth >= 0) return aimed;
    isUnseen = aimed.problem === 'missing';
    const inFrame = isUnseen ? await aimInFrames(live, { ...wanted, maxMs }, call) : undefined;
    if (inFrame) return inFrame;
    if (performance.now() >= until) return aimed;
  }
}

async function aimInFrames(
  live: LivePage,
  wanted: Parameters<typeof aim>[0],
  call: CallOptions,
): Promise<Aimed | undefined> {
  const found = await callInFrames(live, aim, [wanted], {
    ...call,
    timeoutMs: wanted.maxMs + FRAME_TIMEOUT_MS,
    counts: ({ kind }) => kind !== 'refused',
  });
  return found && movedIntoPage(live, found, call);
}

async function aimInFrame(
  live: LivePage,
  frameId: string,
  { wanted, call }: { wanted: Parameters<typeof aim>[0]; call: CallOptions },
): Promise<Aimed> {
  const options = { ...call, timeoutMs: wanted.maxMs + FRAME_TIMEOUT_MS };
  const value = await callInFrame(live, frameId, { script: aim, args: [wanted], call: options });
  return (await movedIntoPage(live, { frameId, value }, call)) ?? { kind: 'refused', problem: 'hidden' };
}

/** Undefined when the page does not show the frame. */
async function movedIntoPage(
  live: LivePage,
  { frameId, value }: FrameAnswer<Aimed>,
  call: CallOptions,
): Promise<Aimed | undefined> {
  if (value.kind !== 'point') return value;
  const corner = await cornerOfFrame(live, frameId, call);
  return corner && { ...value, x: value.x + corner.x, y: value.y + corner.y };
}

/** Keeps what the selector matches now for `nth` of `clickElement`; returns how many. */
export function keepMatches(live: LivePage, selector: string, call: CallOptions): Promise<number> {
  return callOnElements(live, keepAll, [selector], call);
}

/** All three are sent at once: a page cannot move anything in between. */
async function press(
  session: CdpSession,
  { x, y }: { x: number; y: number },
  call: CallOptions,
): Promise<void> {
  const options = { ...call, timeoutMs: INPUT_TIMEOUT_MS };
  const at = { x, y, pointerType: 'mouse' as const };
  const button = { ...at, button: 'left' as const, clickCount: 1 };
  await Promise.all([
    session.send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...at }, options),
    session.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...button, buttons: 1 }, options),
    session.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...button, buttons: 0 }, options),
  ]);
}

async function explain(live: LivePage, selector: string, seen: Obstacle, call: CallOptions): Promise<string> {
  const { problem, element = `"${selector}"`, cover = '', matches = 1 } = seen;
  switch (problem) {
    case 'missing':
      return `no element matches "${selector}"; ${await describeSurroundings(live, 'clickable', call)}`;
    case 'hidden':
      return matches > 1
        ? `none of the ${matches} elements that match is shown; the first is ${element}`
        : `${element} is not shown`;
    case 'disabled':
      return `${element} is disabled`;
    case 'covered':
      return `${element} is covered by ${cover}`;
    default:
      return `${element} does not come to rest`;
  }
}
