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

/** What listeners and observers do with a frame is done after the second one. */
export async function twoFrames() {
  await nextFrame();
  await nextFrame();
}
