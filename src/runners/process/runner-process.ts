import type { Cage, Caged, CageOrder } from '../../confine/cage/cage.ts';
import { createOutputCollector, type OutputOfCall } from './collect-output.ts';
import { createLinkReader, FRAME_KIND, linkFrame, type FrameKind } from './link-frames.ts';
import { checkRunnerMessage, type FromRunner, type ToRunner } from './runner-messages.ts';
import { createSpeechMeter } from './speech-meter.ts';

/** How a runner ended, and why when the service ended it. */
export interface RunnerEnd {
  code: number | null;
  signal: string | null;
  reason: string | undefined;
}

/** The listener of a runner; until it has one, and after its end, nobody hears what it says. */
export interface RunnerEars {
  onControl(message: FromRunner): void;
  onDriver?(message: string): void;
  onRelay?(message: string): void;
  onDrain?(): void;
}

/** A file that is set as contents makes the largest: 50 MB as base64. */
const MAX_FRAME_BYTES = 80 * 2 ** 20;
/** More than this waits for a runner that does not read. */
const MAX_QUEUED_BYTES = 256 * 2 ** 20;

/** The time between the end of its link and its own. */
const EXIT_MS = 1_000;

/** A program in its cage that runs code of a stranger, and may be the stranger's by now: nothing that it says is believed. */
export class RunnerProcess {
  readonly exited: Promise<RunnerEnd>;
  readonly #caged: Caged;
  readonly #output: ReturnType<typeof createOutputCollector>;
  #ears: RunnerEars | undefined;
  #reason: string | undefined;
  #hasEnded = false;

  private constructor(caged: Caged) {
    this.#caged = caged;
    this.#output = createOutputCollector([caged.stdout, caged.stderr], (reason) => this.kill(reason));
    const isBearable = createSpeechMeter();
    const read = createLinkReader(MAX_FRAME_BYTES, (kind, text) => {
      if (!isBearable(text.length)) throw new Error('it says too much');
      this.#hear(kind, text);
    });
    caged.link.on('data', (chunk: Buffer) => {
      if (this.#reason !== undefined) return;
      try {
        read(chunk);
      } catch (error) {
        this.kill(`its link broke the rules: ${(error as Error).message}`);
      }
    });
    caged.link.on('drain', () => this.#ears?.onDrain?.());
    caged.link.on('error', () => undefined);
    // Without its link it is of no use, whatever it does; a program that exits closes it on the way.
    caged.link.on('close', () => {
      setTimeout(() => this.kill('it closed its link'), EXIT_MS).unref();
    });
    this.exited = caged.exited.then(({ code, signal, reason }) => {
      this.#hasEnded = true;
      this.#ears = undefined;
      caged.link.destroy();
      return { code, signal, reason: code === null ? (this.#reason ?? reason) : undefined };
    });
  }

  static async start(cage: Cage, order: CageOrder): Promise<RunnerProcess> {
    return new RunnerProcess(await cage.start(order));
  }

  get isAlive(): boolean {
    return !this.#hasEnded && this.#reason === undefined;
  }

  get queuedBytes(): number {
    return this.#caged.link.writableLength;
  }

  listen(ears: RunnerEars): void {
    this.#ears = ears;
  }

  setPaused(isPaused: boolean): void {
    if (isPaused) this.#caged.link.pause();
    else this.#caged.link.resume();
  }

  tell(message: ToRunner): void {
    this.send(FRAME_KIND.control, JSON.stringify(message));
  }

  send(kind: FrameKind, text: string): void {
    if (!this.isAlive) return;
    this.#caged.link.write(linkFrame(kind, text));
    if (this.queuedBytes > MAX_QUEUED_BYTES) this.kill('it does not read what it is sent');
  }

  beginOutput(mark: string): OutputOfCall {
    return this.#output.begin(mark);
  }

  /** At once; the first reason is the one that `exited` tells. */
  kill(reason: string): void {
    if (this.#hasEnded || this.#reason !== undefined) return;
    this.#reason = reason;
    this.#caged.kill();
  }

  #hear(kind: FrameKind, text: string): void {
    if (this.#ears === undefined) throw new Error('it speaks although nobody asked it');
    if (kind === FRAME_KIND.control) this.#ears.onControl(checkRunnerMessage(text));
    else if (kind === FRAME_KIND.driver && this.#ears.onDriver) this.#ears.onDriver(text);
    else if (kind === FRAME_KIND.relay && this.#ears.onRelay) this.#ears.onRelay(text);
    else throw new Error('it has no such frames');
  }
}
