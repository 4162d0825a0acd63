import type { Protocol } from 'devtools-protocol';
import { FULL_RATE, StepChooser, type CastStep } from './cast-steps.ts';
import type { CastCores } from './cast-cores.ts';
import { createPicture, showsTheSame, type Picture } from './picture.ts';
import type { PictureSeat } from './picture-seat.ts';
import { RestWatch } from './rest-watch.ts';

/** A tab that draws pictures. */
export interface CastSource {
  /** Rejects when the tab cannot draw now. */
  startCast(step: CastStep): Promise<unknown>;
  stopCast(): void;
  /** Lets the tab draw another picture in place of this one. */
  answerPicture(frame: number): void;
}

/** The cast waits for a slower viewer no longer than this behind the fastest one; who takes longer misses pictures. */
const PATIENCE_MS = 60;
/** Right after a navigation a page has nothing to show yet. */
const AGAIN_MS = 100;
const MAX_ATTEMPTS = 50;

/**
 * The pictures of one tab for all who look at it. The browser draws the next one when the last was acknowledged: that is
 * when the viewers have room for it. Nobody looks: nothing is drawn.
 */
export class Cast implements Disposable {
  readonly #seats = new Set<PictureSeat>();
  readonly #cores: CastCores;
  readonly #steps = new StepChooser();
  readonly #rest = new RestWatch(() => this.#redraw());
  #core: Disposable | undefined;
  #tab: CastSource | undefined;
  #running: { tab: CastSource; step: CastStep } | undefined;
  #last: Picture | undefined;
  #pictures = 0;
  /** Pictures that the browser waits for an answer to: without one to each of them it stops after the second. */
  #unanswered: number[] = [];
  #waitsSince = 0;
  #timer: NodeJS.Timeout | undefined;
  #attempts = 0;

  constructor(cores: CastCores) {
    this.#cores = cores;
  }

  get step(): CastStep | undefined {
    return this.#running?.step;
  }

  add(seat: PictureSeat): void {
    this.#seats.add(seat);
    this.refresh();
  }

  remove(seat: PictureSeat): void {
    this.#seats.delete(seat);
    this.refresh();
  }

  /** Shows another tab from now on; none when undefined. */
  show(tab: CastSource | undefined): void {
    this.#tab = tab;
    this.#last = undefined;
    this.refresh();
  }

  /** To be called when a viewer's place for the picture has changed, too. */
  refresh(): void {
    const isWanted = this.#seats.values().some(({ isLooking }) => isLooking);
    if (!isWanted || !this.#tab) return this.#stop();
    this.#core ??= this.#cores.take();
    const step = this.#fittedStep();
    const running = this.#running;
    const isSame = running?.tab === this.#tab && JSON.stringify(running.step) === JSON.stringify(step);
    if (!isSame) this.#start(this.#tab, step);
    this.#offerLast();
  }

  /** A picture of the tab's session. */
  take(tab: CastSource, event: Protocol.Page.ScreencastFrameEvent): void {
    if (this.#running?.tab !== tab) return;
    this.#rest.noteDrawn();
    const picture = createPicture(this.#pictures + 1, event);
    if (!this.#last || !showsTheSame(picture, this.#last)) {
      this.#pictures += 1;
      this.#last = picture;
    }
    if (this.#unanswered.push(event.sessionId) === 1) this.#waitsSince = performance.now();
    this.#offerLast();
    this.#answer();
  }

  seen(seat: PictureSeat, number: number): void {
    const delay = seat.seen(number, performance.now());
    if (delay === undefined) return;
    this.#offerLast();
    if (this.#steps.note(delay)) this.refresh();
    this.#answer();
  }

  [Symbol.dispose](): void {
    this.#seats.clear();
    this.#tab = undefined;
    this.#stop();
  }

  #offerLast(): void {
    const picture = this.#last;
    if (!picture) return;
    const now = performance.now();
    for (const seat of this.#seats) seat.offer(picture, now);
  }

  /** Lets the browser draw the next picture when its time has come and the viewers have room for it. */
  #answer(): void {
    const { tab, step } = this.#running ?? {};
    const [frame] = this.#unanswered;
    if (!tab || !step || frame === undefined) return;
    clearTimeout(this.#timer);
    const now = performance.now();
    const looking = [...this.#seats].filter(({ isLooking }) => isLooking);
    const waitedFor = looking.filter((seat) => !seat.isReady && !seat.isSlow(now));
    if (!looking.some(({ isReady }) => isReady)) return;
    const leastMs = step.rate === FULL_RATE ? 0 : 1_000 / step.rate;
    const restMs = this.#waitsSince + leastMs + (waitedFor.length > 0 ? PATIENCE_MS : 0) - now;
    if (restMs > 0) {
      this.#timer = setTimeout(() => this.#answer(), restMs);
      return;
    }
    for (const seat of waitedFor) seat.noteSlow(now);
    this.#unanswered.shift();
    this.#waitsSince = now;
    tab.answerPicture(frame);
    if (this.#unanswered.length === 0) this.#rest.noteAnswered();
    else this.#answer();
  }

  /** No larger than the largest of the places that viewers have for it. */
  #fittedStep(): CastStep {
    const step = this.#steps.stepOf(this.#core !== undefined);
    const looking = [...this.#seats].filter(({ isLooking }) => isLooking);
    const width = Math.max(...looking.map(({ size }) => size.width));
    const height = Math.max(...looking.map(({ size }) => size.height));
    return { ...step, width: Math.min(step.width, width), height: Math.min(step.height, height) };
  }

  #start(tab: CastSource, step: CastStep): void {
    if (this.#running) this.#halt();
    this.#running = { tab, step };
    this.#attempts = 0;
    this.#begin();
  }

  /** A cast that begins draws the page as it is now. */
  #redraw(): void {
    const running = this.#running;
    if (running) this.#start(running.tab, running.step);
  }

  #begin(): void {
    const running = this.#running;
    if (!running) return;
    running.tab.startCast(running.step).catch(() => {
      this.#attempts += 1;
      if (this.#running !== running || this.#attempts > MAX_ATTEMPTS) return;
      this.#timer = setTimeout(() => this.#begin(), AGAIN_MS);
    });
  }

  #halt(): void {
    clearTimeout(this.#timer);
    this.#rest[Symbol.dispose]();
    this.#unanswered = [];
    const { tab } = this.#running ?? {};
    this.#running = undefined;
    tab?.stopCast();
  }

  #stop(): void {
    this.#halt();
    this.#core?.[Symbol.dispose]();
    this.#core = undefined;
  }
}
