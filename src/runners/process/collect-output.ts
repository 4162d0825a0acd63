import type { Readable } from 'node:stream';

export interface CollectedOutput {
  stdout: string;
  stderr: string;
}

/** Output of one call. */
export interface OutputOfCall {
  /** Fulfils when both streams have shown the end mark of the call, or have ended. */
  readonly complete: Promise<void>;
  take(): CollectedOutput;
}

export interface OutputCollector {
  /** Output from now on belongs to this call; what comes after `mark`, until the next one begins, is nobody's. */
  begin(mark: string): OutputOfCall;
}

/** The most bytes of one stream in one call. */
const MAX_OUTPUT_BYTES = 8 * 2 ** 20;
const FIRST_BYTES = 4_096;

/** Reads both streams of a runner; `onFlood` is called when a call writes more than it may. */
export function createOutputCollector(
  [stdout, stderr]: readonly [Readable, Readable],
  onFlood: (reason: string) => void,
): OutputCollector {
  const onExcess = (): void => onFlood(`it wrote more than ${MAX_OUTPUT_BYTES} bytes`);
  const out = new StreamOfCalls(stdout, onExcess);
  const err = new StreamOfCalls(stderr, onExcess);
  return {
    begin(mark) {
      const complete = Promise.all([out.begin(mark), err.begin(mark)]).then(() => undefined);
      return { complete, take: () => ({ stdout: out.take(), stderr: err.take() }) };
    },
  };
}

/** One stream; its bytes lie in a buffer that doubles, since a stranger may write them one by one. */
class StreamOfCalls {
  #bytes = Buffer.alloc(0);
  #length = 0;
  #mark: Buffer | undefined;
  #finish: (() => void) | undefined;
  #isClosed = false;
  readonly #onExcess: () => void;

  constructor(stream: Readable, onExcess: () => void) {
    this.#onExcess = onExcess;
    stream.on('data', (chunk: Buffer) => this.#hear(chunk));
    stream.on('error', () => undefined);
    stream.on('close', () => {
      this.#isClosed = true;
      this.#end();
    });
  }

  begin(mark: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#bytes = Buffer.alloc(FIRST_BYTES);
    this.#length = 0;
    this.#mark = Buffer.from(mark);
    this.#finish = resolve;
    if (this.#isClosed) this.#end();
    return promise;
  }

  take(): string {
    const text = this.#bytes.toString('utf8', 0, this.#length);
    this.#end();
    this.#bytes = Buffer.alloc(0);
    this.#length = 0;
    return text;
  }

  #hear(chunk: Buffer): void {
    if (this.#mark === undefined) return;
    if (this.#length + chunk.length > MAX_OUTPUT_BYTES) {
      this.#end();
      return this.#onExcess();
    }
    this.#append(chunk);
    const from = Math.max(0, this.#length - chunk.length - this.#mark.length);
    const at = this.#bytes.subarray(0, this.#length).indexOf(this.#mark, from);
    if (at < 0) return;
    this.#length = at;
    this.#end();
  }

  #append(chunk: Buffer): void {
    const needed = this.#length + chunk.length;
    if (needed > this.#bytes.length) {
      const larger = Buffer.alloc(Math.max(needed, 2 * this.#bytes.length));
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    chunk.copy(this.#bytes, this.#length);
    this.#length = needed;
  }

  #end(): void {
    this.#mark = undefined;
    this.#finish?.();
    this.#finish = undefined;
  }
}
