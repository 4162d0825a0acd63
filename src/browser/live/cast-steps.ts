/** How large, how fine and how often pictures are. */
export interface CastStep {
  width: number;
  height: number;
  /** The quality of the JPEG, in percent. */
  quality: number;
  /** Pictures a second, at most. */
  rate: number;
}

/** As often as the browser draws. */
export const FULL_RATE = 60;

/** From the best to what a thin line carries; measured at 1280 x 720: 100 KB, 80 KB, 50 KB and 25 KB a picture. */
const CAST_STEPS: readonly CastStep[] = [
  { width: 1280, height: 960, quality: 60, rate: FULL_RATE },
  { width: 1280, height: 960, quality: 50, rate: 20 },
  { width: 960, height: 720, quality: 45, rate: 12 },
  { width: 640, height: 480, quality: 40, rate: 8 },
];
/** The best step of a cast that found no core left for it. */
const SHARED_CORE_STEP = 1;

/** A picture that is drawn so long after it was sent has waited behind others. */
const LATE_MS = 250;
/** Pictures that are drawn so soon leave room for larger ones. */
const SOON_MS = 80;
/** Pictures that are looked at before the step changes. */
const LOOK_AT = 12;
/** Good looks that it takes to try a better step; doubled each time that the better one did not last. */
const PATIENCE = 3;
const MAX_PATIENCE = 48;

/** Chooses the step by how long pictures take to the viewer that has them first. */
export class StepChooser {
  #step = 0;
  #delays: number[] = [];
  #goodLooks = 0;
  #patience = PATIENCE;

  /** The step for a cast with or without a core of its own. */
  stepOf(hasCore: boolean): CastStep {
    return CAST_STEPS[Math.max(this.#step, hasCore ? 0 : SHARED_CORE_STEP)]!;
  }

  /** Notes how long a picture took; true when the step is another one now. */
  note(delayMs: number): boolean {
    this.#delays.push(delayMs);
    if (this.#delays.length < LOOK_AT) return false;
    const median = this.#delays.toSorted((a, b) => a - b)[LOOK_AT / 2]!;
    this.#delays = [];
    if (median > LATE_MS) return this.#worsen();
    this.#goodLooks = median < SOON_MS ? this.#goodLooks + 1 : 0;
    if (this.#step === 0 || this.#goodLooks < this.#patience) return false;
    this.#step -= 1;
    this.#goodLooks = 0;
    return true;
  }

  #worsen(): boolean {
    this.#goodLooks = 0;
    if (this.#step === CAST_STEPS.length - 1) return false;
    this.#step += 1;
    this.#patience = Math.min(MAX_PATIENCE, this.#patience * 2);
    return true;
  }
}
