import { spawn, type ChildProcess } from 'node:child_process';
import { ServiceError } from '../../lib/service-error.ts';
import type { DocumentContent } from '../document.ts';
import type { DocumentRequest, FromReader, ToReader } from './reader-messages.ts';
import type { ReaderSandbox } from './reader-sandbox.ts';
import { residentBytes } from './resident-bytes.ts';

export interface ReaderLimits {
  /** A process that holds more while it reads is killed, bytes. */
  maxResidentBytes: number;
}

const MEMORY_CHECK_MS = 50;
const START_MS = 30_000;

/** Why a process could not finish a file. */
export type ReaderEnd = 'crashed' | 'memory' | 'time';

/** The process ended while it read; what it had told by then may be worth something. */
export class ReaderEndedError extends Error {
  readonly how: ReaderEnd;
  readonly partial: DocumentContent | undefined;

  constructor(how: ReaderEnd, detail: string, partial: DocumentContent | undefined) {
    super(`The reader ended (${how}): ${detail}`);
    this.name = 'ReaderEndedError';
    this.how = how;
    this.partial = partial;
  }
}

/** One process that reads files, one at a time. */
export class ReaderChild {
  readonly #child: ChildProcess;
  readonly #limits: ReaderLimits;
  readonly exited: Promise<void>;
  /** Files that it has been given. */
  readCount = 0;
  #ended: string | undefined;
  #failure = '';
  #onMessage: ((message: FromReader) => void) | undefined;
  #onEnd: (() => void) | undefined;

  private constructor(child: ChildProcess, limits: ReaderLimits) {
    this.#child = child;
    this.#limits = limits;
    const exited = Promise.withResolvers<void>();
    this.exited = exited.promise;
    const end = (how: string): void => {
      if (this.#ended !== undefined) return;
      this.#ended = how;
      process.off('exit', this.kill);
      this.#onEnd?.();
      exited.resolve();
    };
    child.on('exit', (code, signal) => end(signal ?? `code ${code}`));
    child.on('error', (error) => end(error.message));
    child.on('message', (message: FromReader) => {
      if (message.type === 'failure') this.#failure = message.message;
      else this.#onMessage?.(message);
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#failure = (this.#failure + text).slice(-2_000);
    });
    process.once('exit', this.kill);
  }

  /** Ready to read; rejects with what it said when it could not start. */
  static async start(
    sandbox: ReaderSandbox,
    limits: ReaderLimits,
    ocrLanguages: readonly string[],
  ): Promise<ReaderChild> {
    const child = spawn(sandbox.command, sandbox.args, {
      env: {},
      cwd: '/',
      // In a session of its own: Ctrl-C in a terminal stops Decant, which stops its readers.
      detached: true,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    const reader = new ReaderChild(child, limits);
    await reader.#prepare(sandbox, ocrLanguages);
    // It must not keep the service from ending.
    child.unref();
    child.channel?.unref();
    (child.stderr as unknown as { unref(): void }).unref();
    return reader;
  }

  get isAlive(): boolean {
    return this.#ended === undefined;
  }

  get residentBytes(): number {
    return this.#child.pid === undefined ? 0 : residentBytes(this.#child.pid);
  }

  /**
   * Rejects with a ServiceError for what is wrong with the file, with a ReaderEndedError when the process did not survive
   * it, and with the signal's reason when that aborts; the process is gone in the last two cases.
   */
  async read(request: DocumentRequest, budgetMs: number, signal: AbortSignal): Promise<DocumentContent> {
    this.readCount++;
    const result = Promise.withResolvers<DocumentContent>();
    let partial: DocumentContent | undefined;
    let how: ReaderEnd = 'crashed';
    const stop = (why: ReaderEnd): void => {
      how = why;
      this.kill();
    };
    const onAbort = (): void => {
      result.reject(signal.reason);
      this.kill();
    };
    this.#onMessage = (message) => {
      if (message.type === 'partial') partial = message.content;
      if (message.type === 'content') result.resolve(message.content);
      if (message.type === 'refusal')
        result.reject(new ServiceError(message.code, { message: message.message }));
    };
    this.#onEnd = () =>
      result.reject(new ReaderEndedError(how, this.#failure || (this.#ended ?? ''), partial));
    signal.addEventListener('abort', onAbort, { once: true });
    const timer = setTimeout(() => stop('time'), budgetMs);
    const watch = setInterval(() => {
      if (this.residentBytes > this.#limits.maxResidentBytes) stop('memory');
    }, MEMORY_CHECK_MS);
    try {
      if (signal.aborted) onAbort();
      else if (this.isAlive) this.#send({ type: 'read', request, budgetMs: Math.max(0, budgetMs - 250) });
      else this.#onEnd();
      return await result.promise;
    } finally {
      clearTimeout(timer);
      clearInterval(watch);
      signal.removeEventListener('abort', onAbort);
      this.#onMessage = undefined;
      this.#onEnd = undefined;
    }
  }

  /** At once, whatever it does. */
  readonly kill = (): void => {
    if (this.isAlive) this.#child.kill('SIGKILL');
  };

  /** Kills it; fulfils when it is gone. */
  end(): Promise<void> {
    // Somebody waits for it now.
    this.#child.ref();
    this.kill();
    return this.exited;
  }

  async #prepare({ identity }: ReaderSandbox, ocrLanguages: readonly string[]): Promise<void> {
    const ready = Promise.withResolvers<void>();
    this.#onMessage = (message) => {
      if (message.type === 'ready') ready.resolve();
    };
    this.#onEnd = () =>
      ready.reject(new Error(`The reader of files did not start: ${this.#failure || this.#ended}`));
    const timer = setTimeout(() => this.kill(), START_MS);
    this.#send({ type: 'prepare', identity, ocrLanguages });
    try {
      await ready.promise;
    } finally {
      clearTimeout(timer);
      this.#onMessage = undefined;
      this.#onEnd = undefined;
    }
  }

  #send(message: ToReader): void {
    // A process that has just ended is told of by its exit.
    this.#child.send(message, () => undefined);
  }
}
