import type { PictureElements } from '../contract/documents/picture-elements.ts';
import type { CallOptions } from './cdp/pending-calls.ts';
import type { LivePage } from './page/live-page.ts';
import { listElements } from './page-scripts/list-elements.js';
import { preparePicture, readWindow, scrollBack } from './page-scripts/prepare-picture.js';
import { choosePictureArea, MAX_JPEG_SIDE, MAX_PIXELS } from './picture-area.ts';

/** The options of a picture, as the format and the action have them. */
export interface ScreenshotOptions {
  fullPage: boolean;
  /** 1 to 100: JPEG; PNG when absent. */
  quality?: number | undefined;
  /** The size of the window while the picture is taken. */
  viewport?: { width: number; height: number } | undefined;
  /** Also what can be pointed at in the picture; false when absent. */
  elements?: boolean | undefined;
}

/** A picture, and a remark when it does not show all that was asked for. */
export interface Screenshot {
  bytes: Buffer;
  contentType: 'image/png' | 'image/jpeg';
  /** For the caller, when it does not show all that was asked for. */
  note?: string;
  /** The elements that can be pointed at in it; only when they were asked for. */
  elements?: PictureElements;
}

/** How long fonts and images are waited for, ms: of the whole page, and of what is in view. */
const WHOLE_MS = 3_000;
const VIEW_MS = 1_500;
const CAPTURE_TIMEOUT_MS = 30_000;
const ANSWER_MS = 5_000;
/** How large a picture may be. */
export interface PictureLimits {
  maxPixels: number;
  /** Pictures of so many pixels fit into a message of the browser whatever they show. */
  surePixels: number;
  /** Bytes of the file, at most. */
  maxBytes: number;
}

export const PICTURE_LIMITS: PictureLimits = {
  maxPixels: MAX_PIXELS,
  surePixels: 40_000_000,
  maxBytes: 100 * 2 ** 20,
};
const PROBE_SHARE = 1 / 8;
const RESTORE_TIMEOUT_MS = 2_000;
/** Listing what can be pointed at takes no longer, ms. */
const LIST_MS = 2_000;

/** A picture of what the window shows or of the whole page; leaves window and page as they were. */
export async function takeScreenshot(
  live: LivePage,
  given: ScreenshotOptions,
  call: CallOptions,
  limits = PICTURE_LIMITS,
): Promise<Screenshot> {
  const { viewport } = given;
  const options = { ...given, limits };
  const before = await live.call(readWindow, [], call);
  if (viewport === undefined) return shoot(live, options, before.pixelRatio, call);
  const { screenWidth, screenHeight, pixelRatio, isTouch } = before;
  const device = { deviceScaleFactor: pixelRatio, mobile: isTouch };
  const setWindow = (width: number, height: number, how: CallOptions): Promise<unknown> =>
    live.session.send(
      'Emulation.setDeviceMetricsOverride',
      {
        ...device,
        width,
        height,
        screenWidth: Math.max(width, screenWidth),
        screenHeight: Math.max(height, screenHeight),
      },
      how,
    );
  try {
    await setWindow(viewport.width, viewport.height, call);
    return await shoot(live, options, pixelRatio, call);
  } finally {
    // Also when the time is over: another picture or action may follow.
    const restored = setWindow(before.width, before.height, { timeoutMs: RESTORE_TIMEOUT_MS });
    await restored.catch(() => undefined);
  }
}

type ShotOptions = ScreenshotOptions & { limits: PictureLimits };

async function shoot(
  live: LivePage,
  options: ShotOptions,
  pixelRatio: number,
  call: CallOptions,
): Promise<Screenshot> {
  const { fullPage: isWhole } = options;
  const maxMs = isWhole ? WHOLE_MS : VIEW_MS;
  const place = await live.call(preparePicture, [{ isWhole, maxMs }], {
    ...call,
    timeoutMs: maxMs + ANSWER_MS,
  });
  try {
    return await draw(live, options, pixelRatio, call);
  } finally {
    if (place.top > 0 || place.left > 0) {
      await live.call(scrollBack, [place], { timeoutMs: RESTORE_TIMEOUT_MS }).catch(() => undefined);
    }
  }
}

async function draw(
  live: LivePage,
  { fullPage, quality, limits, elements: hasElements = false }: ShotOptions,
  pixelRatio: number,
  call: CallOptions,
): Promise<Screenshot> {
  const { cssContentSize, cssVisualViewport } = await live.session.send(
    'Page.getLayoutMetrics',
    undefined,
    call,
  );
  const shown = { width: cssVisualViewport.clientWidth, height: cssVisualViewport.clientHeight };
  const { note, ...area } = choosePictureArea(
    fullPage ? cssContentSize : shown,
    shown,
    pixelRatio,
    limits.maxPixels,
  );
  const sharpness = pixelRatio * area.scale;
  const pixels = area.width * area.height * sharpness ** 2;
  // JPEG ends where its sizes do; PNG does not.
  const isJpeg = quality !== undefined && Math.max(area.width, area.height) * sharpness <= MAX_JPEG_SIDE;
  const { pageX, pageY } = cssVisualViewport;
  const corner = fullPage ? { x: 0, y: 0 } : { x: pageX, y: pageY };
  const capture = async (scale: number): Promise<Buffer> => {
    const { data } = await live.session.send(
      'Page.captureScreenshot',
      {
        format: isJpeg ? 'jpeg' : 'png',
        ...(isJpeg ? { quality } : { optimizeForSpeed: true }),
        captureBeyondViewport: fullPage,
        ...((fullPage || scale !== 1) && { clip: { ...corner, ...area, scale } }),
      },
      { timeoutMs: CAPTURE_TIMEOUT_MS, signal: call.signal },
    );
    return Buffer.from(data, 'base64');
  };
  const mayBeLarge = !isJpeg && pixels > limits.surePixels;
  const share = mayBeLarge ? await shareThatFits(capture, area.scale, limits.maxBytes) : 1;
  const bytes = await capture(area.scale * share);
  const elements = hasElements ? await elementsIn(live, { ...corner, ...area }, call) : undefined;
  const notes = [
    note,
    share < 1 && 'The screenshot is smaller than the page, whose picture would be too large.',
  ];
  const text = notes.filter(Boolean).join(' ');
  return {
    bytes,
    contentType: isJpeg ? 'image/jpeg' : 'image/png',
    ...(text !== '' && { note: text }),
    ...(elements && { elements }),
  };
}

/** Lists what can be pointed at in a part of the page, whose corner is that of the picture. */
async function elementsIn(
  live: LivePage,
  { x: left, y: top, width, height }: { x: number; y: number; width: number; height: number },
  call: CallOptions,
): Promise<PictureElements> {
  const listed = await live.call(listElements, [{ maxMs: LIST_MS }], {
    ...call,
    timeoutMs: LIST_MS + ANSWER_MS,
  });
  const items = listed
    .map((each) => ({ ...each, x: each.x - left, y: each.y - top }))
    .filter(
      (each) => each.x < width && each.y < height && each.x + each.width > 0 && each.y + each.height > 0,
    );
  return { width, height, items };
}

/** A small picture tells how large the file of a large one would be: what cannot be compressed breaks the connection. */
async function shareThatFits(
  capture: (scale: number) => Promise<Buffer>,
  scale: number,
  maxBytes: number,
): Promise<number> {
  const { length } = await capture(scale * PROBE_SHARE);
  return Math.min(1, Math.sqrt(maxBytes / (length / PROBE_SHARE ** 2)));
}
