/**
 * Resolves at the next frame; a page that draws none does not hold it up.
 * @returns {Promise<void>}
 */
export function nextFrame() {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, 100);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Waits for two frames: the work of listeners and observers with the first is done after the second. */
export async function twoFrames() {
  await nextFrame();
  await nextFrame();
}
