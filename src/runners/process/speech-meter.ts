const WINDOW_MS = 1_000;
/** More than any driver says: a call takes a third of a millisecond. */
const MAX_FRAMES_A_WINDOW = 50_000;
const MAX_BYTES_A_WINDOW = 256 * 2 ** 20;

/** Tells, for each frame of so many bytes, whether its sender still speaks at a rate that a program of good will has. */
export function createSpeechMeter(
  now: () => number = performance.now.bind(performance),
): (bytes: number) => boolean {
  let windowStart = now();
  let frames = 0;
  let heard = 0;
  return function isBearable(bytes) {
    const at = now();
    if (at - windowStart >= WINDOW_MS) {
      windowStart = at;
      frames = 0;
      heard = 0;
    }
    frames++;
    heard += bytes;
    return frames <= MAX_FRAMES_A_WINDOW && heard <= MAX_BYTES_A_WINDOW;
  };
}
