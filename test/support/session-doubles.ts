import { EventEmitter } from 'node:events';
import type { SessionBrowser } from '../../src/browser/sharing/session-browser.ts';
import type { CodeCall, CodeOutcome, CodeRunners } from '../../src/runners/code-runner.ts';

/** A session's browser without a browser: what is done to it is counted. */
export interface BrowserDouble extends SessionBrowser {
  isClosed: boolean;
  crash(): void;
}

export function createBrowserDouble(): BrowserDouble {
  const ended = Promise.withResolvers<string>();
  const refuse = (): never => {
    throw new Error('There is no browser behind this double');
  };
  return {
    isClosed: false,
    crash: () => ended.resolve('crashed'),
    get browser() {
      return refuse();
    },
    connectDriver: () => ({
      take: () => undefined,
      noteDrained: () => undefined,
      [Symbol.asyncDispose]: async () => undefined,
    }),
    drivers: 0,
    tabs: () => [],
    onTabs: () => () => undefined,
    activate: async () => undefined,
    activePage: async () => refuse(),
    holdDialogs: () => () => undefined,
    stopScripts: async () => undefined,
    ended: ended.promise,
    async [Symbol.asyncDispose]() {
      this.isClosed = true;
      ended.resolve('closed');
    },
  };
}

/** Runners that answer as a test says: each call waits until the test gives its outcome. */
export interface RunnersDouble extends CodeRunners {
  /** Calls that have begun, in order. */
  readonly calls: { call: CodeCall; end(outcome?: Partial<CodeOutcome>): void }[];
  opened: number;
  closed: number;
  /** Fulfils when so many calls have begun. */
  begun(count: number): Promise<void>;
}

export function createRunnersDouble(): RunnersDouble {
  const events = new EventEmitter();
  const runners: RunnersDouble = {
    calls: [],
    opened: 0,
    closed: 0,
    problem: async (language) => (language === 'python' ? 'No python here: install python3' : undefined),
    warmUp: () => undefined,
    async open() {
      runners.opened += 1;
      return {
        run(call) {
          const { promise, resolve, reject } = Promise.withResolvers<CodeOutcome>();
          call.signal.addEventListener('abort', () => reject(call.signal.reason as Error), { once: true });
          runners.calls.push({
            call,
            end: (outcome) =>
              resolve({ stdout: '', stderr: '', result: '', exitCode: 0, isKilled: false, ...outcome }),
          });
          events.emit('begun');
          return promise;
        },
        async [Symbol.asyncDispose]() {
          runners.closed += 1;
        },
      };
    },
    async begun(count) {
      while (runners.calls.length < count) await new Promise((resolve) => events.once('begun', resolve));
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
  return runners;
}
