/** The part of a page that is drawn, in CSS pixels, and the scale of the picture. */
export interface PictureArea {
  width: number;
  height: number;
  scale: number;
  /** For the caller, when something of the page is missing or smaller. */
  note?: string;
}

interface Size {
  width: number;
  height: number;
}

/**
 * A process of the browser may have a gigabyte: of 80 million pixels it took up to 1.3, of 50 million none was killed.
 * 37,500 rows of a window of 1,280 pixels fit.
 */
export const MAX_PIXELS = 48_000_000;
const MAX_WIDTH = 16_384;
/** JPEG writes its sizes in 16 bits. */
export const MAX_JPEG_SIDE = 65_500;

/**
 * Chooses the part of a page that a picture shows, so that its memory is bounded for every size of page: first the
 * sharpness of a phone's screen is given up, then what lies to the right of the window, then what lies furthest down.
 */
export function choosePictureArea(
  page: Size,
  window: Pick<Size, 'width'>,
  pixelRatio: number,
  maxPixels = MAX_PIXELS,
): PictureArea {
  const whole = { width: Math.max(1, Math.ceil(page.width)), height: Math.max(1, Math.ceil(page.height)) };
  const wide = Math.min(whole.width, MAX_WIDTH);
  const share = maxPixels / (wide * whole.height * pixelRatio ** 2);
  if (share >= 1) return areaOf(whole, { width: wide, height: whole.height }, 1);
  // One pixel of the picture for one of the page is the least.
  const sharpest = Math.sqrt(share);
  const least = Math.min(1, 1 / pixelRatio);
  if (sharpest >= least) return areaOf(whole, { width: wide, height: whole.height }, sharpest);
  const pixels = Math.floor(maxPixels / (pixelRatio * least) ** 2);
  const width = Math.min(wide, Math.max(Math.ceil(window.width), Math.floor(pixels / whole.height)));
  const height = Math.min(whole.height, Math.max(1, Math.floor(pixels / width)));
  return areaOf(whole, { width, height }, least);
}

function areaOf(whole: Size, shown: Size, scale: number): PictureArea {
  return { ...shown, scale, ...noteOf(whole, shown) };
}

function noteOf(whole: Size, shown: Size): { note?: string } {
  const cut = [
    ...(shown.height < whole.height
      ? [`${grouped(whole.height)} pixels high; the screenshot shows its first ${grouped(shown.height)}`]
      : []),
    ...(shown.width < whole.width
      ? [`${grouped(whole.width)} pixels wide; the screenshot shows its first ${grouped(shown.width)}`]
      : []),
  ];
  return cut.length === 0 ? {} : { note: `The page is ${cut.join(' and ')}.` };
}

function grouped(value: number): string {
  return value.toLocaleString('en-US');
}
