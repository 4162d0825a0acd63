import type { CallOptions } from '../cdp/pending-calls.ts';
import { FRAME_MARK, HIDDEN_MARK } from '../../html/marks.ts';
import { capturePage } from '../page-scripts/capture.js';
import { callOnPage } from './evaluate.ts';
import { foreignFrameIds, worldOfFrame, type OwnWorld } from './foreign-frames.ts';
import type { LivePage } from './live-page.ts';

/** A page as HTML. */
export interface Capture {
  /**
   * With shadow roots as `<template shadowrootmode>` that hold what is slotted, frames as
   * `<div data-decant-frame="ADDRESS">` in their places, and `data-decant-hidden` on what is not displayed. Empty when
   * there is `raw`.
   */
  html: string;
  /** The text itself of a document that is not HTML (JSON, XML, plain text), decoded; undefined for all others. */
  raw: string | undefined;
  /** Chromium's word for what the document is, without parameters. */
  contentType: string;
  /** Address of the main frame now. */
  url: string;
}

/** So long a page is asked which of its elements are displayed: hidden ones cost the browser most. */
const MAX_LOOK_MS = 300;
const MAX_FRAMES = 50;
/** Frames within frames, of other sites. */
const MAX_FRAME_DEPTH = 5;
/** A frame that does not answer in this time is left out. */
const FRAME_TIMEOUT_MS = 2_000;
/** Smaller frames are counters and beacons. */
const MIN_FRAME_PIXELS = 32;

type PartialCapture = ReturnType<typeof capturePage>;

/** Where a capture stands: one world of ours, of a page or of a frame in it. */
interface Place extends OwnWorld {
  /** The depth of frames within frames. */
  depth: number;
  budget: Budget;
}

interface Budget {
  frames: number;
}

/** Reads the page with its shadow roots and frames, and leaves no trace on it. */
export async function capture(live: LivePage, call: CallOptions): Promise<Capture> {
  const budget = { frames: MAX_FRAMES };
  const main = await live.call(capturePage, [optionsFor(live, budget)], call);
  const { contentType, raw, url } = main;
  if (raw !== undefined) return { html: '', raw, contentType, url };
  if (main.frames.length === 0) return { html: main.pieces.join(''), raw, contentType, url };
  const place = { live, session: live.session, contextId: await live.ownWorld(call), depth: 0, budget };
  return { html: await join(place, main, call), raw, contentType, url };
}

function optionsFor({ names }: LivePage, budget: Budget) {
  return {
    hiddenMark: HIDDEN_MARK,
    frameMark: FRAME_MARK,
    framesName: names.instrument,
    maxLookMs: MAX_LOOK_MS,
    maxFrames: budget.frames,
    minFramePixels: MIN_FRAME_PIXELS,
  };
}

/** The pieces of a page with the frames of other sites between them; one that does not tell is left as it is. */
async function join(place: Place, { pieces, frames }: PartialCapture, call: CallOptions): Promise<string> {
  const ids = place.depth < MAX_FRAME_DEPTH ? await foreignFrameIds(place, call).catch(() => []) : [];
  place.budget.frames -= frames.length;
  const timeoutMs = Math.min(call.timeoutMs ?? FRAME_TIMEOUT_MS, FRAME_TIMEOUT_MS);
  const contents = await Promise.all(
    frames.map(async ({ url, tag }, index) => {
      const frameId = ids[index];
      if (frameId === undefined) return tag;
      const content = await captureFrame(place, frameId, { ...call, timeoutMs }).catch(() => undefined);
      return content === undefined ? tag : `<div ${FRAME_MARK}="${escapeAttribute(url)}">${content}</div>`;
    }),
  );
  return pieces.map((piece, index) => piece + (contents[index] ?? '')).join('');
}

async function captureFrame(
  { live, session: parent, depth, budget }: Place,
  frameId: string,
  call: CallOptions,
): Promise<string> {
  const { session, contextId } = await worldOfFrame({ live, session: parent }, frameId, call);
  const captured = await callOnPage(session, capturePage, [optionsFor(live, budget)], { ...call, contextId });
  if (captured.raw !== undefined) return `<pre>${escapeAttribute(captured.raw)}</pre>`;
  return bodyOf(await join({ live, session, contextId, depth: depth + 1, budget }, captured, call));
}

/** Gives the content of a document's body: its head would say things about the page around it. */
function bodyOf(html: string): string {
  const open = /<body(?:\s[^>]*)?>/i.exec(html);
  if (!open) return html;
  const end = html.lastIndexOf('</body>');
  return html.slice(open.index + open[0].length, end === -1 ? undefined : end);
}

function escapeAttribute(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
