import type { CreditHold } from '../accounts/credit-holds.ts';
import type { SessionBrowser } from '../browser/sharing/session-browser.ts';
import type { ConnectDriver } from '../lib/driver-link.ts';
import type { Log } from '../lib/log/log.ts';
import { ServiceError } from '../lib/service-error.ts';
import { Places } from '../lib/turns/places.ts';
import type { CodeRunner, CodeRunners } from '../runners/code-runner.ts';
import type { SessionCall, SessionOutcome } from './session-call.ts';
import { priceOfSession } from './session-price.ts';
import type { EndReason, SessionRow } from './session-row.ts';

/** The browser of a session, and the team whose it is. */
export interface OwnedBrowser {
  browser: SessionBrowser;
  teamId: string;
}

/** A prompt for the agent of a session. */
export interface AgentTask extends OwnedBrowser {
  prompt: string;
  /** The address of the scrape that the session goes on with. */
  homeUrl: string | undefined;
  timeoutMs: number;
  signal: AbortSignal;
}

/** Lets a language model drive the browser; fulfils when it ran, well or not. */
export type RunTask = (task: AgentTask) => Promise<SessionOutcome>;

/** The doors' view of a session that lives in this process. */
export interface LiveSession {
  readonly id: string;
  readonly teamId: string;
  readonly browser: SessionBrowser;
  /** When it ends at the latest. */
  readonly expiresAt: Date;
  readonly hasWebView: boolean;
  /** A driver joins; it counts as activity until it leaves. */
  connectDriver: ConnectDriver;
  /** Keeps the session from ending for want of activity until what is returned is disposed. */
  keepAwake(): Disposable;
  /** Fulfils with the reason when the session is over. */
  readonly ended: Promise<EndReason>;
}

export interface HostedParts {
  row: SessionRow;
  /** `performance.now()` when it was entered: its time counts from there. */
  startedAt: number;
  browser: SessionBrowser;
  hold: CreditHold | undefined;
  runners: CodeRunners;
  runTask: RunTask | undefined;
  readMarkdown: (of: OwnedBrowser, signal: AbortSignal) => Promise<string>;
  homeUrl: string | undefined;
  notePrompt: () => Promise<void>;
  /** Keeps the record of a prompt's run. */
  keepTrace: (trace: object) => Promise<void>;
  /** Saves what is to be kept, before the browser is closed. */
  save: () => Promise<void>;
  /** Writes the end; the first reason counts. */
  recordEnd: (reason: EndReason) => Promise<SessionRow | undefined>;
  /** Everything else that is the session's; disposed last. */
  resources: AsyncDisposableStack;
  log: Log;
}

const KILLED_EXIT_CODE = 137;

