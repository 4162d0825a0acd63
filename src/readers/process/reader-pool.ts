import type { Deadline } from '../../lib/deadline.ts';
import type { Log } from '../../lib/log.ts';
import { ServiceError } from '../../lib/service-error.ts';
import type { DocumentContent } from '../document.ts';
import { ReaderChild, ReaderEndedError, type ReaderEnd, type ReaderLimits } from './reader-child.ts';
import type { DocumentRequest } from './reader-messages.ts';
import { findReaderSandbox, type ReaderSandbox } from './reader-sandbox.ts';

export interface ReaderPoolOptions {
  /** Processes at most. */
  maxProcesses: number;
  /** A process without work ends after this long, ms. */
  idleMs: number;
  limits?: ReaderLimits;
  /** Names that Tesseract gives them. */
  ocrLanguages: readonly string[];
  /** How processes are started, when not as this machine allows. */
  findSandbox?: () => Promise<ReaderSandbox>;
  log: Log;
}

/** Processes that read files: started on first need, gone when idle. */
export interface ReaderPool extends AsyncDisposable {
  /**
   * The file as HTML. A ServiceError says what is wrong with the file (SCRAPE_DOCUMENT_*, SCRAPE_PDF_*), or that the time
   * was over (SCRAPE_TIMEOUT) before anything was read.
   */
  read(request: DocumentRequest, deadline: Deadline): Promise<DocumentContent>;
  /** What holds the processes. */
  sandbox(): Promise<ReaderSandbox>;
}

const DEFAULT_LIMITS: ReaderLimits = { maxResidentBytes: 1_200_000_000 };
/** Libraries keep what they once took: a process that has grown this far, or read this much, makes room for a new one. */
const RETIRE_BYTES = 450_000_000;
const RETIRE_READS = 200;
/** Of the time that is left: what the conversion of the result may take. */
const RESERVED_SHARE = 0.1;
const MIN_RESERVED_MS = 300;
const MAX_RESERVED_MS = 3_000;

interface Waiter {
  resolve(child: ReaderChild | undefined): void;
}

export function openReaderPool(options: ReaderPoolOptions): ReaderPool {
  return new Pool(options);
}

class Pool implements ReaderPool {
  readonly #options: ReaderPoolOptions;
  readonly #limits: ReaderLimits;
  readonly #idle: Array<{ child: ReaderChild; timer: NodeJS.Timeout }> = [];
  readonly #waiters: Waiter[] = [];
  readonly #children = new Set<ReaderChild>();
  /** Processes that run or start. */
  #count = 0;
  #sandbox: Promise<ReaderSandbox> | undefined;
  #isClosed = false;

  constructor(options: ReaderPoolOptions) {
    this.#options = options;
    this.#limits = options.limits ?? DEFAULT_LIMITS;
  }

  sandbox(): Promise<ReaderSandbox> {
    this.#sandbox ??= (this.#options.findSandbox ?? findReaderSandbox)();
    return this.#sandbox;
  }

  async read(request: DocumentRequest, deadline: Deadline): Promise<DocumentContent> {
    for (;;) {
      const child = await this.#take(deadline);
      const isFresh = child.readCount === 0;
      try {
        return await child.read(request, budgetOf(deadline), deadline.signal);
      } catch (error) {
        if (!(error instanceof ReaderEndedError)) throw error;
        const { how, partial } = error;
        this.#options.log.warn('a reader of files ended', { kind: request.kind, how, error: error.message });
        // What an earlier file left behind may be what ended it.
        if (how !== 'time' && !isFresh) continue;
        if (partial !== undefined) return { ...partial, warnings: [...partial.warnings, CUT_SHORT[how]] };
        throw failureOf(how, request);
      } finally {
        this.#giveBack(child);
      }
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    for (const { timer } of this.#idle.splice(0)) clearTimeout(timer);
    await Promise.all([...this.#children].map((child) => child.end()));
  }

  async #take(deadline: Deadline): Promise<ReaderChild> {
    for (;;) {
      deadline.check();
      if (this.#isClosed) throw new ServiceError('SERVICE_UNAVAILABLE');
      const ready = this.#takeIdle();
      if (ready !== undefined) return ready;
      if (this.#count < this.#options.maxProcesses) return this.#start();
      const child = await this.#wait(deadline.signal);
      if (child !== undefined) return child;
    }
  }

  #takeIdle(): ReaderChild | undefined {
    const free = this.#idle.pop();
    if (free === undefined) return undefined;
    clearTimeout(free.timer);
    return free.child;
  }

  async #start(): Promise<ReaderChild> {
    this.#count++;
    try {
      const child = await ReaderChild.start(await this.sandbox(), this.#limits, this.#options.ocrLanguages);
      this.#children.add(child);
      void child.exited.then(() => this.#forget(child));
      if (this.#isClosed) child.kill();
      return child;
    } catch (error) {
      this.#count--;
      this.#waiters.shift()?.resolve(undefined);
      throw error;
    }
  }

  /** Its turn; undefined: a place is free. */
  async #wait(signal: AbortSignal): Promise<ReaderChild | undefined> {
    const turn = Promise.withResolvers<ReaderChild | undefined>();
    const waiter: Waiter = { resolve: turn.resolve };
    const onAbort = (): void => {
      this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
      turn.reject(signal.reason);
    };
    this.#waiters.push(waiter);
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      return await turn.promise;
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  #giveBack(child: ReaderChild): void {
    if (!child.isAlive) return;
    if (this.#isClosed || child.readCount >= RETIRE_READS || child.residentBytes > RETIRE_BYTES) {
      child.kill();
      return;
    }
    const waiter = this.#waiters.shift();
    if (waiter !== undefined) {
      waiter.resolve(child);
      return;
    }
    const timer = setTimeout(() => child.kill(), this.#options.idleMs).unref();
    this.#idle.push({ child, timer });
  }

  #forget(child: ReaderChild): void {
    this.#children.delete(child);
    this.#count--;
    const at = this.#idle.findIndex((entry) => entry.child === child);
    if (at !== -1) clearTimeout(this.#idle.splice(at, 1)[0]!.timer);
    this.#waiters.shift()?.resolve(undefined);
  }
}

function budgetOf({ remainingMs }: Deadline): number {
  const reserved = Math.min(MAX_RESERVED_MS, Math.max(MIN_RESERVED_MS, remainingMs * RESERVED_SHARE));
  return Math.max(1, remainingMs - reserved);
}

const CUT_SHORT: Readonly<Record<ReaderEnd, string>> = {
  time: 'The file could not be read to its end in the time that there was: raise timeout for the rest.',
  memory: 'The file could not be read to its end: it needs too much memory.',
  crashed: 'The file could not be read to its end: a part of it is broken.',
};

function failureOf(how: ReaderEnd, { kind }: DocumentRequest): ServiceError {
  if (how === 'time') {
    return new ServiceError(kind === 'pdf' ? 'SCRAPE_PDF_INSUFFICIENT_TIME_ERROR' : 'SCRAPE_TIMEOUT', {
      message: 'The file could not be read in the time that there was: raise timeout',
    });
  }
  if (how === 'memory') {
    return new ServiceError('SCRAPE_DOCUMENT_TOO_COMPLEX', {
      message: 'The file needs more memory than one file may have',
    });
  }
  return new ServiceError('SCRAPE_DOCUMENT_DAMAGED', {
    message: 'The file is damaged: its reader did not survive it',
  });
}
