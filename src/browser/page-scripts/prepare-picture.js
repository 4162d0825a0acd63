import { nextFrame, twoFrames } from './next-frame.js';
import { pause } from './pause.js';

/**
 * Lets a page finish what a picture of it shows: its fonts, the images in view or, for the whole page, all of them, also
 * those that load when they come near. Tells where the page was; of the whole page it is at the top now.
 * @param {{isWhole: boolean, maxMs: number}} options
 */
export async function preparePicture({ isWhole, maxMs }) {
  const until = performance.now() + maxMs;
  const [left, top] = [scrollX, scrollY];
  if (isWhole) {
    /** @type {NodeListOf<HTMLImageElement | HTMLIFrameElement>} */
    const late = document.querySelectorAll('img[loading=lazy],iframe[loading=lazy]');
    for (const element of late) element.loading = 'eager';
    const page = document.scrollingElement;
    if (page && (page.scrollHeight > innerHeight || scrollX > 0)) await scrollThrough(page, until);
  }
  const images = Array.from(document.images).filter(
    (image) => (image.src || image.srcset) && (isWhole || isInView(image)),
  );
  // One that does not come is drawn as the page draws it.
  await Promise.race([
    Promise.all([document.fonts?.ready, ...images.map((image) => image.decode().catch(() => undefined))]),
    pause(Math.max(0, until - performance.now())),
  ]);
  await twoFrames();
  return { left, top };
}

/**
 * @param {Element} page
 * @param {number} until
 */
async function scrollThrough(page, until) {
  // A page that grows as it is read is not followed for ever.
  const end = page.scrollHeight;
  for (let top = 0; top < end && performance.now() < until; top += innerHeight) {
    page.scrollTo({ top, behavior: 'instant' });
    await nextFrame();
  }
  // Fixed elements are drawn where the window is.
  page.scrollTo({ top: 0, left: 0, behavior: 'instant' });
  await nextFrame();
}

/** @param {Element} element */
function isInView(element) {
  const { top, bottom, width } = element.getBoundingClientRect();
  return width > 0 && bottom > 0 && top < innerHeight;
}

/**
 * Goes back to where the page was.
 * @param {{left: number, top: number}} place
 */
export function scrollBack({ left, top }) {
  scrollTo({ left, top, behavior: 'instant' });
}

/** The window as the page sees it. */
export function readWindow() {
  const { width = innerWidth, height = innerHeight, scale = 1 } = visualViewport ?? {};
  return {
    // A phone shows a page that was not made for it smaller than it is.
    width: Math.round(width * scale),
    height: Math.round(height * scale),
    pixelRatio: devicePixelRatio,
    screenWidth: screen.width,
    screenHeight: screen.height,
    isTouch: navigator.maxTouchPoints > 0,
  };
}