/** A session whose browser is a child of this process. */
export class HostedSession implements LiveSession {
  readonly #parts: HostedParts;
  readonly #turn = new Places({ count: 1 });
  readonly #ending = new AbortController();
  readonly #ended = Promise.withResolvers<EndReason>();
  #end: Promise<SessionRow | undefined> | undefined;
  #runner: Promise<CodeRunner> | undefined;
  #hasPrompt = false;
  #busy = 0;
  #lastActivityAt = performance.now();
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: HostedParts) {
    this.#parts = parts;
    this.#arm();
    void parts.browser.ended.then(() => this.end('browser')).catch(() => undefined);
  }

  get id(): string {
    return this.#parts.row.id;
  }

  get teamId(): string {
    return this.#parts.row.teamId;
  }

  get hasWebView(): boolean {
    return this.#parts.row.hasWebView;
  }

  get browser(): SessionBrowser {
    return this.#parts.browser;
  }

  get expiresAt(): Date {
    return new Date(this.#parts.row.createdAt.getTime() + this.#parts.row.ttlMs);
  }

  get ended(): Promise<EndReason> {
    return this.#ended.promise;
  }

  /** Time since somebody used it, ms. */
  get quietMs(): number {
    return this.#busy > 0 ? 0 : performance.now() - this.#lastActivityAt;
  }

  readonly connectDriver: ConnectDriver = (peer) => {
    const awake = this.keepAwake();
    const link = this.browser.connectDriver(peer);
    return {
      take: (message) => link.take(message),
      noteDrained: () => link.noteDrained(),
      async [Symbol.asyncDispose]() {
        awake[Symbol.dispose]();
        await link[Symbol.asyncDispose]();
      },
    };
  };

  keepAwake(): Disposable {
    let isOver = false;
    this.#busy += 1;
    return {
      [Symbol.dispose]: () => {
        if (isOver) return;
        isOver = true;
        this.#busy -= 1;
        this.#lastActivityAt = performance.now();
      },
    };
  }

  /**
   * Runs a call when those before it have ended. Rejects when nothing ran: with SESSION_DESTROYED when the session is
   * over by then, PAYMENT_REQUIRED, SERVICE_UNAVAILABLE, SESSION_FAILED, the signal's reason.
   */
  async run(call: SessionCall, signal: AbortSignal): Promise<SessionOutcome> {
    using awake = this.keepAwake();
    const either = AbortSignal.any([signal, this.#ending.signal]);
    using turn = await this.#turn.take({ teamId: this.teamId }, either);
    if (call.kind === 'prompt') return await this.#runPrompt(call, either);
    const runner = await this.#openRunner();
    return await this.#watch(either, () => runner.run({ ...call, signal: either }));
  }

  /** Credits for what has begun are held; when there are none left, the session ends. */
  async holdMore(): Promise<void> {
    try {
      await this.#raiseHold();
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'PAYMENT_REQUIRED') await this.end('credits');
      else this.#parts.log.warn('credits of a session not held', { error });
    }
  }

  /** Ends it and resolves, with its figures, when nothing is left of it. The first reason counts. */
  end(reason: EndReason): Promise<SessionRow | undefined> {
    this.#end ??= this.#close(reason);
    return this.#end;
  }

  async #runPrompt(
    { prompt, timeoutMs }: SessionCall & { kind: 'prompt' },
    signal: AbortSignal,
  ): Promise<SessionOutcome> {
    const { runTask, notePrompt, browser, homeUrl } = this.#parts;
    if (runTask === undefined) throw new ServiceError('SERVICE_UNAVAILABLE');
    if (!this.#hasPrompt) {
      this.#hasPrompt = true;
      try {
        await this.#raiseHold();
        await notePrompt();
      } catch (error) {
        this.#hasPrompt = false;
        throw error;
      }
    }
    const { trace, ...outcome } = await this.#watch(signal, () =>
      runTask({ browser, teamId: this.teamId, prompt, homeUrl, timeoutMs, signal }),
    );
    if (trace !== undefined) await this.#keepTrace(trace);
    return outcome;
  }

  /** A run counts also when its record could not be written. */
  async #keepTrace(trace: object): Promise<void> {
    try {
      await this.#parts.keepTrace(trace);
    } catch (error) {
      this.#parts.log.warn('the record of a prompt was not kept', { error, sessionId: this.id });
    }
  }

  async #raiseHold(): Promise<void> {
    const hasPrompt = this.#hasPrompt;
    await this.#parts.hold?.raise(priceOfSession(performance.now() - this.#parts.startedAt, { hasPrompt }));
  }

  async #openRunner(): Promise<CodeRunner> {
    const { runners, browser, readMarkdown } = this.#parts;
    this.#runner ??= runners.open({
      connectDriver: (peer) => browser.connectDriver(peer),
      stopScripts: () => browser.stopScripts(),
      readMarkdown: (signal) => readMarkdown({ browser, teamId: this.teamId }, signal),
    });
    try {
      return await this.#runner;
    } catch (error) {
      this.#runner = undefined;
      throw failed(error);
    }
  }

  /** An end of the session in the middle of a call is an outcome: something has run. */
  async #watch(signal: AbortSignal, work: () => Promise<SessionOutcome>): Promise<SessionOutcome> {
    try {
      return await work();
    } catch (error) {
      const { aborted, reason } = this.#ending.signal;
      if (aborted) return stopped(`The session has ended while this ran: ${String(reason.message)}`);
      signal.throwIfAborted();
      if (error instanceof ServiceError) throw error;
      this.#parts.log.error('a call in a session failed', { error, sessionId: this.id });
      return { ...stopped('The call could not be finished'), exitCode: 1, isKilled: false };
    }
  }

  /** Looks again when the next limit may be reached. */
  #arm(): void {
    const { ttlMs, idleMs } = this.#parts.row;
    const left = ttlMs - (performance.now() - this.#parts.startedAt);
    const idleLeft = idleMs - this.quietMs;
    if (left <= 0) return void this.end('ttl').catch(() => undefined);
    if (idleLeft <= 0) return void this.end('idle').catch(() => undefined);
    this.#timer = setTimeout(() => this.#arm(), Math.ceil(Math.min(left, idleLeft)));
    this.#timer.unref();
  }

  async #close(reason: EndReason): Promise<SessionRow | undefined> {
    clearTimeout(this.#timer);
    this.#ending.abort(destroyed(reason));
    const { log, save, recordEnd, resources, browser } = this.#parts;
    try {
      if (reason !== 'browser') {
        await save().catch((error: unknown) => log.warn('the profile of a session was not saved', { error }));
      }
      return await recordEnd(reason);
    } finally {
      const runner = await this.#runner?.catch(() => undefined);
      for (const part of [runner, browser, resources]) await closeWell(part, log);
      this.#ended.resolve(reason);
      log.info('browser session ended', { sessionId: this.id, reason });
    }
  }
}

async function closeWell(part: AsyncDisposable | undefined, log: Log): Promise<void> {
  try {
    await part?.[Symbol.asyncDispose]();
  } catch (error) {
    log.warn('a part of a session was not closed well', { error });
  }
}

function stopped(stderr: string): SessionOutcome {
  return { stdout: '', stderr, result: '', exitCode: KILLED_EXIT_CODE, isKilled: true };
}

/** A runner or browser that cannot be had: nothing has run, so the caller may try again. */
export function failed(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  return new ServiceError('SESSION_FAILED', { cause: error, hint: String(error) });
}

const REASONS: Readonly<Record<EndReason, string>> = {
  ttl: 'its time to live was over',
  idle: 'nobody used it',
  deleted: 'it was deleted',
  credits: 'the credits of its team were used up',
  shutdown: 'the service that had it was stopped',
  host: 'the process that had it is gone',
  browser: 'its browser ended',
};

/** The answer about a session that is over. */
export function destroyed(reason: EndReason | null): ServiceError {
  return new ServiceError('SESSION_DESTROYED', {
    message: `The browser session has been destroyed${reason === null ? '' : `: ${REASONS[reason]}`}`,
  });
}
