import { addAbortListener } from 'node:events';
import { spawn, type ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import path from 'node:path';
import { compiledCodeVariables } from '../../confine/compiled-code.ts';
import type { DeathWatch } from '../../confine/death-watch.ts';
import { ServiceError } from '../../lib/service-error.ts';
import type { DocumentContent } from '../document.ts';
import { checkMessage } from './check-message.ts';
import { readFrames, writeFrame } from './frames.ts';
import { heldBytes } from './held-bytes.ts';
import type { DocumentRequest, FromReader, ToReader } from './reader-messages.ts';
import type { ReaderSandbox } from './reader-sandbox.ts';
import { FROM_SERVICE, TO_SERVICE } from './reader-side.ts';

export interface ReaderLimits {
  /** A process that holds more while it reads is killed, bytes. */
  maxHeldBytes: number;
}

/** The settings that a process is started with. */
export interface ReaderStart {
  sandbox: ReaderSandbox;
  limits: ReaderLimits;
  /** Names that Tesseract gives them. */
  ocrLanguages: readonly string[];
  /** Its working folder: an empty one. */
  folder: string;
  /** Kills it when the service has been. */
  deathWatch: DeathWatch;
}

const MEMORY_CHECK_MS = 50;
const START_MS = 30_000;
/** HTML of 50 MB, which readers stop at, as JSON, and what goes with it. */
const FRAME_LIMITS = { maxJsonBytes: 120_000_000, maxPayloadBytes: 0 };
/** The most characters that are kept of a process's standard error. */
const MAX_LAST_WORDS = 2_000;
/** The time that the process takes to notice that its time is over, and to send the content so far. */
const SENDING_MS = 250;

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

interface Reading {
  onMessage(message: FromReader): void;
  onEnd(): void;
}

/** One process that reads files, one at a time. */
export class ReaderChild {
  readonly #child: ChildProcess;
  readonly #limits: ReaderLimits;
  readonly exited: Promise<void>;
  /** Files that it has been given. */
  readCount = 0;
  /** Its end has come or has been asked for: it is given nothing more. */
  #isEnding = false;
  #ended: string | undefined;
  #lastWords = '';
  #reading: Reading | undefined;

  private constructor(child: ChildProcess, { limits, deathWatch }: ReaderStart) {
    this.#child = child;
    this.#limits = limits;
    const exited = Promise.withResolvers<void>();
    this.exited = exited.promise;
    const end = (how: string): void => {
      if (this.#ended !== undefined) return;
      this.#isEnding = true;
      this.#ended = how;
      process.off('exit', this.kill);
      if (child.pid !== undefined) deathWatch.remove(child.pid);
      this.#reading?.onEnd();
      exited.resolve();
    };
    child.on('exit', (code, signal) => end(signal ?? `code ${code}`));
    child.on('error', (error) => end(error.message));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#lastWords = (this.#lastWords + text).slice(-MAX_LAST_WORDS);
    });
    readFrames(this.#pipe(TO_SERVICE), FRAME_LIMITS, {
      onFrame: (value) => this.#hear(checkMessage(value)),
      onError: (error) => {
        this.#lastWords = error.message;
        this.kill();
      },
    });
    this.#pipe(FROM_SERVICE).on('error', () => undefined);
    process.once('exit', this.kill);
    if (child.pid !== undefined) deathWatch.add(child.pid);
  }

  /** Ready to read; rejects with what it said when it could not start. */
  static async start(start: ReaderStart): Promise<ReaderChild> {
    const { sandbox, folder } = start;
    const child = spawn(sandbox.command, sandbox.args, {
      // Node adds the folder of its version.
      env: compiledCodeVariables(sandbox.compiledCode && path.dirname(sandbox.compiledCode)),
      cwd: folder,
      // In a session and group of its own: Ctrl-C in a terminal stops Decant, which stops its readers. Windows ends those
      // with Decant that are not.
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    });
    const reader = new ReaderChild(child, start);
    await reader.#prepare(start);
    // It must not keep the service from ending.
    child.unref();
    for (const descriptor of [2, FROM_SERVICE, TO_SERVICE]) reader.#pipe(descriptor).unref();
    return reader;
  }

  get isAlive(): boolean {
    return !this.#isEnding;
  }

  get heldBytes(): number {
    return this.#child.pid === undefined ? 0 : heldBytes(this.#child.pid);
  }

  /**
   * Rejects with a ServiceError for what is wrong with the file, with a ReaderEndedError when the process did not survive
   * it, and with the signal's reason when that aborts; the process is gone in the last two cases.
   */
  async read(
    { bytes, ...request }: DocumentRequest,
    budgetMs: number,
    signal: AbortSignal,
  ): Promise<DocumentContent> {
    const id = ++this.readCount;
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
    this.#reading = {
      onMessage(message) {
        // A message about another file breaks the protocol.
        if (!('id' in message) || message.id !== id) return stop('crashed');
        if (message.type === 'partial') partial = message.content;
        if (message.type === 'content') result.resolve(message.content);
        if (message.type === 'refusal')
          result.reject(new ServiceError(message.code, { message: message.message }));
      },
      onEnd: () => result.reject(new ReaderEndedError(how, this.#lastWords || (this.#ended ?? ''), partial)),
    };
    using listening = addAbortListener(signal, onAbort);
    const timer = setTimeout(() => stop('time'), budgetMs);
    const watch = setInterval(() => {
      if (this.heldBytes > this.#limits.maxHeldBytes) stop('memory');
    }, MEMORY_CHECK_MS);
    try {
      if (signal.aborted) onAbort();
      else if (this.#ended !== undefined) this.#reading.onEnd();
      else this.#tell({ type: 'read', id, request, budgetMs: Math.max(0, budgetMs - SENDING_MS) }, bytes);
      return await result.promise;
    } finally {
      clearTimeout(timer);
      clearInterval(watch);
      this.#reading = undefined;
    }
  }

  /** At once, whatever it does. */
  readonly kill = (): void => {
    this.#isEnding = true;
    if (this.#ended === undefined) this.#child.kill('SIGKILL');
  };

  /** Kills it; fulfils when it is gone. */
  end(): Promise<void> {
    // Somebody waits for it now.
    this.#child.ref();
    this.kill();
    return this.exited;
  }

  async #prepare({ sandbox, ocrLanguages }: ReaderStart): Promise<void> {
    const { identity, isFiltered } = sandbox;
    const ready = Promise.withResolvers<void>();
    this.#reading = {
      onMessage(message) {
        if (message.type === 'ready') ready.resolve();
      },
      onEnd: () =>
        ready.reject(new Error(`The reader of files did not start: ${this.#lastWords || this.#ended}`)),
    };
    const timer = setTimeout(this.kill, START_MS);
    this.#tell({ type: 'prepare', rights: { identity, isFiltered }, ocrLanguages });
    try {
      await ready.promise;
    } finally {
      clearTimeout(timer);
      this.#reading = undefined;
    }
  }

  #hear(message: FromReader): void {
    if (message.type === 'failure') this.#lastWords = message.message;
    else if (this.#reading) this.#reading.onMessage(message);
    // It speaks although nothing was asked.
    else this.kill();
  }

  #tell(message: ToReader, bytes?: Uint8Array): void {
    // A process that has just ended is told of by its exit.
    writeFrame(this.#pipe(FROM_SERVICE), message, bytes);
  }

  #pipe(descriptor: number): Socket {
    return this.#child.stdio[descriptor] as unknown as Socket;
  }
}
