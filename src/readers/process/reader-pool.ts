import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDeathWatch, type DeathWatch } from '../../confine/death-watch.ts';
import type { Deadline } from '../../lib/time/deadline.ts';
import type { Log } from '../../lib/log/log.ts';
import { Places, type Place } from '../../lib/turns/places.ts';
import { ServiceError } from '../../lib/service-error.ts';
import { untilAborted } from '../../lib/time/until-aborted.ts';
import type { DocumentContent } from '../document.ts';
import { hasReadText } from '../has-read-text.ts';
import { ReaderChild, ReaderEndedError, type ReaderEnd, type ReaderLimits } from './reader-child.ts';
import type { DocumentRequest } from './reader-messages.ts';
import { findReaderSandbox, type ReaderSandbox } from './reader-sandbox.ts';

export interface ReaderPoolOptions {
  /** Processes at most, but for two more that teams without any, and small files, get. */
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
   * was over (SCRAPE_TIMEOUT) before anything was read. Teams take turns; one that has none reading does not wait for long, and small files have a process that large ones do not get.
   */
  read(request: DocumentRequest, deadline: Deadline, teamId?: string): Promise<DocumentContent>;
  /** Gives the sandbox that holds the processes. */
  sandbox(): Promise<ReaderSandbox>;
  stats(): ReaderStats;
}

export interface ReaderStats {
  /** Processes, idle ones too. */
  running: number;
  reading: number;
  max: number;
  /** Files that wait for a process. */
  waiting: number;
}

const DEFAULT_LIMITS: ReaderLimits = { maxHeldBytes: 1_200_000_000 };
/** Libraries keep what they once took: a process that has grown this far, or read this much, makes room for a new one. */
const RETIRE_BYTES = 450_000_000;
const RETIRE_READS = 200;
/** The part of the time left that is kept for the conversion of the result. */
const RESERVED_SHARE = 0.1;
const MIN_RESERVED_MS = 300;
const MAX_RESERVED_MS = 3_000;

/** A file of this size or more may keep a process for long. */
const LARGE_BYTES = 1_000_000;
/** Processes beyond the usual: for teams that have none while others have all, one also for small files. */
const SPARE_PROCESSES = 2;
/** How long these wait for their turn: one that is there already is better than one that has to be started. */
const PATIENCE_MS = 400;

export function openReaderPool(options: ReaderPoolOptions): ReaderPool {
  return new Pool(options);
}

class Pool implements ReaderPool {
  readonly #options: ReaderPoolOptions;
  readonly #limits: ReaderLimits;
  readonly #idle: Array<{ child: ReaderChild; timer: NodeJS.Timeout }> = [];
  readonly #places: Places;
  readonly #children = new Set<ReaderChild>();
  readonly #deathWatch: DeathWatch;
  #sandbox: Promise<ReaderSandbox> | undefined;
  /** Where processes are started: with nothing in it. */
  #folder: ReturnType<typeof mkdtempDisposable> | undefined;
  #isClosed = false;

  constructor(options: ReaderPoolOptions) {
    this.#options = options;
    this.#limits = options.limits ?? DEFAULT_LIMITS;
    this.#places = new Places({
      count: options.maxProcesses,
      spares: SPARE_PROCESSES,
      patienceMs: PATIENCE_MS,
    });
    this.#deathWatch = createDeathWatch((error) =>
      options.log.warn('nobody would end the readers of files if this process were killed', { error }),
    );
  }

  sandbox(): Promise<ReaderSandbox> {
    this.#sandbox ??= (this.#options.findSandbox ?? findReaderSandbox)();
    return this.#sandbox;
  }

  stats(): ReaderStats {
    const { taken, waiting } = this.#places;
    return { running: this.#children.size, reading: taken, max: this.#options.maxProcesses, waiting };
  }

  async read(request: DocumentRequest, deadline: Deadline, teamId = ''): Promise<DocumentContent> {
    const isBrief = request.bytes.length < LARGE_BYTES && request.kind !== 'image';
    for (;;) {
      const place = await this.#places.take({ teamId, isBrief }, deadline.signal);
      const child = this.#takeIdle() ?? (await this.#startFor(place, deadline.signal));
      const isFresh = child.readCount === 0;
      try {
        return await child.read(request, budgetOf(deadline), deadline.signal);
      } catch (error) {
        if (!(error instanceof ReaderEndedError)) throw error;
        const { how, partial } = error;
        this.#options.log.warn('a reader of files ended', { kind: request.kind, how });
        this.#options.log.debug('its last words', { error: error.message });
        // Remains of an earlier file may have ended the process.
        if (how !== 'time' && !isFresh) continue;
        if (partial !== undefined && hasReadText(partial))
          return { ...partial, warnings: [...partial.warnings, CUT_SHORT[how]] };
        throw failureOf(how, request);
      } finally {
        this.#giveBack(child, place);
      }
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    this.#places.close(new ServiceError('SERVICE_UNAVAILABLE'));
    for (const { timer } of this.#idle.splice(0)) clearTimeout(timer);
    await Promise.all([...this.#children].map((child) => child.end()));
    await (await this.#folder)?.remove();
  }

  #takeIdle(): ReaderChild | undefined {
    for (let free = this.#idle.pop(); free !== undefined; free = this.#idle.pop()) {
      clearTimeout(free.timer);
      if (free.child.isAlive) return free.child;
    }
    return undefined;
  }

  /** A file that gives up meanwhile does not take the process along: the next one finds it. */
  async #startFor(place: Place, signal: AbortSignal): Promise<ReaderChild> {
    const starting = this.#start();
    try {
      return await untilAborted(starting, signal);
    } catch (error) {
      void starting.then(
        (child) => this.#giveBack(child, place),
        () => place[Symbol.dispose](),
      );
      throw error;
    }
  }

  async #start(): Promise<ReaderChild> {
    try {
      const child = await this.#startChild();
      this.#children.add(child);
      void child.exited.then(() => this.#children.delete(child));
      if (this.#isClosed) child.kill();
      return child;
    } catch (cause) {
      this.#options.log.error('a reader of files could not be started', { error: cause });
      const message = 'The part that reads files could not be started: decant doctor says what is missing';
      throw new ServiceError('SERVICE_UNAVAILABLE', { message, cause });
    }
  }

  async #startChild(): Promise<ReaderChild> {
    this.#folder ??= mkdtempDisposable(join(tmpdir(), 'decant-empty-')).catch((error: unknown) => {
      this.#folder = undefined;
      throw error;
    });
    const [sandbox, { path: folder }] = await Promise.all([this.sandbox(), this.#folder]);
    return ReaderChild.start({
      sandbox,
      limits: this.#limits,
      ocrLanguages: this.#options.ocrLanguages,
      folder,
      deathWatch: this.#deathWatch,
    });
  }

  #giveBack(child: ReaderChild, place: Place): void {
    const isWorn = child.readCount >= RETIRE_READS || child.heldBytes > RETIRE_BYTES;
    const isTooMany = this.#children.size > this.#options.maxProcesses && this.#places.waiting === 0;
    if (this.#isClosed || isWorn || isTooMany) child.kill();
    if (child.isAlive) {
      this.#keep(child);
      place[Symbol.dispose]();
    } else {
      // One that ends is replaced when it has ended.
      void child.exited.then(() => place[Symbol.dispose]());
    }
  }

  #keep(child: ReaderChild): void {
    const timer = setTimeout(() => child.kill(), this.#options.idleMs).unref();
    this.#idle.push({ child, timer });
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
