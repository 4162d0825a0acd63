import { Worker } from 'node:worker_threads';
import { ownFile } from '../../lib/own-file.ts';
import type { PatternReply, PatternRequest } from './pattern-worker.ts';

/** An idle thread ends after this long: a service at rest should cost no memory. */
const IDLE_MS = 30_000;
const HEAP_MEGABYTES = 256;
/** A search that nobody waits for any more may go on for so long before its thread is ended. */
const ABANDONED_MS = 500;

export interface PatternThreadOptions {
  /** Teams take turns. */
  teamId: string;
  signal: AbortSignal | undefined;
}

/** One thread for patterns that are too large for the main thread; it starts on first need. */
export interface PatternThread extends AsyncDisposable {
  /** Rejects with the signal's reason as soon as it aborts; the search ends soon after. */
  ask(request: PatternRequest, options: PatternThreadOptions): Promise<PatternReply>;
}

interface Task {
  readonly request: PatternRequest;
  readonly teamId: string;
  readonly reply: PromiseWithResolvers<PatternReply>;
}

export function openPatternThread(): PatternThread {
  return new Thread();
}

class Thread implements PatternThread {
  #worker: Worker | undefined;
  #running: Task | undefined;
  readonly #waiting: Task[] = [];
  /** When each team last had its turn, as a count, since nobody waited. */
  readonly #lastTurn = new Map<string, number>();
  #turns = 0;
  #idle: NodeJS.Timeout | undefined;

  async ask(request: PatternRequest, { teamId, signal }: PatternThreadOptions): Promise<PatternReply> {
    signal?.throwIfAborted();
    const task: Task = { request, teamId, reply: Promise.withResolvers() };
    const onAbort = (): void => this.#giveUp(task, signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    this.#waiting.push(task);
    this.#goOn();
    try {
      return await task.reply.promise;
    } finally {
      signal?.removeEventListener('abort', onAbort);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearTimeout(this.#idle);
    const error = new Error('The search for patterns was closed');
    for (const task of this.#waiting.splice(0)) task.reply.reject(error);
    this.#running?.reply.reject(error);
    await this.#worker?.terminate();
  }

  #goOn(): void {
    if (this.#running !== undefined) return;
    clearTimeout(this.#idle);
    const task = this.#takeNext();
    if (task === undefined) {
      this.#lastTurn.clear();
      this.#idle = setTimeout(() => void this.#worker?.terminate(), IDLE_MS).unref();
      return;
    }
    this.#running = task;
    this.#worker ??= this.#start();
    this.#worker.ref();
    this.#worker.postMessage(task.request, []);
  }

  /** Takes the oldest task of the team whose last turn is longest ago. */
  #takeNext(): Task | undefined {
    const turnOf = ({ teamId }: Task): number => this.#lastTurn.get(teamId) ?? 0;
    let next: Task | undefined;
    for (const task of this.#waiting) if (next === undefined || turnOf(task) < turnOf(next)) next = task;
    if (next === undefined) return undefined;
    this.#waiting.splice(this.#waiting.indexOf(next), 1);
    this.#lastTurn.set(next.teamId, ++this.#turns);
    return next;
  }

  #start(): Worker {
    const worker = new Worker(ownFile(import.meta.url, 'pattern-worker'), {
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES },
    });
    let failure = new Error('The thread that searches for patterns ended');
    worker.on('message', (reply: PatternReply) => {
      worker.unref();
      const task = this.#running;
      this.#running = undefined;
      task?.reply.resolve(reply);
      this.#goOn();
    });
    worker.on('error', (error: Error) => {
      failure = error;
    });
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
      const task = this.#running;
      if (task === undefined) return;
      this.#running = undefined;
      task.reply.reject(failure);
      this.#goOn();
    });
    return worker;
  }

  #giveUp(task: Task, reason: unknown): void {
    task.reply.reject(reason);
    const at = this.#waiting.indexOf(task);
    if (at !== -1) this.#waiting.splice(at, 1);
    else if (this.#running === task) {
      const worker = this.#worker;
      setTimeout(() => {
        if (this.#running === task) void worker?.terminate();
      }, ABANDONED_MS);
    }
  }
}
