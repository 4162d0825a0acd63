import type { TesseractApi, TesseractCore } from './tesseract.ts';

/**
 * Layout of Tesseract's ETEXT_DESC for 32 bits (`include/tesseract/ocrclass.h`): four bytes of counters, three of flags,
 * four pointers, and the time at which it stops as nanoseconds of the steady clock, which is `performance.now()` here.
 */
const MONITOR_BYTES = 64;
const END_TIME = 24;
const NANOSECONDS = 1_000_000;

/**
 * Recognises the picture that was set, until `deadline` (of `performance.now()`); false when it was over before the end,
 * what was read until then is there all the same. The layout of the page is not counted: it takes some 100 ms.
 */
export function runWithin(core: TesseractCore, api: TesseractApi, deadline: number): boolean {
  const monitor = core.allocate(MONITOR_BYTES);
  try {
    for (let at = 0; at < MONITOR_BYTES; at += 4) core.setValue(monitor + at, 0, 'i32');
    // Its loops stop only when time is over, never for a time that is not finite.
    if (Number.isFinite(deadline)) {
      core.setValue(monitor + END_TIME, BigInt(Math.round(deadline * NANOSECONDS)), 'i64');
    }
    return api.Recognize(monitor) === 0;
  } finally {
    core.free(monitor);
  }
}
